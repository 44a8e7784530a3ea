/** Takes one turn with the model as one recorded step, within what a diagnosis may cost, and says what is kept of it. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { Settings } from '../../../guidance/settings/catalogue.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type LanguageModel,
  type ModelFailure,
  type ModelMessage,
  type ModelTool,
  type ModelTurn,
  ModelUnavailable,
} from '../../../ports/language-model.ts'
import type { NewEvent } from '../../incident/incident-event.ts'
import { countTokens } from '../../incident/model-usage.ts'
import type { Steps } from '../../incident/steps.ts'
import type { Look } from '../begin-look.ts'
import type { Exhibit } from '../evidence.ts'
import { SUBMIT } from './model-tools.ts'
import { estimateTokens } from './shown.ts'
import { submittedIn } from './submission.ts'

export type TurnParts = {
  model: LanguageModel
  currentSettings: () => Promise<Settings>
  /** Of all diagnoses of all instances. */
  tokensInLastHour: () => Promise<number>
  clock: Clock
  redactor: Redactor
}

export type TurnQuestion = { number: number; messages: readonly ModelMessage[]; mustSubmit: boolean }

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

// What is kept of one exchange with the model: enough to go on from after a restart, and a line of the timeline.

/** A call the model knew of, by its number. */
export type SeenCall = Pick<Exhibit, 'id' | 'plugin' | 'parameters'>

/** Where no turn came, `failure` says why, in a sentence that is safe to show. */
type RecordedTurn =
  | {
      turn: ModelTurn
      /** Of the diagnosis, when it was taken; the first where nothing is said. */
      look?: number
      /** Where it submits: what the numbers it cites stood for. */
      seen?: readonly SeenCall[]
    }
  | NoTurn

type NoTurn = { failure: string; kind: ModelFailure | 'budget'; provider: string; model: string }

/** `seenBefore` where it was taken in an earlier look, whose calls are none of this one's. */
export type TakenTurn = { turn: ModelTurn; seenBefore?: readonly SeenCall[] } | NoTurn

function inLook(recorded: RecordedTurn, look: number): TakenTurn {
  if ('failure' in recorded) return recorded
  const { turn, look: itsLook = 1, seen = [] } = recorded
  return itsLook === look ? { turn } : { turn, seenBefore: seen }
}

const TEXT_CHARACTERS_MAX = 20_000
const CALLS_MAX = 60
const PARAMETERS_CHARACTERS_MAX = 20_000
const SHOWN_CHARACTERS_MAX = 6_000
const CALL_SHOWN_CHARACTERS_MAX = 300

/** An answer may be megabytes long; nothing of use is. */
function boundTurn(turn: ModelTurn): ModelTurn {
  return {
    ...turn,
    text: turn.text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed(),
    calls: turn.calls.slice(0, CALLS_MAX).map((call) => {
      const isTooLong = JSON.stringify(call.parameters).length > PARAMETERS_CHARACTERS_MAX
      return isTooLong ? { ...call, parameters: {}, malformed: 'too long' } : call
    }),
  }
}

type NumberedTurn = { number: number; recorded: RecordedTurn; messages: readonly ModelMessage[]; redactor: Redactor }

/** Nothing is told of a model nobody set up or could be asked for want of budget: that stands on the diagnosis. */
function turnEvents({ number, recorded, messages, redactor }: NumberedTurn): NewEvent[] {
  if ('failure' in recorded && (recorded.kind === 'not_configured' || recorded.kind === 'budget')) return []
  const asked = tell(newestOf(messages).map(wordMessage).join('\n'), redactor)
  if ('failure' in recorded) {
    const { failure, provider, model } = recorded
    return [{ kind: 'model_turn', data: { ...NOTHING_USED, turn: number, provider, model, asked, failure } }]
  }
  const { provider, model, text, calls, usage } = recorded.turn
  return [
    {
      kind: 'model_turn',
      data: {
        turn: number,
        provider,
        model,
        asked,
        answered: tell(text, redactor),
        calls: calls.map((call) => redactor.redact(wordCall(call)).slice(0, CALL_SHOWN_CHARACTERS_MAX)),
        input_tokens: usage.inputTokens,
        cached_input_tokens: usage.cachedInputTokens,
        output_tokens: usage.outputTokens,
        failure: '',
      },
    },
  ]
}

const NOTHING_USED = { answered: '', calls: [], input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }

/** What was said since the model last spoke. */
function newestOf(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
}

function wordMessage(message: ModelMessage): string {
  return message.role === 'tool' ? `${message.tool}: ${message.text}` : message.text
}

function wordCall({ tool, parameters, malformed }: ModelTurn['calls'][number]): string {
  return `${tool} ${malformed ?? JSON.stringify(parameters)}`
}

/** Redacted before it is cut: a secret that straddles the cut must not survive it. */
function tell(text: string, { redact }: Redactor): string {
  const whole = redact(text)
  return whole.length <= SHOWN_CHARACTERS_MAX ? whole : `${whole.slice(0, SHOWN_CHARACTERS_MAX).toWellFormed()} … [cut]`
}
