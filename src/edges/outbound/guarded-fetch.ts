/**
 * The one way out by HTTP: models, the chat platform, metrics, logs and errors are all reached through here.
 * Its errors name a host and never a path, query or header, where keys are carried.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, type BodyInit, type HeadersInit, type Response, fetch as undiciFetch } from 'undici'
import { Problem, unavailable } from '../../problem.ts'
import { readAddress, refusalOfIp, refused } from './address.ts'

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000

type Options = { lookup?: LookupFunction; timeoutMs?: number }

type Request = {
  method?: string
  headers?: HeadersInit
  body?: BodyInit
  signal?: AbortSignal
  /** Counts until the body has been read, so a stream that should last longer says so here. */
  timeoutMs?: number
}

export type GuardedFetch = ((url: string | URL, request?: Request) => Promise<Response>) & { close(): Promise<void> }

export function createGuardedFetch({ lookup = systemLookup, timeoutMs = TIMEOUT_MS }: Options = {}): GuardedFetch {
  const connect = { lookup: guardLookup(lookup), timeout: CONNECT_TIMEOUT_MS }
  // Every call has its own deadline; the agent's, five minutes, would end a longer one that was asked for.
  const agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
  const guardedFetch = (url: string | URL, request: Request = {}) => call(agent, url, { timeoutMs, ...request })
  return Object.assign(guardedFetch, { close: () => agent.destroy() })
}

async function call(agent: Agent, text: string | URL, request: Request & { timeoutMs: number }): Promise<Response> {
  // A literal address never reaches the lookup below, so it is judged here.
  const url = readAddress(text)
  const { timeoutMs, signal, ...init } = request
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return await undiciFetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      dispatcher: agent,
      redirect: 'error',
    })
  } catch (error) {
    // Whoever gave up knows why, and asked to hear it in his own words.
    if (signal?.aborted) throw error
    throw deadline.aborted
      ? unavailable(`${url.host} did not answer within ${timeoutMs / 1000} s.`)
      : explain(error, url)
  }
}

/** Judges what a name resolves to at the moment of connecting: a name that changes its mind is caught as well. */
export function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = found as LookupAddress[]
      const why = addresses.map(({ address }) => refusalOfIp(address)).find((reason) => reason !== undefined)
      // One bad address spoils the name: which of them would be tried is chance.
      if (why !== undefined) return callback(refused(hostname, why), [])
      const [first] = addresses
      if (options.all || first === undefined) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function explain(error: unknown, url: URL): Problem {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Problem) return cause
  // Without a cause it never left: undici quotes the header it dislikes, and that is where a key is.
  if (!(cause instanceof Error)) {
    return unavailable(
      `The request to ${url.host} could not be sent: its method, body or one of its headers is not valid.`,
    )
  }
  if (cause.message === 'unexpected redirect') {
    return unavailable(`${url.host} answered with a redirect, which is not followed. Set the address it leads to.`)
  }
  const code = 'code' in cause ? ` (${cause.code})` : ''
  return unavailable(`${url.host} could not be reached${code}.`, cause)
}
