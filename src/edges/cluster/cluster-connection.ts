/**
 * One account on one API server. The official client reads the configuration, fetches credentials and sets up TLS; the
 * request itself is ours, because the client's models turn times into dates, rename fields such as `from`, throw on a log
 * without a content type, and open new connections for every call.
 */
import type { KubeConfig, RequestContext } from '@kubernetes/client-node'
import { type Response, fetch as undiciFetch } from 'undici'
import { type Deadline, refuseLate } from '../../ports/deadline.ts'
import { Problem } from '../../problem.ts'
import { readBody } from '../outbound/read-body.ts'
import { authorised, type Line, openLine } from './cluster-line.ts'
import { isUnauthorized, refusalOf, timedOut, unauthorized, unreachable, unreadable, wasCut } from './refusal.ts'
import { sendBefore, wasTooLate } from './send-before.ts'

type ClusterRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string | undefined>>
  accept?: string
  contentType?: string
  body?: unknown
  signal: AbortSignal
  before?: Deadline | undefined
}

const BODY_BYTES_MAX = 64 * 1024 * 1024
// Certificates and tokens written into a kubeconfig are exchanged now and then; so long the old ones are used at most.
const RENEW_AFTER_MS = 5 * 60_000

type Parts = {
  /** Throws where no cluster is configured. */
  require: () => Promise<void>
  load: () => Promise<KubeConfig>
  timeoutMs: number
  pingMs?: number | undefined
}

export class ClusterConnection {
  readonly #require: () => Promise<void>
  readonly #load: () => Promise<KubeConfig>
  readonly #timeoutMs: number
  readonly #pingMs: number | undefined
  #line: Promise<Line> | undefined
  #opened: Line | undefined
  #openedAt = 0

  constructor({ require, load, timeoutMs, pingMs }: Parts) {
    this.#require = require
    this.#load = load
    this.#timeoutMs = timeoutMs
    this.#pingMs = pingMs
  }

  /** Loads the client, where there is a cluster to use it on; throws NotConfigured where there is none. */
  async warm(): Promise<void> {
    await this.#require()
    await import('@kubernetes/client-node')
  }

  /** The body of a success, which has to be JSON. */
  async ask<T>(request: ClusterRequest): Promise<T> {
    const text = await this.send(request)
    try {
      return JSON.parse(text)
    } catch {
      throw unreadable(this.#server(), 'it is no JSON')
    }
  }

  /** The body of a success as text; everything else is thrown as a ClusterRefusal, or as the caller's own reason to stop. */
  async send(request: ClusterRequest): Promise<string> {
    // Loading the client takes a moment of our own, and is not held against the server.
    await unlessAborted(request.signal, () => this.warm())
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    const limited = AbortSignal.any([request.signal, deadline])
    try {
      // A helper program that fetches the token may hang as well as the server.
      return await unlessAborted(limited, () => this.#persist({ ...request, signal: limited }))
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (!deadline.aborted) throw error
      // Whatever swallowed this request would swallow the next one too.
      this.#drop(this.#opened)
      throw timedOut(this.#server(), this.#timeoutMs)
    }
  }

  /** A line that is still being opened has no connections yet, and is not waited for: it may never be. */
  async close(): Promise<void> {
    this.#line = undefined
    await this.#opened?.destroy()
  }

  /** Tried once more where the first try cannot have changed anything: on new connections, with credentials read anew. */
  async #persist(request: ClusterRequest): Promise<string> {
    const line = await this.#opening()
    try {
      return await this.#exchange(line, request)
    } catch (error) {
      const isHarmless = isUnauthorized(error) || (request.method === 'GET' && wasCut(error))
      if (!isHarmless || request.signal.aborted) throw error
      this.#drop(line)
      return this.#repeat(await this.#opening(), request)
    }
  }

  /** A server may hang up on a stranger before its refusal is out; over HTTP/1.1 the answer comes first. */
  async #repeat(line: Line, request: ClusterRequest): Promise<string> {
    try {
      return await this.#exchange(line, request)
    } catch (error) {
      const agent = request.method === 'GET' && wasCut(error) ? line.openPlain?.() : undefined
      if (!agent || request.signal.aborted) throw error
      return this.#exchange({ ...line, agent }, request).finally(() => agent.destroy())
    }
  }

  async #exchange(line: Line, request: ClusterRequest): Promise<string> {
    const context = await authorised(line.config)
    // Put behind, not resolved against: a server's address may have a path of its own.
    const url = new URL(`${context.getUrl()}${request.path}`)
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const response = await this.#fetch(line, url, context, request)
    // The account is what matters there, and a server may hang up on a stranger in the middle of its answer.
    if (response.status === 401) throw unauthorized(line.config, await readText(response, line.server).catch(() => ''))
    const body = await readText(response, line.server)
    if (!response.ok) throw refusalOf(response.status, body)
    return body
  }

  async #fetch(line: Line, url: URL, context: RequestContext, request: ClusterRequest): Promise<Response> {
    const { contentType, body } = request
    refuseLate(request.before)
    try {
      return await undiciFetch(url, {
        method: request.method,
        headers: {
          ...context.getHeaders(),
          accept: request.accept ?? 'application/json',
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: request.signal,
        dispatcher: sendBefore(line.agent, request.before),
        // An API server does not redirect, and a token follows nobody who says it does.
        redirect: 'error',
      })
    } catch (error) {
      if (wasTooLate(error)) throw error.cause
      throw request.signal.aborted ? error : unreachable(line.server, error)
    }
  }

  async #opening(): Promise<Line> {
    const line = await this.#open()
    this.#opened = line
    return line
  }

  /** The next call opens new ones, and reads the credentials for them. */
  #drop(line: Line | undefined): void {
    if (!line || this.#opened !== line) return
    this.#line = undefined
    line.retire(this.#timeoutMs)
  }

  #server(): string {
    return this.#opened?.server ?? 'the configured address'
  }

  /** Calls that come together share one line; one that could not be opened is tried anew at the next call. */
  #open(): Promise<Line> {
    const held = this.#line
    if (held && performance.now() - this.#openedAt < RENEW_AFTER_MS) return held
    const opening = this.#load().then((config) => openLine(config, this.#pingMs))
    this.#line = opening
    this.#openedAt = performance.now()
    opening.catch(() => {
      if (this.#line === opening) this.#line = undefined
    })
    held?.then((line) => line.retire(this.#timeoutMs)).catch(() => {})
    return opening
  }
}

async function readText(response: Response, server: string): Promise<string> {
  try {
    return await readBody(response, BODY_BYTES_MAX)
  } catch (error) {
    throw error instanceof Problem ? unreadable(server, error.message) : unreachable(server, error)
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let giveUp = () => {}
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
