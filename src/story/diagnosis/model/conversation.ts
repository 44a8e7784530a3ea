/** The talk with the model, turn by turn, until it submits. It is made only of what is recorded, so it can be taken up again anywhere. */
import type { ModelCall, ModelMessage } from '../../../ports/language-model.ts'
import { toolAnswer } from './answer-calls.ts'
import { SUBMIT } from './model-tools.ts'
import { proseIn, submittedIn } from './spoken-submission.ts'
import type { SeenCall, TakenTurn } from './turn-record.ts'

export type TurnQuestion = { number: number; messages: readonly ModelMessage[]; mustSubmit: boolean }

type Parts = {
  takeTurn(question: TurnQuestion): Promise<TakenTurn>
  /** Where it is absent nothing can be looked up: a model that wants to ends the talk. */
  answer?(calls: readonly ModelCall[], callsLeft: number): Promise<ModelMessage[]>
  turnsMax: number
  callsMax: number
  /** Turns that were taken before it began. */
  turnsBefore?: number
}

type Submitted = {
  parameters: Readonly<Record<string, unknown>>
  malformed?: string
  /** Where it was submitted before an interruption: what the numbers it cites stood for then. */
  seenBefore?: readonly SeenCall[]
  /** It never submitted, and this is the last it said. */
  isProse?: true
}

/** A model that does not submit when it must will not do so the third time. */
const UNHEEDED_MAX = 2

export class Conversation {
  readonly #parts: Parts
  readonly #messages: ModelMessage[]
  #turns = 0
  #calls = 0
  #unheeded = 0
  #mustSubmit = false
  #isOver = false
  /** What was called in the turn that submitted; each call is owed an answer if the talk goes on. */
  #unanswered: readonly ModelCall[] = []
  #prose: string | undefined

  constructor(opening: string, parts: Parts) {
    this.#parts = parts
    this.#turns = parts.turnsBefore ?? 0
    this.#messages = [{ role: 'user', text: opening }]
  }

  get turns(): number {
    return this.#turns
  }

  get canGoOn(): boolean {
    return !this.#isOver && this.#turns < this.#parts.turnsMax
  }

  async nextSubmission(): Promise<Submitted | { failure: string }> {
    while (this.canGoOn) {
      const mustSubmit = this.#mustSubmit || this.#isLastLook()
      const recorded = await this.#takeTurn(mustSubmit)
      if ('failure' in recorded) return this.#end(recorded.failure)
      const { turn, seenBefore } = recorded
      const { text, calls, ending } = turn
      this.#messages.push({ role: 'assistant', text, calls })
      const submitted = submittedIn(turn)
      this.#unanswered = submitted ? calls : []
      if (submitted) return { ...submitted, ...(seenBefore && { seenBefore }) }
      this.#prose = proseIn(turn) ?? this.#prose
      if (ending === 'refused') return this.#end('The model refused to answer.')
      if (calls.length > 0 && !this.#parts.answer) return this.#end('The model wants to look further.')
      if (mustSubmit) this.#unheeded += 1
      if (this.#unheeded === UNHEEDED_MAX) break
      await this.#goOn(calls)
    }
    return this.#wordsLeft() ?? this.#end(`The model submitted no diagnosis in ${this.#turns} turns.`)
  }

  /** Who cannot submit may still have said something. */
  #wordsLeft(): Submitted | undefined {
    if (this.#prose === undefined || this.#isOver) return undefined
    this.#isOver = true
    return { parameters: { conclusion: this.#prose, key_findings: [this.#prose] }, isProse: true }
  }

  #end(failure: string): { failure: string } {
    this.#isOver = true
    return { failure }
  }

  /** What is wrong with a submission; the next turn must be another. */
  reply(text: string): void {
    const answers = this.#unanswered.map((call) =>
      call.tool === SUBMIT ? toolAnswer(call, text, true) : toolAnswer(call, NOT_CARRIED_OUT, true),
    )
    this.#messages.push(...(answers.length > 0 ? answers : [{ role: 'user' as const, text }]))
    this.#mustSubmit = true
  }

  /** One turn is kept, so that what is submitted can be mended once. */
  #isLastLook(): boolean {
    return this.#turns + 1 >= this.#parts.turnsMax - 1
  }

  #takeTurn(mustSubmit: boolean): Promise<TakenTurn> {
    this.#turns += 1
    return this.#parts.takeTurn({ number: this.#turns, messages: this.#messages, mustSubmit })
  }

  async #goOn(calls: readonly ModelCall[]): Promise<void> {
    if (calls.length === 0) {
      this.#messages.push({ role: 'user', text: SPEAK_THROUGH_TOOLS })
      this.#mustSubmit = true
      return
    }
    this.#messages.push(...((await this.#parts.answer?.(calls, this.#parts.callsMax - this.#calls)) ?? []))
    this.#calls += calls.length
    if (this.#isLastLook()) this.#messages.push({ role: 'user', text: LAST_TURN })
  }
}

const NOT_CARRIED_OUT = 'Not carried out: you submitted your diagnosis in the same turn.'
const SPEAK_THROUGH_TOOLS = `Nobody reads plain text here. Call ${SUBMIT} now, with what you know.`
const LAST_TURN = `Your turns are used up. Call ${SUBMIT} now, with what you know.`
