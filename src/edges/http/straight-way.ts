/**
 * The short way for what comes by the thousand: an alert of ordinary size, posted by a program. All that holds for every route
 * costs more than to read it. Whatever is not quite like that, or may not enter, goes the ordinary way, which knows what to
 * answer; nothing of its body has been read by then. Both ways answer alike.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Role } from '../../guidance/access/role.ts'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { ANSWER_HEADERS } from './answer-headers.ts'
import type { Doorman } from './drain.ts'
import { JSON_TYPE, problemAnswer } from './envelope.ts'
import { LARGE_BYTES } from './json-body.ts'
import { readError, tellCause } from './read-error.ts'

type StraightRoute = {
  need: Role
  status: number
  /** The body as it came; answers what is sent as JSON. */
  take(body: Buffer): Promise<object>
}

type Parts = {
  /** False, or an error, where the ordinary way has to see to it. */
  letIn(request: IncomingMessage, need: Role, response: ServerResponse): Promise<boolean>
  doorman: Doorman
  metrics: Pick<Metrics, 'countRequest'>
  log: Log
}

type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string }

const METHOD = 'POST'
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(['application/json', JSON_TYPE])
const JSON_HEADERS = { 'content-type': JSON_TYPE }

export class StraightWays {
  readonly #parts: Parts
  readonly #routes = new Map<string, StraightRoute>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Of a path that is served in the ordinary way too. */
  add(path: string, route: StraightRoute): void {
    this.#routes.set(path, route)
  }

  before(ordinary: RequestListener): RequestListener {
    return (request, response) => {
      const route = request.method === METHOD ? this.#routes.get(request.url ?? '') : undefined
      if (!route || !isPlain(request) || !this.#parts.doorman.enter(response)) ordinary(request, response)
      else void this.#serve(route, request, response, () => ordinary(request, response))
    }
  }

  async #serve(route: StraightRoute, request: IncomingMessage, response: ServerResponse, goOrdinaryWay: () => void) {
    const beganAt = performance.now()
    const isIn = await this.#parts.letIn(request, route.need, response).catch(() => false)
    if (!isIn) return goOrdinaryWay()
    const { status, headers, body } = await this.#answer(route, request)
    response.writeHead(status, { ...ANSWER_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    const seconds = (performance.now() - beganAt) / 1000
    this.#parts.metrics.countRequest({ method: METHOD, route: request.url ?? '', status, seconds })
  }

  async #answer({ status, take }: StraightRoute, request: IncomingMessage): Promise<Answer> {
    try {
      return { status, headers: JSON_HEADERS, body: JSON.stringify(await take(await readBody(request))) }
    } catch (error) {
      const problem = readError(error)
      tellCause(this.#parts.log, { method: METHOD, route: request.url }, problem)
      return problemAnswer(problem)
    }
  }
}

/** A key, or at least no cookie, a length that is known and small, and no wish beside. */
function isPlain({ headers }: IncomingMessage): boolean {
  const { host, authorization, cookie, expect, 'content-type': type, 'content-length': length } = headers
  const isByCookie = authorization === undefined && cookie !== undefined
  if (host === undefined || isByCookie || expect !== undefined || length === undefined) return false
  return PLAIN_TYPES.has(type) && Number(length) <= LARGE_BYTES
}

/** Whoever hangs up before its end is owed no answer; whatever waits for it here goes with the request. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise((resolve) => {
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)))
  })
}
