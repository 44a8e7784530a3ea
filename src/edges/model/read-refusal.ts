/** What a status other than success means for us. Of the server's own words only its codes are kept: prose may quote the key or the prompt. */
import { type ModelFailure, ModelUnavailable } from '../../ports/language-model.ts'
import type { Reply } from './ask-patiently.ts'

type Refused = {
  host: string
  status: number
  header(name: string): string | null
  text: string
}

export function readRefusal({ host, status, header, text }: Refused): Reply {
  const codes = codesIn(text)
  const failure = failureOf(status, text)
  const reasons = codes.length > 0 ? ` (${codes.join(', ')})` : ''
  const refusal = new ModelUnavailable(failure, `${host} answered ${status}${reasons}. ${ADVICE[failure] ?? ''}`.trim())
  // An empty account answers like a busy one, but will not recover within the turn.
  const isPassing = (status === 429 && !codes.includes('insufficient_quota')) || status === 408 || status >= 500
  return { refusal, isPassing, retryAfterMs: retryAfterMs(header) }
}

const ADVICE: Partial<Record<ModelFailure, string>> = {
  refused_key: 'Check LLM_API_KEY and what its account may use.',
  too_large: 'The conversation is longer than it takes.',
  bad_answer: 'Check LLM_PROVIDER, LLM_BASE_URL and LLM_MODEL.',
}

function failureOf(status: number, text: string): ModelFailure {
  if (status === 401 || status === 402 || status === 403) return 'refused_key'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'unreachable'
  const isTooLong = /prompt is too long|maximum context length|context_length_exceeded/i.test(text)
  return status === 413 || isTooLong ? 'too_large' : 'bad_answer'
}

/** Both protocols word errors as `{ error: { type, code, message } }`; gateways before them as they like. */
function codesIn(text: string): string[] {
  const { error } = parseOrNothing(text) as { error?: unknown }
  const { type, code } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const isCode = (word: unknown): word is string => typeof word === 'string' && /^[a-z][a-z_]{2,40}$/.test(word)
  return [...new Set([type, code].filter(isCode))]
}

function parseOrNothing(text: string): object {
  try {
    const body = JSON.parse(text) as unknown
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** In seconds, or as a date that is compared with the server's own. */
function retryAfterMs(header: Refused['header']): number | undefined {
  const retryAfter = header('retry-after')
  if (retryAfter === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(retryAfter)) return Number(retryAfter) * 1000
  const difference = Date.parse(retryAfter) - Date.parse(header('date') ?? '')
  return Number.isNaN(difference) ? undefined : Math.max(0, difference)
}
