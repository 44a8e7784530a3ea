/** What it takes to answer a question, and the question with all that is known of its incident. */
import type { NewEvent } from '../../incident/incident-event.ts'
import type { AskedAbout, Question } from '../../incident/question.ts'
import type { MindParts } from '../diagnose-incident.ts'

export type QuestionParts = MindParts & {
  /** The records of an incident in plain sentences, as far as a question asks for them. */
  inPlainWords(about: AskedAbout, question: string): string
}

export type Asking = AskedAbout & {
  question: Question
  /** Writes down what happens on the way to the answer. */
  tell(events: readonly NewEvent[]): Promise<void>
  signal: AbortSignal
}
