/**
 * One account on one API server. The official client reads the configuration, fetches credentials and sets up TLS; the
 * request itself is ours, because the client's models turn times into dates, rename fields such as `from`, throw on a log
 * without a content type, and open new connections for every call.
 */
import type { KubeConfig, RequestContext } from '@kubernetes/client-node'
import { Agent, type Dispatcher, type Response, fetch as undiciFetch } from 'undici'
import { NotConfigured } from '../../ports/not-configured.ts'
import { Problem } from '../../problem.ts'
import { readBody } from '../outbound/read-body.ts'
import { refusalOf, timedOut, unreachable, unreadable } from './refusal.ts'

type ClusterRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string | undefined>>
  accept?: string
  contentType?: string
  body?: unknown
  signal: AbortSignal
}

type Line = { config: KubeConfig; server: string; agent: Dispatcher }

const BODY_BYTES_MAX = 64 * 1024 * 1024
// Certificates and tokens written into a kubeconfig are exchanged now and then; so long the old ones are used at most.
const RENEW_AFTER_MS = 5 * 60_000

type Parts = {
  /** Throws where no cluster is configured. */
  require: () => Promise<void>
  load: () => Promise<KubeConfig>
  timeoutMs: number
}

export class ClusterConnection {
  readonly #require: () => Promise<void>
  readonly #load: () => Promise<KubeConfig>
  readonly #timeoutMs: number
  #line: Promise<Line> | undefined
  #opened: Line | undefined
  #openedAt = 0

  constructor({ require, load, timeoutMs }: Parts) {
    this.#require = require
    this.#load = load
    this.#timeoutMs = timeoutMs
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
      return await unlessAborted(limited, async () => {
        const line = await this.#open()
        this.#opened = line
        return this.#exchange(line, { ...request, signal: limited })
      })
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.aborted) throw timedOut(this.#server(), this.#timeoutMs)
      throw error
    }
  }

  /** A line that is still being opened has no connections yet, and is not waited for: it may never be. */
  async close(): Promise<void> {
    this.#line = undefined
    await this.#opened?.agent.destroy()
  }

  async #exchange(line: Line, request: ClusterRequest): Promise<string> {
    const context = await authorised(line)
    // Put behind, not resolved against: a server's address may have a path of its own.
    const url = new URL(`${context.getUrl()}${request.path}`)
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const response = await this.#fetch(line, url, context, request)
    const body = await readText(response, line.server)
    if (!response.ok) throw refusalOf(response.status, body)
    return body
  }

  async #fetch(line: Line, url: URL, context: RequestContext, request: ClusterRequest): Promise<Response> {
    const { contentType, body } = request
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
        dispatcher: line.agent,
        // An API server does not redirect, and a token follows nobody who says it does.
        redirect: 'error',
      })
    } catch (error) {
      throw request.signal.aborted ? error : unreachable(line.server, error)
    }
  }

  #server(): string {
    return this.#opened?.server ?? 'the configured address'
  }

  /** Calls that come together share one line; one that could not be opened is tried anew at the next call. */
  #open(): Promise<Line> {
    const held = this.#line
    if (held && performance.now() - this.#openedAt < RENEW_AFTER_MS) return held
    const opening = this.#load().then(openLine)
    this.#line = opening
    this.#openedAt = performance.now()
    opening.catch(() => {
      if (this.#line === opening) this.#line = undefined
    })
    // What is still under way on the old connections ends in peace; how it ends is told to whoever asked for it.
    held?.then(({ agent }) => agent.close()).catch(() => {})
    return opening
  }
}

async function openLine(config: KubeConfig): Promise<Line> {
  const cluster = config.getCurrentCluster()
  if (!cluster || !URL.canParse(cluster.server))
    throw new NotConfigured('The kubeconfig names no usable server address.')
  const context = await authorised({ config })
  // The client makes connections of its own for every request it authorises; the first are kept and serve them all.
  const agent = (context.getDispatcher() as Dispatcher | undefined) ?? new Agent()
  return { config, server: new URL(cluster.server).host, agent }
}

/** Carries the account's headers, a token read afresh among them. */
async function authorised({ config }: { config: KubeConfig }): Promise<RequestContext> {
  const { RequestContext, HttpMethod } = await import('@kubernetes/client-node')
  const server = config.getCurrentCluster()?.server ?? ''
  const context = new RequestContext(server, HttpMethod.GET)
  try {
    await config.applySecurityAuthentication(context)
  } catch (cause) {
    throw new NotConfigured('The credentials of the cluster account could not be read.', { cause })
  }
  return context
}

async function readText(response: Response, server: string): Promise<string> {
  try {
    return await readBody(response, BODY_BYTES_MAX)
  } catch (error) {
    throw error instanceof Problem ? unreadable(server, error.message) : error
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
