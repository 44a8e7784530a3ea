/** One call to the platform: address and credentials of this moment, its envelope opened, its refusals made into ours. */
import type { Response } from 'undici'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Clock } from '../../ports/clock.ts'
import { PeopleUnreachable } from '../../ports/people.ts'
import { Problem } from '../../problem.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { readBody } from '../outbound/read-body.ts'
import { PlatformRefusal } from './platform-refusal.ts'
import { type Credentials, TenantToken } from './tenant-token.ts'
import { fieldsAt, textAt, type WireFields } from './wire-field.ts'

export type ChatWireParts = {
  currentSettings: () => Promise<Pick<Settings, 'CHAT_BASE_URL' | 'CHAT_APP_ID' | 'CHAT_APP_SECRET'>>
  fetch: GuardedFetch
  clock: Clock
  /** How long one call may take. */
  timeoutMs?: number
}

type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown }

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 4 * 1024 * 1024
const RETRY_MS = 1_000

export class ChatWire {
  readonly #currentSettings: ChatWireParts['currentSettings']
  readonly #fetch: GuardedFetch
  readonly #timeoutMs: number
  readonly #token: TenantToken

  constructor({ currentSettings, fetch, clock, timeoutMs = TIMEOUT_MS }: ChatWireParts) {
    this.#currentSettings = currentSettings
    this.#fetch = fetch
    this.#timeoutMs = timeoutMs
    this.#token = new TenantToken({ fetch: (credentials) => this.#fetchToken(credentials), clock })
  }

  /** The whole answer. Throws PlatformRefusal where the platform said no, PeopleUnreachable where it said nothing. */
  async call(call: Call): Promise<WireFields> {
    const credentials = await this.#credentials()
    const token = await this.#token.get(credentials)
    try {
      return await this.#exchange(credentials, call, token)
    } catch (error) {
      if (!(error instanceof PlatformRefusal) || error.reaction !== 'token') throw error
      await this.#token.drop(token)
      return this.#exchange(credentials, call, await this.#token.get(credentials))
    }
  }

  /** Who we are to the platform at this moment; what is remembered about the platform is remembered under it. */
  async appId(): Promise<string> {
    const { baseUrl, appId } = await this.#credentials()
    return `${baseUrl} ${appId}`
  }

  async #credentials(): Promise<Credentials> {
    const { CHAT_BASE_URL, CHAT_APP_ID, CHAT_APP_SECRET } = await this.#currentSettings()
    if (!CHAT_BASE_URL || !CHAT_APP_ID || !CHAT_APP_SECRET)
      throw new PeopleUnreachable({ kind: 'never' }, 'No chat is configured: set CHAT_APP_ID and CHAT_APP_SECRET.')
    return { baseUrl: CHAT_BASE_URL.replace(/\/+$/, ''), appId: CHAT_APP_ID, appSecret: CHAT_APP_SECRET }
  }

  async #fetchToken(credentials: Credentials): Promise<{ token: string; expireSeconds: number }> {
    const body = { app_id: credentials.appId, app_secret: credentials.appSecret }
    const path = '/auth/v3/tenant_access_token/internal'
    const answer = await this.#exchange(credentials, { method: 'POST', path, body })
    const token = textAt(answer, 'tenant_access_token')
    if (!token) throw unreadable(new URL(credentials.baseUrl).host, 200)
    return { token, expireSeconds: typeof answer.expire === 'number' ? answer.expire : 0 }
  }

  async #exchange({ baseUrl }: Credentials, { method, path, body }: Call, token?: string): Promise<WireFields> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    try {
      const response = await this.#fetch(`${baseUrl}/open-apis${path}`, {
        method,
        headers,
        timeoutMs: this.#timeoutMs,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return open(response, await readBody(response, ANSWER_BYTES_MAX))
    } catch (error) {
      throw error instanceof Problem ? unreachable(error) : error
    }
  }
}

/** The number decides, whatever the status: refusals come with 400 and with 200. */
function open(response: Response, text: string): WireFields {
  const body = parse(text)
  const code = body?.code
  if (code === 0) return body as WireFields
  if (typeof code === 'number' && response.status < 500)
    throw new PlatformRefusal(code, textAt(body, 'msg') ?? '', resetMs(response))
  if (response.status === 429) throw new PlatformRefusal(99991400, 'too many requests', resetMs(response))
  throw unreadable(URL.parse(response.url)?.host ?? 'The chat platform', response.status)
}

function parse(text: string): WireFields | undefined {
  try {
    return fieldsAt(JSON.parse(text))
  } catch {
    return undefined
  }
}

function resetMs({ headers }: Response): number | undefined {
  const seconds = Number.parseFloat(headers.get('x-ogw-ratelimit-reset') ?? '')
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined
}

/** Nothing is known of what became of the call; the same key makes asking again harmless. */
function unreadable(host: string, status: number): PeopleUnreachable {
  const hint = status < 500 ? " in words that are not the chat platform's. If that lasts, check CHAT_BASE_URL" : ''
  return new PeopleUnreachable({ kind: 'retry', afterMs: RETRY_MS }, `${host} answered ${status}${hint}.`)
}

function unreachable(problem: Problem): PeopleUnreachable {
  // Any other code says that the address itself is not to be called.
  const isAway = problem.code === 'SERVICE_UNAVAILABLE'
  const remedy = isAway ? ({ kind: 'retry', afterMs: RETRY_MS } as const) : ({ kind: 'never' } as const)
  return new PeopleUnreachable(remedy, `The chat platform cannot be reached: ${problem.message}`, problem)
}
