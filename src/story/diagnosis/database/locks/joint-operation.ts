/** Several sessions that are one operation: a leader that exports its snapshot and waits, and workers that read by it, as a parallel dump does. */

import { isCaretaker } from '../../../../plugins/database/caretaker.ts'
import type { Session } from '../../../../plugins/database/session.ts'
import type { ActiveConnections } from '../database-scene.ts'
import { withoutComments } from '../session-words.ts'
import { statementKind } from '../statements/sql-words.ts'

type Member = Pick<
  Session,
  'pid' | 'usename' | 'application_name' | 'client_addr' | 'datname' | 'backend_xmin' | 'xact_start'
>

/** Workers begin when the leader has locked what they are to read. */
const TOGETHER_SECONDS = 120

/** Those that work by the same snapshot: of the same client, begun together. */
export function workersOf(leader: Member, { longest_transactions }: ActiveConnections): Session[] {
  return longest_transactions.filter(
    (one) => one.pid !== leader.pid && isSameClient(one, leader) && isTogether(one, leader),
  )
}

function isSameClient(one: Member, other: Member): boolean {
  const names = ['usename', 'application_name', 'client_addr', 'datname'] as const
  return names.every((name) => one[name] === other[name])
}

function isTogether(one: Member, other: Member): boolean {
  if (one.backend_xmin === null || String(one.backend_xmin) !== String(other.backend_xmin)) return false
  const apart = Math.abs(Date.parse(one.xact_start ?? '') - Date.parse(other.xact_start ?? ''))
  return apart <= TOGETHER_SECONDS * 1000
}

/** A backup or upkeep, by who does it or by what it does; an ANALYZE is often a step of an application's own work. */
export function isUpkeep(session: Pick<Session, 'application_name' | 'usename' | 'query'>): boolean {
  return (
    isCaretaker(session) ||
    (statementKind(session.query) === 'upkeep' && !/^\s*analyze\b/i.test(withoutComments(session.query)))
  )
}
