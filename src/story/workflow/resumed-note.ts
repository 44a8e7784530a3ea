/** What the timeline says where a run goes on that had been interrupted. */
import type { NewEvent } from '../incident/incident-event.ts'
import type { Status } from '../incident/lifecycle.ts'

type Resumed = {
  status: Status
  /** Undefined where it was interrupted before its first step. */
  lastStepAt: Date | undefined
  startedAt: Date
  /** Empty where the instance itself had put it back. */
  leftBy: string
  resumedAt: Date
  resumedBy: string
  /** The plugin that had begun to act and whose end nobody wrote down. */
  openAction: string | undefined
}

/** When it really broke off nobody wrote down; the last thing that was written is the nearest. */
export function resumedNote(resumed: Resumed): NewEvent {
  const { status, lastStepAt, startedAt, leftBy, resumedAt, resumedBy } = resumed
  const sign = lastStepAt ? 'its last recorded step' : 'its start'
  const where = leftBy === '' || leftBy === resumedBy ? '' : ` on instance ${leftBy}`
  const when = `after ${sayMoment(lastStepAt ?? startedAt)} (${sign}${where})`
  const goesOn = `goes on since ${sayMoment(resumedAt)} on instance ${resumedBy}.`
  const text =
    status === 'diagnosing'
      ? `The diagnosis was interrupted ${when} and ${goesOn}`
      : `Firebreak was interrupted while it ${sayDoing(resumed)}, ${when}, and ${goesOn}${sayLooking(resumed)}`
  return { kind: 'note_added', data: { by: 'firebreak', text } }
}

function sayDoing({ status, openAction }: Resumed): string {
  if (status === 'verifying') return 'looked whether the plan had helped'
  return openAction === undefined ? 'carried out the plan' : `ran ${openAction}`
}

/** What came of it is told by the end of that action, which follows. */
function sayLooking({ openAction }: Resumed): string {
  return openAction === undefined ? '' : ` What ${openAction} had done is looked up first; it is not done twice.`
}

function sayMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
