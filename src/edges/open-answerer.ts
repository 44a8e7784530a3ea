/** Who answers questions about an incident. He thinks, so he is loaded only where the thinking is done. */
import type { Log } from '../ports/log.ts'
import type { Signals } from '../ports/signals.ts'
import { answerQuestion } from '../story/diagnosis/questions/answer-question.ts'
import type { QuestionParts } from '../story/diagnosis/questions/ask-about.ts'
import type { IncidentStore } from '../story/incident/incident-store.ts'
import { Answerer } from '../story/workflow/answerer.ts'
import { openQuestionStore } from './open-questions.ts'
import type { Database } from './store/database.ts'

type AnswererParts = {
  database: Database
  signals: Signals
  instanceId: string
  incidents: IncidentStore
  rooms: QuestionParts
  log: Log
}

export function openAnswerer({ database, instanceId, signals, incidents, rooms, log }: AnswererParts): Answerer {
  const store = openQuestionStore({ database, signals })
  return new Answerer({
    ...{ instanceId, store, log },
    find: (id) => incidents.find(id),
    answer: (about, question, signal) =>
      answerQuestion(rooms, { ...about, question, signal, tell: (events) => store.tell(question, events) }),
  })
}
