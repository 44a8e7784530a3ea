/** Whether the configured model answers: known from its last turn, else asked at most once a minute, and again whenever its settings change. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { ModelHealth, ModelStatus } from '../../ports/language-model.ts'
import { baseAddress, isConfigured, keyHeaders } from './model-place.ts'

type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<{ status: number }>
type Parts = { currentSettings: () => Promise<Settings>; fetch: Fetch; monotonicMs?: () => number }

/** What tells one model from another. */
export type ModelPlace = Pick<Settings, 'LLM_PROVIDER' | 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL'>

/** How turns tell what became of them: with the settings they were taken with, which may have changed since. */
export type LearnsFromTurns = { learn(place: ModelPlace, hasAnswered: boolean): void }

const FRESH_FOR_MS = 60_000
const PATIENCE_MS = 3_000

export function createModelHealth({
  currentSettings,
  fetch,
  monotonicMs = () => performance.now(),
}: Parts): ModelHealth & LearnsFromTurns {
  let last: { about: string; at: number; status: Promise<ModelStatus> } | undefined
  const remember = (place: ModelPlace, status: Promise<ModelStatus>) => {
    last = { about: subjectOf(place), at: monotonicMs(), status }
    return status
  }
  return {
    async status() {
      const settings = await currentSettings()
      if (!isConfigured(settings)) return 'not_configured'
      const isFresh = last?.about === subjectOf(settings) && monotonicMs() - last.at <= FRESH_FOR_MS
      return last && isFresh ? last.status : remember(settings, probe(settings, fetch))
    },
    learn(place, hasAnswered) {
      void remember(place, Promise.resolve(hasAnswered ? 'connected' : 'disconnected'))
    },
  }
}

/** A probe knows nothing of the model's name, but a turn fails for a wrong one. */
function subjectOf({ LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }: ModelPlace): string {
  return JSON.stringify([LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY, LLM_MODEL])
}

/** Lists the models: free of charge with both protocols. A server that does not know the question still is there. */
async function probe(settings: Settings, fetch: Fetch): Promise<ModelStatus> {
  try {
    const { status } = await fetch(`${baseAddress(settings)}/models`, {
      headers: keyHeaders(settings),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const isRefused = status === 401 || status === 403 || status >= 500
    return isRefused ? 'disconnected' : 'connected'
  } catch {
    // Whatever the reason, the truth for the reader is the same: it did not answer.
    return 'disconnected'
  }
}
