/** The one way this console speaks to the service. Answers come out of their envelope; refusals become `Refusal`. */
import { inLanguage } from '../language/of-service.ts'
import { phrase } from '../language/phrase.ts'
import { clockInForce } from '../parts/clock.ts'
import { timesByClock } from '../parts/times-by-clock.ts'
import { tellProblem } from './problem-words.ts'

export type FieldProblem = { field: string; message: string }

/** What the service said when it did not do what was asked. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly FieldProblem[]

  constructor({
    status,
    code,
    message,
    details,
  }: { status: number; code: string; message: string; details?: readonly FieldProblem[] }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details ?? []
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer<Data> = { data: Data; message: string | undefined; headers: Headers }

/** Given by the service with the session; a page of another origin cannot know it. */
let csrfToken = ''
let onSignedOut = () => {}

export function rememberCsrfToken(token: string): void {
  csrfToken = token
}

/** Told whenever the service no longer knows who we are. */
export function whenSignedOut(tell: () => void): void {
  onSignedOut = tell
}

export async function ask<Data>(
  method: Method,
  path: string,
  body?: unknown,
  options: { headers?: Record<string, string>; signal?: AbortSignal; parse?: (text: string) => unknown } = {},
): Promise<Answer<Data>> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && csrfToken !== '' && { 'x-csrf-token': csrfToken }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (isTooLate(error)) throw new Refusal({ status: 0, code: 'UNANSWERED', message: tellUnanswered() })
    if (options.signal?.aborted) throw error
    throw new Refusal({ status: 0, code: 'UNREACHABLE', message: phrase('The service cannot be reached.') })
  })
  const envelope = await readEnvelope<Data>(response, options.parse)
  const message = envelope.message && told(envelope.message)
  return { data: envelope.data, message, headers: response.headers }
}

function tellUnanswered(): string {
  return phrase('No answer came. Whether it was taken shows when the service can be reached again.')
}

function isTooLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** For queries: the data alone. */
export async function get<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  return (await ask<Data>('GET', path, undefined, signal ? { signal } : {})).data
}

/** What comes as it is, without an envelope. */
export async function getText(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { credentials: 'same-origin', signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new Refusal({ status: 0, code: 'UNREACHABLE', message: phrase('The service cannot be reached.') })
  })
  if (response.ok) return response.text()
  await readEnvelope(response)
  return ''
}

type Envelope<Data> = { success: true; data: Data; message?: string }
type ErrorEnvelope = { success: false; error: { code: string; message: string; details?: FieldProblem[] } }

async function readEnvelope<Data>(
  response: Response,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Envelope<Data>> {
  const text = await response.text().catch(() => '')
  const envelope = readJson(text, parse) as Envelope<Data> | ErrorEnvelope | undefined
  if (response.ok && envelope?.success) return envelope
  if (response.status === 401) onSignedOut()
  const { status } = response
  if (envelope && !envelope.success) throw new Refusal({ status, ...inWords(envelope.error) })
  const message = phrase('The service answered {status} with something else than JSON.', { status })
  throw new Refusal({ status, code: 'UNREADABLE', message })
}

/** What the service says of now, by the reader's language and clock. */
function told(message: string): string {
  return timesByClock(inLanguage(message), new Date().toISOString(), clockInForce())
}

/** What is wrong with fields makes up the message, too. */
function inWords({ code, message, details }: ErrorEnvelope['error']): ErrorEnvelope['error'] {
  if (!details || details.length === 0) return { code, message: told(message) }
  const said = details.map((one) => ({ field: one.field, message: tellProblem(one.message) }))
  const joined = (all: readonly FieldProblem[]) => all.map((one) => `${one.field} ${one.message}`).join('; ')
  return { code, details: said, message: message === joined(details) ? joined(said) : told(message) }
}

/** Whatever stands between us and the service may answer with something else. */
function readJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** `/api/incidents` with what is set of a query. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return set.length === 0
    ? path
    : `${path}?${new URLSearchParams(Object.fromEntries(set.map(([name, value]) => [name, String(value)])))}`
}
