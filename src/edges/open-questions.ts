/** Asking about an incident put together: where questions are kept, and how one waits for an answer. */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { Signals } from '../ports/signals.ts'
import { wellFormed } from '../story/alert/stored-text.ts'
import type { NewQuestion, Question, QuestionStore } from '../story/incident/question.ts'
import type { Database } from './store/database.ts'
import { createQuestionStore } from './store/question-records.ts'

type Parts = { database: Database; signals: Signals; redactor: Redactor }

/** Hints may be lost; then an answer is seen this much later. */
const LOOK_MS = 2_000

export type Questions = Pick<QuestionStore, 'list'> & {
  ask: QuestionStore['ask']
  /** The question with its answer, or without where none came in time. */
  wait(question: Question, milliseconds: number): Promise<Question>
}

export function openQuestions({ database, signals, redactor }: Parts): Questions {
  const store = openQuestionStore({ database, signals })
  return {
    list: store.list,
    ask: (question: NewQuestion) => store.ask({ ...question, text: wellFormed(redactor.redact(question.text)).trim() }),
    wait: (question, milliseconds) => waitFor({ store, signals }, question, milliseconds),
  }
}

export function openQuestionStore({ database, signals }: Omit<Parts, 'redactor'>): QuestionStore {
  return createQuestionStore({ database, onCommit: () => signals.publish('events') })
}

async function waitFor(
  { store, signals }: { store: QuestionStore; signals: Signals },
  question: Question,
  milliseconds: number,
): Promise<Question> {
  const endsAt = performance.now() + milliseconds
  let wake = () => {}
  const stopHearing = signals.subscribe('events', () => wake())
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const found = (await store.find(question.incidentId, question.number)) ?? question
      const leftMs = endsAt - performance.now()
      if (found.answered || leftMs <= 0) return found
      const timer = setTimeout(wake, Math.min(LOOK_MS, leftMs))
      await woken
      clearTimeout(timer)
    }
  } finally {
    stopHearing()
  }
}
