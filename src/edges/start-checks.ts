/**
 * Everything a wrong or half-given deployment setting can break, asked before anything is opened. The start ends with the
 * first sentence; `firebreak doctor` tells all of them.
 */
import { weaknessOf } from '../guidance/access/key-strength.ts'
import { type Environment, requireStores } from '../guidance/settings/environment.ts'
import { readSwitch } from '../guidance/settings/switch.ts'
import { StartRefused } from '../problem.ts'
import { findClusterAdvice, requireClusterAccounts } from './cluster/require-accounts.ts'
import { readListenOptions } from './http/listen-options.ts'
import { readTrustedProxies } from './http/trusted-proxies.ts'
import { connectionConfig } from './store/database.ts'
import { readTracePlace } from './telemetry/trace-place.ts'

/** `about` is the line of `firebreak doctor` that it stands for. */
type StartCheck = { about: string; check(environment: Environment): unknown }

const START_CHECKS: readonly StartCheck[] = [
  { about: 'relational store', check: ({ DATABASE_URL }) => requireForm({ DATABASE_URL }) },
  { about: 'cache store', check: ({ REDIS_URL }) => requireForm({ REDIS_URL }) },
  { about: 'address', check: ({ HOST, PORT }) => readListenOptions({ HOST, PORT }) },
  { about: 'access', check: (environment) => readSwitch(environment, 'ALLOW_OPEN_API') },
  { about: 'access', check: (environment) => refuseBlank(environment, 'API_KEY') },
  { about: 'access', check: ({ API_KEY }) => refuseEdgeBlanks(API_KEY) },
  { about: 'proxies', check: readTrustedProxies },
  { about: 'hold', check: (environment) => readSwitch(environment, 'FIREBREAK_HOLD') },
  { about: 'plugins', check: (environment) => readSwitch(environment, 'ALLOW_UNFENCED_PLUGINS') },
  { about: 'stored secrets', check: (environment) => refuseBlank(environment, 'FIREBREAK_SECRET_KEY') },
  { about: 'cluster', check: requireClusterAccounts },
  { about: 'traces', check: readTracePlace },
]

type StartProblem = { about: string; sentence: string }

export async function requireDeployment(environment: Environment): Promise<void> {
  const [problem] = await findStartProblems(environment)
  if (problem) throw new StartRefused(problem.sentence)
}

/** One sentence for each setting that would stop the start. */
export async function findStartProblems(environment: Environment): Promise<StartProblem[]> {
  const problems: StartProblem[] = []
  for (const { about, check } of START_CHECKS) {
    try {
      await check(environment)
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      problems.push({ about, sentence: error.message })
    }
  }
  return problems
}

/** What lets the start pass and yet cannot be meant. A cluster may come later, so its file may too. */
export async function findStartAdvice(environment: Environment): Promise<string[]> {
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment
  const traces =
    headers?.trim() && !endpoint?.trim()
      ? ['OTEL_EXPORTER_OTLP_HEADERS is set without OTEL_EXPORTER_OTLP_ENDPOINT: no traces are sent.']
      : []
  const weakness = environment.API_KEY ? weaknessOf(environment.API_KEY) : undefined
  return [...traces, ...(weakness ? [`${weakness}.`] : []), ...(await findClusterAdvice(environment))]
}

/** A store that is not named at all is asked for elsewhere, both in one sentence. */
function requireForm({ DATABASE_URL, REDIS_URL }: Environment): void {
  if (DATABASE_URL?.trim()) {
    requireStores({ DATABASE_URL, REDIS_URL: 'embedded:' })
    connectionConfig(DATABASE_URL.trim())
  }
  if (REDIS_URL?.trim()) requireStores({ DATABASE_URL: 'postgresql://', REDIS_URL })
}

/** A template that found no value often leaves a blank; as a key it would lock everybody out, or protect nothing. */
function refuseBlank(environment: Environment, key: 'API_KEY' | 'FIREBREAK_SECRET_KEY'): void {
  const value = environment[key]
  if (value !== undefined && value !== '' && value.trim() === '') {
    throw new StartRefused(`${key} holds nothing but blanks; give it a value or leave it out.`)
  }
}

/** A file read with its last line break, say. No header carries it, so no caller could ever show this key. */
function refuseEdgeBlanks(key = ''): void {
  if (key.trim() !== '' && key.trim() !== key) {
    throw new StartRefused('API_KEY begins or ends with a blank or a line break; take it away.')
  }
}
