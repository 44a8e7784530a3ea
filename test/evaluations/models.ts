/** With which model a case is run: none, a faulty one, one that obeys whoever speaks, and the real one where there is one. */
import { faultyModel } from '../world/model/faulty-model.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import { obedientModel } from '../world/model/obedient-model.ts'
import type { Script } from '../world/model/script.ts'
import { type KeptTalk, readTalk, writeTalk } from './kept-talk.ts'
import { COLUMNS, type Column } from './score.ts'
import { openTalkServer } from './talk-server.ts'

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

type Kept = { choices: ModelChoice[]; finish(): Promise<string[]> }

/** The real model through a server that writes its turns down. */
export async function recordingModel(environment: Environment, path: string): Promise<Kept> {
  const { LLM_PROVIDER: provider = 'provider_a', LLM_MODEL: model = '', LLM_BASE_URL } = environment
  const real = LLM_BASE_URL ?? ADDRESSES[provider as keyof typeof ADDRESSES]
  const talk: KeptTalk = { provider, model, answers: {} }
  const server = await openTalkServer({ talk, real })
  const choice = realModel({ ...environment, LLM_BASE_URL: server.url + new URL(real).pathname.replace(/\/$/, '') })
  const finish = async () => {
    await server.close()
    await writeTalk(path, talk)
    return [`${Object.keys(talk.answers).length} turns were written to ${path}.`]
  }
  return { choices: [choice], finish }
}

const ADDRESSES = { provider_a: 'https://api.anthropic.com', provider_b: 'https://api.openai.com/v1' }

/** The talk of then, without the model. */
export async function replayedModel(path: string): Promise<Kept> {
  const talk = await readTalk(path)
  const server = await openTalkServer({ talk })
  const settings = { LLM_PROVIDER: talk.provider, LLM_MODEL: talk.model, LLM_BASE_URL: server.url, LLM_API_KEY: KEY }
  const choice = { ...realModel(settings), name: `with the turns of ${talk.model || talk.provider} from ${path}` }
  const finish = async () => {
    await server.close()
    const lost = [...new Set(server.uncovered)].toSorted()
    return lost.map((turn) => `Not covered any more, what is asked has changed: ${turn}.`)
  }
  return { choices: [choice], finish }
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
