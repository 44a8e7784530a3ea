/** What is kept of the turns of a model. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { ModelFailure, ModelMessage, ModelTurn } from '../../../ports/language-model.ts'
import type { NewEvent } from '../../incident/incident-event.ts'
import type { Exhibit } from '../evidence.ts'

// What is kept of one exchange with the model: enough to go on from after a restart, and a line of the timeline.

/** A call the model knew of, by its number. */
export type SeenCall = Pick<Exhibit, 'id' | 'plugin' | 'parameters'>

/** Where no turn came, `failure` says why, in a sentence that is safe to show. */
export type RecordedTurn =
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

export function inLook(recorded: RecordedTurn, look: number): TakenTurn {
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
export function boundTurn(turn: ModelTurn): ModelTurn {
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
export function turnEvents({ number, recorded, messages, redactor }: NumberedTurn): NewEvent[] {
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
