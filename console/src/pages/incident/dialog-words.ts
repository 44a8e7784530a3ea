/** What the dialogs in which somebody says a word of an incident are called, and what that word brings about. */
import type { IncidentDetail } from '@contract/incident.ts'
import { phrase } from '../../language/phrase.ts'
import type { Asked } from './obstacle.ts'
import { plansOf } from './plan-in-force.ts'

type Wording = { title: string; explains: string; label: string; button: string; isNeeded?: boolean }

const WORDINGS: Record<Exclude<Asked, 'confirm'>, Wording> = {
  reject: {
    title: phrase('Reject the plan'),
    explains: phrase('Nothing is run, and a person takes over.'),
    label: phrase('What is wrong with it?'),
    button: phrase('Reject the plan'),
  },
  rediagnose: {
    title: phrase('Look again'),
    explains: phrase('A new diagnosis begins. What you write here is taken into account.'),
    label: phrase('What should be looked at?'),
    button: phrase('Look again'),
  },
  ignore: {
    title: phrase('Ignore the incident'),
    explains: phrase('It is closed, and nothing is run. You choose what becomes of further alerts about it.'),
    label: phrase('Why?'),
    button: phrase('Ignore it'),
  },
  resolve: {
    title: phrase('Mark as resolved'),
    explains: phrase('You say that it is over. Nothing is run.'),
    label: phrase('What ended it?'),
    button: phrase('Mark as resolved'),
  },
  note: {
    title: phrase('Add a note'),
    explains: phrase('It stands on the timeline and in the report.'),
    label: phrase('Note'),
    button: phrase('Add the note'),
    isNeeded: true,
  },
}

const REJECT_BOTH: Wording = {
  ...WORDINGS.reject,
  title: phrase('Reject both plans'),
  label: phrase('What is wrong with them?'),
  button: phrase('Reject both plans'),
}

type Asking = Pick<IncidentDetail, 'status' | 'proposal'>

/** A new look drops the plan that waits, where one does; a rejection both, where two do. */
export function wordingOf(asked: Exclude<Asked, 'confirm'>, { status, proposal }: Asking): Wording {
  if (asked === 'reject' && plansOf({ proposal }).length > 1) return REJECT_BOTH
  if (asked !== 'rediagnose' || status !== 'awaiting_approval') return WORDINGS[asked]
  const explains = phrase(
    'A new diagnosis begins, and the plan shown now is dropped. What you write here is taken into account.',
  )
  return { ...WORDINGS.rediagnose, explains }
}
