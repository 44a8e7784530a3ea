/** What the timeline says where a diagnosis goes on that had been interrupted. */
import type { NewEvent } from '../incident/incident-event.ts'

type Resumed = {
  /** Undefined where it was interrupted before its first step. */
  lastStepAt: Date | undefined
  startedAt: Date
  /** Empty where the instance itself had put it back. */
  leftBy: string
  resumedAt: Date
  resumedBy: string
}

/** When it really broke off nobody wrote down; the last thing that was written is the nearest. */
export function resumedNote({ lastStepAt, startedAt, leftBy, resumedAt, resumedBy }: Resumed): NewEvent {
  const sign = lastStepAt ? 'its last recorded step' : 'its start'
  const where = leftBy === '' || leftBy === resumedBy ? '' : ` on instance ${leftBy}`
  const text = `The diagnosis was interrupted after ${sayMoment(lastStepAt ?? startedAt)} (${sign}${where}) and goes on since ${sayMoment(resumedAt)} on instance ${resumedBy}.`
  return { kind: 'note_added', data: { by: 'firebreak', text } }
}

function sayMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
