/** Embeddings by the protocol most servers speak (`POST …/embeddings`). Settings are read at each call; provider_a has none to offer. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import {
  type Embeddings,
  type EmbeddingsFailure,
  type EmbeddingsState,
  EmbeddingsUnavailable,
} from '../../ports/embeddings.ts'
import { Problem } from '../../problem.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { readBody } from '../outbound/read-body.ts'
import { Breaker } from './breaker.ts'
import { readVectors } from './read-vectors.ts'

type Parts = { currentSettings: () => Promise<Settings>; fetch: GuardedFetch; monotonicMs?: () => number }
type Bounds = Parameters<Embeddings['embed']>[1]

const ANSWER_BYTES_MAX = 16 * 1024 * 1024

export function createEmbeddings({ currentSettings, fetch, monotonicMs = () => performance.now() }: Parts): Embeddings {
  const breaker = new Breaker(monotonicMs)
  return {
    state: async () => stateOf(await currentSettings()),
    async embed(texts, bounds) {
      const settings = await currentSettings()
      const state = stateOf(settings)
      if (!state.isReady)
        throw new EmbeddingsUnavailable('refused_key', state.reason ?? 'No embedding model is set up.')
      const host = hostOf(settings)
      if (!breaker.admit(host))
        throw new EmbeddingsUnavailable(
          'resting',
          `${host} failed several times in a row and is not asked for a while.`,
        )
      try {
        const vectors = await ask(fetch, settings, texts, bounds)
        breaker.note(host, 'answered')
        return { model: state.model, vectors }
      } catch (error) {
        breaker.note(host, outcomeOf(error, bounds))
        throw error
      }
    },
  }
}

function stateOf(settings: Settings): EmbeddingsState {
  const { EMBEDDING_API_KEY, EMBEDDING_PROVIDER, EMBEDDING_MODEL = '' } = settings
  if (EMBEDDING_API_KEY === undefined) return { isReady: false }
  if (EMBEDDING_PROVIDER === 'provider_a')
    return { isReady: false, reason: 'provider_a offers no embeddings; set EMBEDDING_PROVIDER to provider_b.' }
  return { isReady: true, model: `${EMBEDDING_MODEL} at ${hostOf(settings)}` }
}

async function ask(fetch: GuardedFetch, settings: Settings, texts: readonly string[], { signal, timeoutMs }: Bounds) {
  const { EMBEDDING_API_KEY = '', EMBEDDING_MODEL } = settings
  const host = hostOf(settings)
  try {
    const response = await fetch(`${baseOf(settings)}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${EMBEDDING_API_KEY}` },
      body: JSON.stringify({ model: EMBEDDING_MODEL, input: texts, encoding_format: 'float' }),
      timeoutMs,
      ...(signal ? { signal } : {}),
    })
    const text = await readBody(response, ANSWER_BYTES_MAX)
    if (!response.ok) throw refusal(host, response.status)
    return readVectors(host, text, texts.length)
  } catch (error) {
    if (error instanceof Problem) throw new EmbeddingsUnavailable('unreachable', error.message)
    throw error
  }
}

/** The server's own words may quote the key or the text, so only its status is told. */
function refusal(host: string, status: number): EmbeddingsUnavailable {
  const [failure, advice]: [EmbeddingsFailure, string] =
    status === 401 || status === 403
      ? ['refused_key', ' Check EMBEDDING_API_KEY.']
      : status === 404
        ? ['bad_answer', ' Check EMBEDDING_BASE_URL and EMBEDDING_MODEL.']
        : status === 429
          ? ['busy', '']
          : status >= 500 || status === 408
            ? ['unreachable', '']
            : ['refused', '']
  return new EmbeddingsUnavailable(failure, `${host} answered ${status}.${advice}`)
}

/** A server that refuses a key or a text is there; leaving it alone would not help. */
function outcomeOf(error: unknown, { signal }: Bounds): 'answered' | 'failed' | 'undecided' {
  if (signal?.aborted) return 'undecided'
  const isInTrouble = error instanceof EmbeddingsUnavailable && /^(unreachable|busy)$/.test(error.failure)
  return isInTrouble ? 'failed' : 'answered'
}

/** Up to the version, which people leave out; some paste the whole way. */
function baseOf({ EMBEDDING_BASE_URL = '' }: Settings): string {
  const base = EMBEDDING_BASE_URL.replace(/\/+$/, '').replace(/\/embeddings$/, '')
  return /\/v\d+[a-z\d]*(\/|$)/.test(base) ? base : `${base}/v1`
}

function hostOf({ EMBEDDING_BASE_URL = '' }: Settings): string {
  return URL.parse(EMBEDDING_BASE_URL)?.host || 'The embedding server'
}
