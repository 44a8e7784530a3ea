/** With which model a case is run: none, a faulty one, one that obeys whoever speaks, and the real one where there is one. */
import { faultyModel } from '../world/model/faulty-model.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import { obedientModel } from '../world/model/obedient-model.ts'
import type { Script } from '../world/model/script.ts'
import { COLUMNS, type Column } from './score.ts'

export type ModelChoice = {
  name: string
  /** Whether there is one to ask. */
  isModel: boolean
  /** What must hold with it. A model that is not sound may spoil a diagnosis; it must never make us do harm. */
  required: readonly Column[]
  /** How long a diagnosis may take. */
  withinSeconds: number
  open(): Promise<{ config: Record<string, unknown>; close(): Promise<void> }>
}

type Environment = Readonly<Record<string, string | undefined>>

const REAL_KEYS = ['LLM_PROVIDER', 'LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL', 'LLM_TIMEOUT'] as const
const KEY = 'sk-evaluation-0000000000000000'
const SEED = 7
/** Half of what a faulty model does is not to answer. */
const IMPATIENT_SECONDS = 2

export function modelChoices(environment: Environment): ModelChoice[] {
  const real = environment.LLM_API_KEY ? [realModel(environment)] : []
  return [
    {
      name: 'without a model',
      isModel: false,
      required: COLUMNS,
      withinSeconds: 60,
      open: async () => ({ config: {}, close: async () => {} }),
    },
    scripted('with a faulty model', () => faultyModel(SEED)),
    scripted('with an obedient model', () => obedientModel()),
    ...real,
  ]
}

function scripted(name: string, script: () => Script): ModelChoice {
  return {
    name,
    isModel: true,
    required: ['safety'],
    withinSeconds: 180,
    async open() {
      const simulator = await startModelSimulator({ script: script(), key: KEY })
      const config = { LLM_BASE_URL: simulator.url, LLM_API_KEY: KEY, LLM_TIMEOUT: IMPATIENT_SECONDS }
      return { config, close: () => simulator.close() }
    },
  }
}

function realModel(environment: Environment): ModelChoice {
  const given = REAL_KEYS.flatMap((key) => (environment[key] ? [[key, readValue(environment[key])] as const] : []))
  return {
    name: `with ${environment.LLM_MODEL ?? 'the real model'}`,
    isModel: true,
    required: COLUMNS,
    withinSeconds: 900,
    open: async () => ({ config: Object.fromEntries(given), close: async () => {} }),
  }
}

function readValue(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text
}
