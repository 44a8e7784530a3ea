/** The service's own language model before a pretend server, with a clock that moves only when it waits or is told to. */
import type { TestContext } from 'node:test'
import { createLanguageModel } from '../../../src/edges/model/language-model.ts'
import { createModelHealth } from '../../../src/edges/model/model-health.ts'
import { createGuardedFetch } from '../../../src/edges/outbound/guarded-fetch.ts'
import type { Settings } from '../../../src/guidance/settings/catalogue.ts'
import { resolveSettings } from '../../../src/guidance/settings/resolve-settings.ts'
import type { ModelQuestion } from '../../../src/ports/language-model.ts'
import { startModelSimulator } from './model-simulator.ts'
import type { Provider, Script } from './script.ts'

export const KEY = 'sk-test-3f9c2d71a8b04e65'

export async function openLanguageModel(t: TestContext, provider: Provider, script: Script) {
  const simulator = await startModelSimulator({ script, key: KEY })
  t.after(() => simulator.close())
  const fetch = createGuardedFetch()
  t.after(() => fetch.close())
  const { values } = resolveSettings(
    { LLM_PROVIDER: provider, LLM_BASE_URL: simulator.url, LLM_API_KEY: KEY },
    new Map(),
  )
  const given: { settings: Settings } = { settings: values }
  const time = { ms: 0, waits: [] as number[] }
  const parts = { currentSettings: async () => given.settings, fetch, monotonicMs: () => time.ms }
  const health = createModelHealth(parts)
  const wait = async (milliseconds: number) => {
    time.ms += milliseconds
    time.waits.push(milliseconds)
  }
  const model = createLanguageModel({ ...parts, health, wait, random: () => 0.5 })
  return {
    model,
    health,
    simulator,
    time,
    set: (changes: Partial<Settings>) => void Object.assign(given, { settings: { ...given.settings, ...changes } }),
  }
}

const LOOK = {
  type: 'object',
  properties: { namespace: { type: 'string' }, query: { type: 'string' } },
  required: [],
}

export function ask(changes: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    system: 'You find the cause of incidents.',
    messages: [{ role: 'user', text: 'The shop answers slowly. PROMPT-CANARY-77' }],
    tools: [
      { name: 'list_pods', description: 'Lists pods.', parameters: LOOK },
      { name: 'metrics.query', description: 'Asks the metrics server.', parameters: LOOK },
    ],
    maxOutputTokens: 1000,
    signal: new AbortController().signal,
    ...changes,
  }
}
