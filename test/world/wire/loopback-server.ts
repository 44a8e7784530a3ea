/** One HTTP server on loopback for every simulator: it records, lets faults strike, and answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parsedBody, type WireAnswer, type WireRequest } from './exchange.ts'
import type { Faults, Struck } from './faults.ts'
import type { RecordedRequest, Recorder } from './recorder.ts'

export type LoopbackOptions = {
  system: string
  recorder: Recorder
  faults: Faults
  now(): Date
  answer(request: WireRequest): WireAnswer | Promise<WireAnswer>
  /** How this system words a refusal that a fault asks for. */
  refuse(status: number, message: string | undefined): WireAnswer
}

export type LoopbackServer = { url: string; close(): Promise<void> }

export async function openLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const server = createServer((incoming, response) => {
    // A client that hangs up in the middle of a request is part of what is tested.
    serve(options, incoming, response).catch((error) => failLoudly(response, error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** A mistake of the simulator must not look like an answer of the real system. */
function failLoudly(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  console.error('The simulator itself failed:', error)
  response.writeHead(599, { 'content-type': 'text/plain' }).end(`The simulator itself failed: ${error}`)
}

async function serve(options: LoopbackOptions, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(incoming)
  const record = note(options, request)
  const struck = options.faults.take(request)
  const early = struck && (await strikeBefore(options, struck, response))
  if (early === 'silent') return
  const answer = early ?? (await options.answer(request))
  if (struck && strikesAfter(struck, response)) return
  record.status = answer.status
  if (struck?.does === 'cut midway') cutMidway(answer, response)
  else send(answer, response)
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const path = incoming.url ?? '/'
  const body = await text(incoming)
  return {
    method: incoming.method ?? 'GET',
    path,
    url: new URL(path, 'http://loopback'),
    headers: incoming.headers,
    body,
  }
}

function note({ system, recorder, now }: LoopbackOptions, request: WireRequest): RecordedRequest {
  const { method, path, headers } = request
  const record: RecordedRequest = {
    system,
    method,
    path,
    contentType: headers['content-type'],
    accept: headers.accept,
    authorization: headers.authorization,
    body: parsedBody(request),
    at: now(),
  }
  recorder.requests.push(record)
  return record
}

/** What happens before the world hears of the request; `silent` where it never does. */
async function strikeBefore(
  { refuse }: LoopbackOptions,
  { does, released }: Struck,
  response: ServerResponse,
): Promise<WireAnswer | 'silent' | undefined> {
  if (does === 'hang') return 'silent'
  if (does === 'cut') {
    response.destroy()
    return 'silent'
  }
  if (does === 'arrive late') response.destroy()
  if (does === 'hold' || does === 'arrive late') await released
  else if (typeof does === 'object' && 'slowMs' in does) await delay(does.slowMs)
  else if (typeof does === 'object') return refuse(does.status, does.message)
  return undefined
}

function strikesAfter({ does }: Struck, response: ServerResponse): boolean {
  if (does === 'cut after') response.destroy()
  return does === 'cut after' || does === 'hang after' || does === 'arrive late'
}

function cutMidway(answer: WireAnswer, response: ServerResponse): void {
  const body = answer.body ?? ''
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': Buffer.byteLength(body) + 1 })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function send(answer: WireAnswer, response: ServerResponse): void {
  response.writeHead(answer.status, headersOf(answer))
  if (answer.stream === undefined) {
    response.end(answer.body)
    return
  }
  response.flushHeaders()
  answer.stream({
    write: (chunk, onSent) => response.write(chunk, onSent),
    end: () => response.end(),
    cut: () => response.destroy(),
    onGone: (listener) => response.once('close', listener),
  })
}

function headersOf({ contentType, headers }: WireAnswer): Record<string, string> {
  return { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...headers }
}
