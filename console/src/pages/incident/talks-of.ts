/** What was said with the model, by what it was about: each diagnosis and each question is a talk of its own, with turns of its own. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'
import type { EventOf } from './timeline-reading.ts'

export type Talk = { title: string; turns: EventOf<'model_turn'>[] }

export function talksOf(events: readonly IncidentEvent[]): Talk[] {
  const talks: Talk[] = []
  let diagnoses = 0
  for (const event of events) {
    if (event.type === 'diagnosis_started') {
      diagnoses += 1
      talks.push({ title: phrase('Diagnosis {number}', { number: diagnoses }), turns: [] })
    } else if (event.type === 'question_asked')
      talks.push({ title: phrase('Question {number}', { number: event.data.question }), turns: [] })
    else if (event.type === 'model_turn') talks.at(-1)?.turns.push(event)
  }
  return talks.filter(({ turns }) => turns.length > 0)
}
