/** One question to a monitoring server: address and token of this moment, a cap on the answer, its own words when it refuses. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { Patience } from '../outbound/patience.ts'
import { readBody } from '../outbound/read-body.ts'

export type Asking = {
  currentSettings: () => Promise<Settings>
  fetch: GuardedFetch
  /** Shared by all who ask; whoever only tries a server once needs none. */
  patience?: Patience
}

export type Server = {
  name: string
  address: 'METRICS_URL' | 'LOGS_URL' | 'ERRORS_URL' | 'ALERTMANAGER_URL'
  token: 'METRICS_TOKEN' | 'LOGS_TOKEN' | 'ERRORS_TOKEN' | 'ALERTMANAGER_TOKEN'
}

type Answer = { status: number; text: string }

const ANSWER_BYTES_MAX = 8 * 1024 * 1024

export async function ask(
  { currentSettings, fetch, patience = new Patience() }: Asking,
  server: Server,
  path: string,
  signal: AbortSignal,
): Promise<Answer> {
  const settings = await currentSettings()
  const base = settings[server.address]
  if (!base)
    throw new NotConfigured(
      `No ${server.name} is configured: set ${server.address} (and ${server.token} if it wants one).`,
    )
  const token = settings[server.token]
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  return patience.wait(hostOf(base), async (timeoutMs) => {
    const response = await fetch(base.replace(/\/+$/, '') + path, { headers, signal, timeoutMs })
    return { status: response.status, text: await readBody(response, ANSWER_BYTES_MAX) }
  })
}

/** Never more of an address than this: a path or a query may hold a key. */
function hostOf(base: string): string {
  return URL.canParse(base) ? new URL(base).host : 'The server'
}

export async function isConfigured({ currentSettings }: Asking, { address }: Server): Promise<boolean> {
  return Boolean((await currentSettings())[address])
}

/** The body of a success; a refusal becomes an error in the server's own words. */
export function readAnswer<Body>({ status, text }: Answer, server: Server): Body {
  const body = parse(text)
  if (status >= 200 && status < 300 && body !== undefined) return body as Body
  throw new Error(`The ${server.name} answered ${status}: ${wordsOf(body) ?? text.slice(0, 500)}`)
}

/** The list an answer is expected to hold; something else answers at that address, or a server of another kind. */
export function readList<Item>(held: unknown, server: Server): Item[] {
  if (!Array.isArray(held))
    throw new Error(`What the ${server.name} answered was not understood; check ${server.address}.`)
  return held as Item[]
}

/** Both kinds of servers tell their labels alike. */
export async function askLabelNames(
  asking: Asking,
  server: Server,
  path: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { data } = readAnswer<{ data?: unknown }>(await ask(asking, server, path, signal), server)
  return readList<unknown>(data, server).filter((one) => typeof one === 'string')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function wordsOf(body: unknown): string | undefined {
  const { error, detail, message } = (body ?? {}) as Record<string, unknown>
  return [error, detail, message].find((words) => typeof words === 'string') as string | undefined
}
