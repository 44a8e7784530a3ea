/**
 * Before anybody thinks of ending a session, what was logged of its program, its user and its tables is read: a calendar may
 * want it let be under names that the alert does not say.
 */
import { whyNotEnded } from '../../../plugins/database/caretaker.ts'
import { sessionsIn } from '../../../plugins/database/seen-sessions.ts'
import { namesOf } from '../../../plugins/database/session-gate.ts'
import type { SessionFact } from '../../../plugins/gate.ts'
import type { Scene } from '../scene.ts'

const OPEN_SECONDS = 600
const SESSIONS_MAX = 4
const NAMES_MAX = 8
const NAME_LEAST = 5

/** Undefined where nobody could be ended. */
export function namesOfSuspects({ exhibits }: Pick<Scene, 'exhibits'>): string | undefined {
  const suspects = sessionsIn(exhibits).filter((one) => whyNotEnded(one) === undefined && isInTheWay(one))
  const names = suspects.slice(0, SESSIONS_MAX).flatMap(namesOf).filter(isTelling)
  return names.length === 0 ? undefined : [...new Set(names)].slice(0, NAMES_MAX).join(',')
}

function isInTheWay({ list, waiters, xact_seconds: age }: SessionFact): boolean {
  return waiters.length > 0 || list === 'snapshot_holders' || (age ?? 0) >= OPEN_SECONDS
}

/** Numbers stand in every log, and so do the words for a user as such. */
function isTelling(name: string): boolean {
  return name.length >= NAME_LEAST && /[^\W\d]/.test(name) && !/^(postgres|admin|users?|public|pg_\w+)$|,/i.test(name)
}
