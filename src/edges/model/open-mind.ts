/** Everything a diagnosis with a model is handed: the model itself, what it may cost, and what it may be shown. */
import { randomBytes } from 'node:crypto'
import type { KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { modelPlaces } from '../../guidance/settings/model-places.ts'
import { costOf } from '../../guidance/settings/model-prices.ts'
import type { Plugin } from '../../plugins/plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ModelHealth } from '../../ports/language-model.ts'
import type { Traces } from '../../ports/traces.ts'
import type { Mind } from '../../story/diagnosis/model/mind.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Database } from '../store/database.ts'
import { createActionLedger } from '../store/ledger-records.ts'
import { tokensInLastHour } from '../store/usage-records.ts'
import { type CountTurn, countTurns, type PriceOf } from './counted-turns.ts'
import { createLanguageModel } from './language-model.ts'
import { createModelHealth, type LearnsFromTurns } from './model-health.ts'
import { isConfigured } from './model-place.ts'
import { traceTurns } from './traced-turns.ts'

type Parts = {
  database: Database
  currentSettings: () => Promise<Settings>
  fetch: GuardedFetch
  clock: Clock
  redactor: Redactor
  knowledge: KnowledgeSearch
  findSimilar: Mind['findSimilar']
  plugins: () => readonly Plugin[]
  offer: Mind['offer']
  countTurn: CountTurn
  /** Who hears what became of each turn, where not the health that is asked here. */
  learner?: LearnsFromTurns
  traces: Traces
}

type OpenMind = {
  mind: Mind
  health: ModelHealth & LearnsFromTurns
  /** For the status page; none while the store is away. */
  warnings(): Promise<readonly string[]>
}

const ENTRIES_MAX = 3
/** A little less than the brief has room for, so that it cuts none of them off. */
const ENTRIES_TOKENS_MAX = 1_300

export function openMind(parts: Parts): OpenMind {
  const {
    database,
    currentSettings,
    fetch,
    clock,
    redactor,
    knowledge,
    findSimilar,
    plugins,
    offer,
    countTurn,
    traces,
  } = parts
  const health = createModelHealth({ currentSettings, fetch })
  const priceOf: PriceOf = async ({ model: name, usage }) =>
    costOf(await currentSettings(), [{ model: name, ...usage }])
  const spoken = createLanguageModel({
    ...{ currentSettings, fetch, health: parts.learner ?? health },
    tokensInLastHour: (name) => tokensInLastHour(database, name),
  })
  const model = traceTurns(countTurns(spoken, countTurn, priceOf), traces)
  const used = () => tokensInLastHour(database)
  return {
    health,
    warnings: () => budgetWarnings(currentSettings, used).catch(() => []),
    mind: {
      model,
      isConfigured: async () => modelPlaces(await currentSettings()).some(isConfigured),
      currentSettings,
      tokensInLastHour: used,
      clock,
      redactor,
      plugins,
      offer,
      ledger: createActionLedger(database),
      searchKnowledge: async (text) => (await knowledge.search(text, ENTRIES_MAX, ENTRIES_TOKENS_MAX)).entries,
      findSimilar,
      newMarker: () => randomBytes(6).toString('hex'),
    },
  }
}

async function budgetWarnings(currentSettings: Parts['currentSettings'], used: () => Promise<number>) {
  const { LLM_HOURLY_TOKENS, LLM_FALLBACKS } = await currentSettings()
  if (LLM_HOURLY_TOKENS === 0 || (await used()) < LLM_HOURLY_TOKENS) return []
  const who = LLM_FALLBACKS.length > 0 ? 'only LLM_FALLBACKS are asked' : 'analysis works alone'
  return [`The ${LLM_HOURLY_TOKENS} model tokens of this hour are used up (LLM_HOURLY_TOKENS): ${who}.`]
}
