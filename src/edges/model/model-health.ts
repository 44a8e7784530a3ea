/** Whether the configured model answers, asked at most once a minute and again whenever its settings change. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { ModelHealth, ModelStatus } from '../../ports/language-model.ts'

type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<{ status: number }>
type Parts = { currentSettings: () => Promise<Settings>; fetch: Fetch; monotonicMs?: () => number }

const FRESH_FOR_MS = 60_000
const PATIENCE_MS = 3_000

export function createModelHealth({
  currentSettings,
  fetch,
  monotonicMs = () => performance.now(),
}: Parts): ModelHealth {
  let last: { about: string; at: number; status: Promise<ModelStatus> } | undefined
  return {
    async status() {
      const settings = await currentSettings()
      if (!isConfigured(settings)) return 'not_configured'
      const about = JSON.stringify([settings.LLM_PROVIDER, settings.LLM_BASE_URL, settings.LLM_API_KEY])
      if (last?.about !== about || monotonicMs() - last.at > FRESH_FOR_MS) {
        last = { about, at: monotonicMs(), status: probe(settings, fetch) }
      }
      return last.status
    },
  }
}

/** A provider's own address needs a key; a server of one's own may not. */
function isConfigured({ LLM_API_KEY, LLM_BASE_URL }: Settings): boolean {
  return LLM_API_KEY !== undefined || !/^https:\/\/api\.(anthropic|openai)\.com(\/|$)/.test(LLM_BASE_URL ?? '')
}

/** Lists the models: free of charge with both protocols. A server that does not know the question still is there. */
async function probe(settings: Settings, fetch: Fetch): Promise<ModelStatus> {
  try {
    const { status } = await fetch(modelListAddress(settings), {
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

function modelListAddress({ LLM_BASE_URL }: Settings): string {
  const base = (LLM_BASE_URL ?? '').replace(/\/+$/, '')
  return base.endsWith('/v1') ? `${base}/models` : `${base}/v1/models`
}

function keyHeaders({ LLM_PROVIDER, LLM_API_KEY }: Settings): Record<string, string> {
  if (LLM_PROVIDER === 'provider_a') {
    return { 'anthropic-version': '2023-06-01', ...(LLM_API_KEY ? { 'x-api-key': LLM_API_KEY } : {}) }
  }
  return LLM_API_KEY ? { authorization: `Bearer ${LLM_API_KEY}` } : {}
}
