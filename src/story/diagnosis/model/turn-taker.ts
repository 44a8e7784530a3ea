/** Takes one turn with the model as one recorded step, within what a diagnosis may cost. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { Settings } from '../../../guidance/settings/catalogue.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type LanguageModel, type ModelTool, type ModelTurn, ModelUnavailable } from '../../../ports/language-model.ts'
import { countTokens } from '../../incident/model-usage.ts'
import type { Steps } from '../../incident/steps.ts'
import type { Look } from '../begin-look.ts'
import type { Exhibit } from '../evidence.ts'
import type { TurnQuestion } from './conversation.ts'
import { SUBMIT } from './model-tools.ts'
import { estimateTokens } from './shown.ts'
import { submittedIn } from './spoken-submission.ts'
import { boundTurn, inLook, type RecordedTurn, type TakenTurn, turnEvents } from './turn-record.ts'

export type TurnParts = {
  model: LanguageModel
  currentSettings: () => Promise<Settings>
  /** Of all diagnoses of all instances. */
  tokensInLastHour: () => Promise<number>
  clock: Clock
  redactor: Redactor
}

/** What stands before every message of a talk. */
export type Speech = {
  system: string
  tools: readonly ModelTool[]
  isEasy?: boolean
  /** The tool by which the talk ends, where it is not the one that submits a diagnosis. */
  endWith?: string
}

type Given = {
  /** The budgets of time begin with it. */
  look: Pick<Look, 'number' | 'since'>
  /** What the model could have been shown by now. */
  exhibits: () => readonly Exhibit[]
  steps: Steps
  signal: AbortSignal
  /** What was used before, where that counts. */
  tokensBefore?: number
}

const OUTPUT_TOKENS_MAX = 8_000
/** After this the model must submit; a while later nobody waits for it any more. */
const LOOKING_SECONDS = 600
const WAITING_SECONDS = 900
const WAITED_LONG_ENOUGH = `The model did not come to an end in ${WAITING_SECONDS} s.`

/** Its tokens are counted over all that is asked through it. */
export type TakeTurn = (speech: Speech, question: TurnQuestion) => Promise<TakenTurn>

type SpokenQuestion = TurnQuestion & Speech & { isFirstSpent?: boolean }

export function createTurnTaker(parts: TurnParts, given: Given): TakeTurn {
  let tokens = given.tokensBefore ?? 0
  return async (speech, question) => {
    const recorded = await given.steps.act(
      `model turn ${question.number}`,
      () => askWithinBudget(parts, given, { ...question, ...speech }, tokens),
      (answer) => turnEvents({ ...question, recorded: answer, redactor: parts.redactor }),
    )
    if ('turn' in recorded) tokens += countTokens(recorded.turn.usage)
    return inLook(recorded, given.look.number)
  }
}

async function askWithinBudget(
  parts: TurnParts,
  given: Given,
  question: SpokenQuestion,
  tokens: number,
): Promise<RecordedTurn> {
  const settings = await parts.currentSettings()
  const seconds = (parts.clock.now().getTime() - given.look.since.getTime()) / 1000
  const hourly = await hourlyBudgetSpent(parts)
  const isFirstSpent = hourly !== undefined && settings.LLM_FALLBACKS.length > 0
  const spent = whatIsSpent(settings, tokens, seconds) ?? (isFirstSpent ? undefined : hourly)
  const refuse = (failure: string, kind: 'budget' | ModelUnavailable['failure']) => ({
    failure,
    kind,
    provider: settings.LLM_PROVIDER,
    model: settings.LLM_MODEL ?? '',
  })
  if (spent !== undefined) return refuse(spent, 'budget')
  const isLast = seconds > LOOKING_SECONDS || isNearlySpent(settings, tokens, question)
  try {
    const mustSubmit = question.mustSubmit || isLast
    return recordOf(await ask(parts.model, given, { ...question, mustSubmit, isFirstSpent }, seconds), given)
  } catch (error) {
    // Who stops us does not want an answer: the turn is taken anew by whoever carries on.
    given.signal.throwIfAborted()
    if (error instanceof ModelUnavailable) return refuse(error.message, error.failure)
    const { name } = error as Error
    return refuse(name === 'TimeoutError' ? WAITED_LONG_ENOUGH : `The model could not be asked (${name}).`, 'timeout')
  }
}

function recordOf(turn: ModelTurn, { look, exhibits }: Given): RecordedTurn {
  const seen = exhibits().map(({ id, plugin, parameters }) => ({ id, plugin, parameters }))
  return { turn, look: look.number, ...(submittedIn(turn) && { seen }) }
}

async function ask(model: LanguageModel, { signal }: Given, question: SpokenQuestion, seconds: number) {
  const { system, tools, messages, mustSubmit, endWith = SUBMIT, isEasy = false, isFirstSpent = false } = question
  const leftMs = Math.max(1, (WAITING_SECONDS - seconds) * 1000)
  const turn = await model.takeTurn({
    system,
    messages,
    // The same tools each turn, even where only one may be called: what was cached stays so.
    tools,
    ...(mustSubmit && { mustCall: endWith }),
    isEasy,
    isFirstSpent,
    maxOutputTokens: OUTPUT_TOKENS_MAX,
    signal: AbortSignal.any([signal, AbortSignal.timeout(leftMs)]),
  })
  return boundTurn(turn)
}

function whatIsSpent({ LLM_INCIDENT_TOKENS }: Settings, tokens: number, seconds: number): string | undefined {
  if (tokens >= LLM_INCIDENT_TOKENS)
    return `The ${LLM_INCIDENT_TOKENS} tokens one incident may use are used up (LLM_INCIDENT_TOKENS).`
  return seconds >= WAITING_SECONDS ? WAITED_LONG_ENOUGH : undefined
}

/** Undefined where there is something left. */
export async function hourlyBudgetSpent({
  currentSettings,
  tokensInLastHour,
}: Pick<TurnParts, 'currentSettings' | 'tokensInLastHour'>): Promise<string | undefined> {
  const { LLM_HOURLY_TOKENS } = await currentSettings()
  if (LLM_HOURLY_TOKENS === 0 || (await tokensInLastHour()) < LLM_HOURLY_TOKENS) return undefined
  return `The ${LLM_HOURLY_TOKENS} model tokens of this hour are used up (LLM_HOURLY_TOKENS), so the analysis works alone.`
}

/** Room is kept for the turn in which it submits. */
function isNearlySpent(
  { LLM_INCIDENT_TOKENS }: Settings,
  tokens: number,
  { messages, system }: SpokenQuestion,
): boolean {
  const next = estimateTokens(system) + estimateTokens(messages.map(({ text }) => text).join('')) + OUTPUT_TOKENS_MAX
  return tokens + 2 * next > LLM_INCIDENT_TOKENS
}
