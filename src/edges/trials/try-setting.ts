/** One setting, tried as the service would use it, with what is in force or with a change that is not made yet. */
import type { SettingKey, Settings } from '../../guidance/settings/catalogue.ts'
import type { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { reasonOf } from '../store/reason-of.ts'
import type { MakeTrial } from './trial.ts'
import { tryEmbeddings, tryFallbacks, tryModel } from './try-models.ts'
import {
  tryAlertmanager,
  tryChannel,
  tryChat,
  tryCloud,
  tryErrors,
  tryLogs,
  tryMetrics,
  tryPublicUrl,
} from './try-servers.ts'

const TRIALS: Partial<Record<SettingKey, MakeTrial>> = {
  LLM_API_KEY: tryModel,
  LLM_BASE_URL: tryModel,
  LLM_MODEL: tryModel,
  LLM_FALLBACKS: tryFallbacks,
  LLM_FALLBACK_KEYS: tryFallbacks,
  EMBEDDING_API_KEY: tryEmbeddings,
  EMBEDDING_BASE_URL: tryEmbeddings,
  EMBEDDING_MODEL: tryEmbeddings,
  METRICS_URL: tryMetrics,
  METRICS_TOKEN: tryMetrics,
  LOGS_URL: tryLogs,
  LOGS_TOKEN: tryLogs,
  ERRORS_URL: tryErrors,
  ERRORS_TOKEN: tryErrors,
  ALERTMANAGER_URL: tryAlertmanager,
  ALERTMANAGER_TOKEN: tryAlertmanager,
  CHAT_BASE_URL: tryChat,
  CHAT_APP_ID: tryChat,
  CHAT_APP_SECRET: tryChat,
  CHAT_DEFAULT_CHAT_ID: tryChannel,
  CLOUD_REGION: tryCloud,
  CLOUD_ENDPOINT: tryCloud,
  PUBLIC_URL: tryPublicUrl,
}

export const TRIED_KEYS = Object.keys(TRIALS) as SettingKey[]

export type TrialOutcome = { tried: string; works: boolean; cameBack: string; seconds: number }

type Parts = {
  settings: Pick<SettingsDesk, 'preview'>
  fetch: GuardedFetch
  clock: Clock
  /** Hides secrets in whatever a server says of us. */
  clean: (text: string, settings: Settings) => string
}

type Wanted = { key: SettingKey; changes: object; by: string }

const PATIENCE_MS = 10_000
const WORDS_MAX = 600

/** A secret goes to its own origin here too: a change of the address drops it, as a stored one would. */
export async function trySetting({ settings, fetch, clock, clean }: Parts, wanted: Wanted): Promise<TrialOutcome> {
  const { values } = await settings.preview({ ...wanted.changes })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const trial = TRIALS[wanted.key]?.(values, { fetch, clock, signal, by: wanted.by })
  if (!trial) return { tried: 'Nothing.', works: false, cameBack: 'Not enough is set to try it.', seconds: 0 }
  const started = performance.now()
  const outcome = (works: boolean, words: string) => ({
    tried: trial.tried,
    works,
    cameBack: clean(words, values).slice(0, WORDS_MAX),
    seconds: Math.round(performance.now() - started) / 1000,
  })
  try {
    return outcome(true, await trial.ask())
  } catch (error) {
    return outcome(false, signal.aborted ? `Nothing, within ${PATIENCE_MS / 1000} s.` : reasonOf(error))
  }
}
