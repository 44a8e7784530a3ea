/** What a person asks about an incident, and what is answered. Both stand on its timeline; neither changes anything. */
import type { KeyFinding } from './diagnosis.ts'
import type { WholeIncident } from './incident.ts'
import type { IncidentEvent, NewEvent } from './incident-event.ts'

export const QUESTION_CHARACTERS_MAX = 2_000
/** Of one incident; who wants to know more than this wants another look. */
export const QUESTIONS_MAX = 100

export type Answer = {
  text: string
  /** `records` where no model spoke: what the lenses saw, and what is written down. */
  by: 'model' | 'records'
  /** What of it is proven, each with quotes from the evidence of the incident. */
  findings: readonly KeyFinding[]
  /** What the reader should know of the answer itself: why no model spoke, or that nothing of it is proven. */
  note: string
}

/** Where somebody waits for the answer in the chat. */
export type ReplyPlace = { key: string; chatId: string; replyTo: string; inThread: boolean }

export type NewQuestion = {
  incidentId: string
  text: string
  by: string
  via: 'api' | 'chat'
  place?: ReplyPlace
}

export type Question = {
  incidentId: string
  /** The how-manieth of its incident. */
  number: number
  text: string
  by: string
  via: string
  askedAt: Date
  answered?: Answer & { at: Date }
}

/** One that an instance answers now. */
export type HeldQuestion = Question & { attempts: number; holder: string }

export type QuestionStore = {
  /**
   * The same words, asked while they are not answered yet, are the same question. `none` where there is no such incident,
   * `full` where it has been asked too often.
   */
  ask(question: NewQuestion): Promise<Question | 'none' | 'full'>
  /** In the order they were asked; undefined where there is no such incident. */
  list(incidentId: string): Promise<Question[] | undefined>
  find(incidentId: string, number: number): Promise<Question | undefined>
  /** Takes the oldest that nobody answers. */
  take(holder: string, seconds: number): Promise<HeldQuestion | undefined>
  /** False where somebody else answers it meanwhile. */
  keep(question: HeldQuestion, seconds: number): Promise<boolean>
  /** What was looked at and asked on the way, as it happens. Throws where the question is not ours any more. */
  tell(question: HeldQuestion, events: readonly NewEvent[]): Promise<void>
  /** Once; `reply` is what the chat is told, where somebody waits there. */
  answer(question: HeldQuestion, answer: Answer, reply: string): Promise<void>
  /** For somebody else, or for us later. */
  release(question: HeldQuestion): Promise<void>
}

/** An incident and everything that happened to it. */
export type AskedAbout = { incident: WholeIncident; events: readonly IncidentEvent[] }

const QUOTE_CHARACTERS_MAX = 120

/** In plain words, for the chat and the terminal. */
export function sayAnswer({ text, findings, note }: Answer): string {
  const proofs = findings.map(({ text: finding, evidence }) => {
    const quotes = evidence.map(
      ({ call, plugin, quote }) => `${call} ${plugin}: "${quote.slice(0, QUOTE_CHARACTERS_MAX)}"`,
    )
    return `- ${finding}${quotes.length === 0 ? '' : ` (${quotes.join('; ')})`}`
  })
  return [text, ...proofs, ...(note === '' ? [] : [note])].join('\n')
}
