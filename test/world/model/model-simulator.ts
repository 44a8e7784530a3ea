/** A model server over real HTTP that speaks both protocols, each at its own path, and says what a script tells it. */
import type { IncomingHttpHeaders } from 'node:http'
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import { Faults } from '../wire/faults.ts'
import { openLoopbackServer } from '../wire/loopback-server.ts'
import { Recorder } from '../wire/recorder.ts'
import { answerOnWire } from './answer-on-wire.ts'
import { createCompletionsProtocol } from './completions-protocol.ts'
import { createMessagesProtocol } from './messages-protocol.ts'
import { type Protocol, RefusedRequest } from './protocol.ts'
import type { Script, ScriptRequest } from './script.ts'

export type ModelSimulatorOptions = {
  script: Script
  /** Any other key is refused; where it is absent none is asked for. */
  key?: string
  now?: () => Date
  recorder?: Recorder
}

/** A turn that was asked for, as it came and as the script saw it; refused requests are not among these. */
export type ReceivedTurn = { request: ScriptRequest; headers: IncomingHttpHeaders; body: unknown }

export type ModelSimulator = {
  /** Without `/v1`. */
  url: string
  recorder: Recorder
  faults: Faults
  turns: readonly ReceivedTurn[]
  close(): Promise<void>
}

export async function startModelSimulator(options: ModelSimulatorOptions): Promise<ModelSimulator> {
  const { now = () => new Date(), recorder = new Recorder() } = options
  const faults = new Faults()
  const turns: ReceivedTurn[] = []
  const protocols: [Protocol, Protocol] = [createMessagesProtocol(), createCompletionsProtocol()]
  const server = await openLoopbackServer({
    system: 'model',
    recorder,
    faults,
    now,
    answer: (request) => serve(request, protocolOf(request, protocols), options, turns),
    refuse: (status, message) => jsonAnswer(status, { error: { type: 'api_error', message: message ?? `${status}` } }),
  })
  return { url: server.url, recorder, faults, turns, close: server.close }
}

/** Both list their models at the same path; only requests of one of them carry a version. */
function protocolOf({ url, headers }: WireRequest, protocols: [messages: Protocol, completions: Protocol]): Protocol {
  const asked = protocols.find(({ path }) => path === url.pathname)
  return asked ?? protocols[headers['anthropic-version'] === undefined ? 1 : 0]
}

function serve(
  { method, url, headers, body }: WireRequest,
  protocol: Protocol,
  { script, key }: ModelSimulatorOptions,
  turns: ReceivedTurn[],
): WireAnswer | Promise<WireAnswer> {
  const given = protocol.keyIn(headers)
  if (key !== undefined && given !== key) return jsonAnswer(401, protocol.refuseKey(given))
  if (method === 'GET' && url.pathname === '/v1/models') return jsonAnswer(200, protocol.models)
  if (method !== 'POST' || url.pathname !== protocol.path)
    return jsonAnswer(404, protocol.refuse(404, { message: `Invalid URL (${method} ${url.pathname})` }))
  try {
    const request = protocol.read(body, headers)
    turns.push({ request, headers, body: JSON.parse(body) })
    return answerOnWire(protocol, body, script(request))
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error
    return jsonAnswer(400, protocol.refuse(400, error))
  }
}
