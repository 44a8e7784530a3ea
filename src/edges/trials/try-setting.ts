/** One setting, tried as the service would use it, with what is in force or with a change that is not made yet. */
import type { SettingKey, Settings } from '../../guidance/settings/catalogue.ts'
import type { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import type { Clock } from '../../ports/clock.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { Problem } from '../../problem.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { reasonOf } from '../store/reason-of.ts'
import { type MakeTrial, type Trial, TrialFailed } from './trial.ts'
import { tryCallbackKey, tryCallbackToken } from './try-callbacks.ts'
import { tryEmbeddings, tryFallbacks, tryModel } from './try-models.ts'
import { tryGrafanaPage, tryMetricsPage } from './try-pages.ts'
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
import { TARGET_TRIALS, type TargetKey, type Targets } from './try-targets.ts'

const CHAT: readonly SettingKey[] = ['CHAT_BASE_URL', 'CHAT_APP_ID', 'CHAT_APP_SECRET']

/** Each with the settings it is about, and those it cannot do without. */
const TRIALS: readonly { make: MakeTrial; of: readonly SettingKey[]; needs: readonly SettingKey[] }[] = [
  { make: tryModel, of: ['LLM_API_KEY', 'LLM_BASE_URL', 'LLM_MODEL'], needs: ['LLM_API_KEY'] },
  { make: tryFallbacks, of: ['LLM_FALLBACKS', 'LLM_FALLBACK_KEYS'], needs: ['LLM_FALLBACKS'] },
  {
    make: tryEmbeddings,
    of: ['EMBEDDING_API_KEY', 'EMBEDDING_BASE_URL', 'EMBEDDING_MODEL'],
    needs: ['EMBEDDING_API_KEY'],
  },
  { make: tryMetrics, of: ['METRICS_URL', 'METRICS_TOKEN'], needs: ['METRICS_URL'] },
  { make: tryLogs, of: ['LOGS_URL', 'LOGS_TOKEN'], needs: ['LOGS_URL'] },
  { make: tryErrors, of: ['ERRORS_URL', 'ERRORS_TOKEN'], needs: ['ERRORS_URL'] },
  { make: tryAlertmanager, of: ['ALERTMANAGER_URL', 'ALERTMANAGER_TOKEN'], needs: ['ALERTMANAGER_URL'] },
  { make: tryChat, of: ['CHAT_BASE_URL', 'CHAT_APP_ID', 'CHAT_APP_SECRET'], needs: CHAT },
  { make: tryChannel, of: ['CHAT_DEFAULT_CHAT_ID'], needs: [...CHAT, 'CHAT_DEFAULT_CHAT_ID'] },
  { make: tryCallbackKey, of: ['CHAT_ENCRYPT_KEY'], needs: ['CHAT_ENCRYPT_KEY', 'PUBLIC_URL'] },
  {
    make: tryCallbackToken,
    of: ['CHAT_VERIFICATION_TOKEN'],
    needs: ['CHAT_VERIFICATION_TOKEN', 'PUBLIC_URL'],
  },
  { make: tryMetricsPage, of: ['METRICS_PAGE_URL'], needs: ['METRICS_PAGE_URL'] },
  { make: tryGrafanaPage, of: ['GRAFANA_PAGE_URL'], needs: ['GRAFANA_PAGE_URL'] },
  { make: tryCloud, of: ['CLOUD_REGION', 'CLOUD_ENDPOINT'], needs: [] },
  { make: tryPublicUrl, of: ['PUBLIC_URL'], needs: ['PUBLIC_URL'] },
]

export type TriedKey = SettingKey | TargetKey

const isTarget = (key: TriedKey): key is TargetKey => Object.hasOwn(TARGET_TRIALS, key)

export const TRIED_KEYS: readonly TriedKey[] = [
  ...TRIALS.flatMap(({ of }) => of),
  ...(Object.keys(TARGET_TRIALS) as TargetKey[]),
]

export type TrialOutcome = { tried: string; works: boolean; cameBack: string; seconds: number }

type Parts = {
  settings: Pick<SettingsDesk, 'preview'>
  fetch: GuardedFetch
  clock: Clock
  targets: Targets
  /** Hides secrets in whatever a server says of us. */
  clean: (text: string, settings: Settings) => string
}

type Wanted = { key: TriedKey; changes: object; by: string }

const PATIENCE_MS = 10_000
const WORDS_MAX = 600

/** A secret goes to its own origin here too: a change of the address drops it, as a stored one would. */
export async function trySetting(parts: Parts, { key, changes, by }: Wanted): Promise<TrialOutcome> {
  const { values } = await parts.settings.preview({ ...changes })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  if (isTarget(key)) {
    const message = `${key} is tried as the environment has it; another value is tried where the service is started.`
    if (key in changes) throw new Problem('VALIDATION_ERROR', message, { details: [{ field: 'value', message }] })
    const trial = TARGET_TRIALS[key]({ ...parts.targets, signal, seconds: PATIENCE_MS / 1000 })
    return trial ? carryOut(trial, parts, values, signal) : nothing(`To try it, set ${key}.`)
  }
  const { make, needs = [] } = TRIALS.find(({ of }) => of.includes(key)) ?? {}
  const trial = make?.(values, { fetch: parts.fetch, clock: parts.clock, signal, by })
  return trial ? carryOut(trial, parts, values, signal) : nothing(tellMissing(values, needs))
}

function nothing(cameBack: string): TrialOutcome {
  return { tried: 'Nothing.', works: false, cameBack, seconds: 0 }
}

async function carryOut(
  trial: Trial,
  { clean }: Pick<Parts, 'clean'>,
  values: Settings,
  signal: AbortSignal,
): Promise<TrialOutcome> {
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
    if (error instanceof NotConfigured) return nothing(error.message)
    const isTooLate = signal.aborted && !(error instanceof TrialFailed)
    return outcome(false, isTooLate ? `Nothing, within ${PATIENCE_MS / 1000} s.` : reasonOf(error))
  }
}

function tellMissing(values: Settings, needs: readonly SettingKey[]): string {
  const missing = needs.filter((key) => String(values[key] ?? '') === '')
  return missing.length === 0 ? 'Not enough is set to try it.' : `To try it, set ${missing.join(', ')}.`
}
