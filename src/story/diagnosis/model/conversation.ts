/** The talk with the model, turn by turn, until it submits. It is made only of what is recorded, so it can be taken up again anywhere. */
import type { ModelCall, ModelMessage } from '../../../ports/language-model.ts'
import type { Evidence } from '../evidence.ts'
import { toolAnswer } from './answer-calls.ts'
import { type CheckedSubmission, checkSubmission } from './check-submission.ts'
import type { Grounds } from './mind.ts'
import { SUBMIT } from './model-tools.ts'
import { type ClaimedEvidence, proseIn, readSubmission, type Submission, submittedIn } from './submission.ts'
import type { SeenCall, TakenTurn, TurnQuestion } from './turn-taker.ts'

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

// Until there is a diagnosis worth settling: a submission that does not hold may be mended once, then what is left of it
// stands.

const PROBLEMS_SHOWN = 12

/** `evidence` is of this look; `grounds` is what is seen in it up to now. */
export type Checking = { evidence: Evidence; grounds: () => Grounds }

export async function reachDiagnosis(talk: Conversation, checking: Checking): Promise<Reached | { failure: string }> {
  const first = await nextChecked(talk, checking)
  if ('failure' in first || first.problems.length === 0 || !talk.canGoOn) return first
  talk.reply(repairWords(first.problems))
  const second = await nextChecked(talk, checking)
  return 'failure' in second || isWorse(second.checked, first.checked) ? first : second
}

export type Reached = { checked: CheckedSubmission; problems: readonly string[] }

async function nextChecked(
  talk: Conversation,
  { evidence, grounds }: Checking,
): Promise<Reached | { failure: string }> {
  const submitted = await talk.nextSubmission()
  if ('failure' in submitted) return submitted
  const { submission, problems } = readSubmission(submitted.parameters, submitted.malformed)
  if (submitted.isProse && !speaksOf(submission.conclusion, grounds())) return { failure: ONLY_TALKED }
  const seen = submitted.seenBefore
  const renewed = seen ? await renewCitations(submission, { seen, evidence }) : submission
  const checked = checkSubmission(renewed, grounds())
  return { checked, problems: [...problems, ...checked.problems] }
}

const ONLY_TALKED = 'The model submitted no diagnosis and named nothing of this incident in what it said instead.'

/** Words that name nothing the alert is about could be said to any alert. */
function speaksOf(text: string, { analysis: { subject, findings } }: Grounds): boolean {
  const { severity: _, ...labels } = subject.labels
  const names = [...Object.values(labels), ...findings.map((finding) => finding.subject.name)]
  const said = text.toLowerCase()
  return names.length === 0 || names.some((name) => name.length > 2 && said.includes(name.toLowerCase()))
}

function repairWords(problems: readonly string[]): string {
  const listed = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `- ${problem}`)
  return ['This does not hold:', ...listed, 'Correct it and submit once more.'].join('\n')
}

function isWorse(one: CheckedSubmission, other: CheckedSubmission): boolean {
  const isUsable = ({ isTainted, keyFindings, conclusion }: CheckedSubmission) =>
    !isTainted && conclusion !== '' && keyFindings.length > 0
  return !isUsable(one) && isUsable(other)
}

// A submission from before an interruption cites answers that are old by now. Each question is asked again, and its
// quotes are looked for in what is answered now: the turn is not paid for twice, and nothing past is told as present.

type Renewal = { seen: readonly SeenCall[]; evidence: Evidence }

export async function renewCitations(submission: Submission, renewal: Renewal): Promise<Submission> {
  const keyFindings: Submission['keyFindings'][number][] = []
  // One after the other, so that a run that is taken up again numbers alike.
  for (const finding of submission.keyFindings) {
    const evidence: ClaimedEvidence[] = []
    for (const claimed of finding.evidence) evidence.push(await renewCitation(claimed, renewal))
    keyFindings.push({ ...finding, evidence })
  }
  return { ...submission, keyFindings }
}

/** Where it cannot be asked again it keeps a number that is no call of this look, so it proves nothing. */
async function renewCitation(claimed: ClaimedEvidence, { seen, evidence }: Renewal): Promise<ClaimedEvidence> {
  const question = seen.find(({ id }) => id === claimed.call.trim().toUpperCase())
  if (!question) return claimed
  const again = await evidence.ask(question.plugin, question.parameters)
  return { call: again?.id ?? question.id, quote: claimed.quote, askedBefore: question.id }
}
