/** The language model, whichever provider is set at the moment: one turn with a deadline, retries, a breaker, and errors that give nothing away. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { modelPlaces } from '../../guidance/settings/model-places.ts'
import { type LanguageModel, type ModelQuestion, type ModelTurn, ModelUnavailable } from '../../ports/language-model.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { askPatiently, type Patience } from './ask-patiently.ts'
import { Breaker } from './breaker.ts'
import { exchange } from './exchange.ts'
import type { LearnsFromTurns } from './model-health.ts'
import { hostOf, isConfigured, keyHeaders } from './model-place.ts'
import { openProviderModel } from './provider-model.ts'
import { readTurn } from './read-turn.ts'
import { wordQuestion } from './word-question.ts'

type Parts = {
  currentSettings: () => Promise<Settings>
  fetch: GuardedFetch
  health: LearnsFromTurns
  /** What a model has used in the last hour; unknown means nothing. */
  tokensInLastHour?: (model: string) => Promise<number>
  monotonicMs?: () => number
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
  random?: () => number
}

type Edge = Required<Parts> & { breaker: Breaker }

/** A timer takes no longer time than this. */
const TIMER_MS_MAX = 2 ** 31 - 1

export function createLanguageModel(parts: Parts): LanguageModel {
  const { monotonicMs = () => performance.now(), random = Math.random } = parts
  const wait = parts.wait ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }))
  const tokensInLastHour = parts.tokensInLastHour ?? (async () => 0)
  const edge = { ...parts, tokensInLastHour, monotonicMs, wait, random, breaker: new Breaker(monotonicMs) }
  return { takeTurn: (question) => takeTurn(edge, question) }
}

/** One after the other until one answers; who asked hears of every failure. */
async function takeTurn(edge: Edge, question: ModelQuestion): Promise<ModelTurn> {
  const [first, ...fallbacks] = modelPlaces(await edge.currentSettings(), question.isEasy)
  const places = question.isFirstSpent ? fallbacks : [first, ...fallbacks]
  const failures: ModelUnavailable[] = []
  for (const settings of places) {
    question.signal.throwIfAborted()
    try {
      if (settings !== first) await refuseSpent(edge, settings)
      return await takeTurnWith(edge, settings, question, settings === first)
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error
      failures.push(error)
    }
  }
  throw together(failures)
}

/** The budget of the first is kept by who asks; each that stands in may have one of its own. */
async function refuseSpent(edge: Edge, { LLM_MODEL = '', LLM_HOURLY_TOKENS }: Settings): Promise<void> {
  if (LLM_HOURLY_TOKENS === 0 || (await edge.tokensInLastHour(LLM_MODEL)) < LLM_HOURLY_TOKENS) return
  const spent = `The ${LLM_HOURLY_TOKENS} tokens of ${LLM_MODEL} in this hour are used up (LLM_FALLBACKS).`
  throw new ModelUnavailable('budget_spent', spent)
}

/** The first reason is the one to act on. */
function together([first, ...others]: readonly ModelUnavailable[]): ModelUnavailable {
  if (!first) return new ModelUnavailable('not_configured', 'No model is set up: LLM_API_KEY is unset.')
  return others.length === 0
    ? first
    : new ModelUnavailable(first.failure, [first, ...others].map(({ message }) => message).join(' Then: '))
}

async function takeTurnWith(
  edge: Edge,
  settings: Settings,
  question: ModelQuestion,
  isFirst: boolean,
): Promise<ModelTurn> {
  const host = admitted(edge.breaker, settings)
  const deadline = AbortSignal.timeout(timeoutMs(settings))
  try {
    const turn = await generate(edge, settings, question, AbortSignal.any([question.signal, deadline]))
    edge.breaker.note(host, 'answered')
    if (isFirst) edge.health.learn(settings, true)
    return turn
  } catch (error) {
    if (question.signal.aborted) {
      edge.breaker.note(host, 'undecided')
      throw question.signal.reason
    }
    const unavailable = deadline.aborted ? tooLate(host, settings) : explain(host, error)
    edge.breaker.note(host, isHostInTrouble(unavailable) ? 'failed' : 'answered')
    if (isFirst) edge.health.learn(settings, false)
    throw unavailable
  }
}

function admitted(breaker: Breaker, settings: Settings): string {
  if (!isConfigured(settings)) throw new ModelUnavailable('not_configured', 'No model is set up: LLM_API_KEY is unset.')
  const host = hostOf(settings)
  if (breaker.admit(host)) return host
  throw new ModelUnavailable('breaker_open', `${host} failed several times in a row and is not asked for a while.`)
}

async function generate(
  edge: Edge,
  settings: Settings,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelTurn> {
  const model = await openProviderModel(settings, fetchFor(edge, settings, signal))
  const generated = await model.doGenerate(wordQuestion(question, settings))
  return { provider: settings.LLM_PROVIDER, model: settings.LLM_MODEL ?? '', ...readTurn(generated, question) }
}

/** What the provider's library takes for fetch. It only ever sees an answer of success; everything else is told past it. */
function fetchFor(edge: Edge, settings: Settings, signal: AbortSignal): typeof globalThis.fetch {
  const endsAt = edge.monotonicMs() + timeoutMs(settings)
  const timeLeftMs = () => endsAt - edge.monotonicMs()
  const patience: Patience = { timeLeftMs, random: edge.random, wait: (pauseMs) => edge.wait(pauseMs, signal) }
  return async (url, request = {}) => {
    const message = {
      url: String(url),
      headers: withOwnKey(Object.fromEntries(new Headers(request.headers)), settings),
      body: wholeCharacters(String(request.body)),
    }
    const ask = () =>
      exchange({ ...message, fetch: edge.fetch, host: hostOf(settings), signal, timeoutMs: timeoutMs(settings) })
    const reply = await askPatiently(ask, patience)
    if ('refusal' in reply) throw reply.refusal
    return new Response(reply.text, { headers: { 'content-type': 'application/json' } })
  }
}

function withOwnKey(headers: Record<string, string>, settings: Settings): Record<string, string> {
  const { 'x-api-key': _, authorization: __, ...others } = headers
  return { ...others, ...keyHeaders(settings) }
}

/** Half a surrogate pair, as a cut text may end with, is written `\ud83d` in JSON; provider_a refuses the whole body for it. */
function wholeCharacters(json: string): string {
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '$1\\ufffd')
}

function timeoutMs({ LLM_TIMEOUT }: Settings): number {
  return Math.min(Math.ceil(LLM_TIMEOUT * 1000), TIMER_MS_MAX)
}

function tooLate(host: string, { LLM_TIMEOUT }: Settings): ModelUnavailable {
  return new ModelUnavailable('timeout', `${host} did not finish its turn within ${LLM_TIMEOUT} s (LLM_TIMEOUT).`)
}

/** A library's error holds the whole prompt, so of one only its name is kept. */
function explain(host: string, error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error
  const name = error instanceof Error ? error.name : typeof error
  return new ModelUnavailable('bad_answer', `What ${host} answered is not its protocol (${name}). Check LLM_PROVIDER.`)
}

/** A server that refuses a key or words nonsense is there; leaving it alone would not help. */
function isHostInTrouble({ failure }: ModelUnavailable): boolean {
  return failure === 'unreachable' || failure === 'timeout' || failure === 'rate_limited'
}
