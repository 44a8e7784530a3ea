/** An application opens transactions and does something else before it ends them. The oldest is ended only where it keeps others from something. */

import { isCaretaker, whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { isUpkeep, workersOf } from '../../database/locks/lock-holders.ts'
import { clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { oldestSnapshot } from '../../database/storage/oldest-snapshot.ts'
import { citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { isElsewhere } from '../../gates/meant-database.ts'
import type { Scene } from '../../scene.ts'
import { endSession, isRoot } from '../database-fault.ts'

const LONG_SECONDS = 60
/** Younger ones end by themselves more often than not. */
const PINS_SECONDS = 300
/** So many transactions ago, before what it keeps is worth ending it. */
const FAR_BACK = 10_000

type IdleSession = ActiveConnections['idle_in_transaction'][number]

export const idleInTransaction: Analyzer = (scene) => {
  const { database } = scene
  const { connections } = database ?? {}
  if (!database || !connections) return []
  const long = connections.thing.idle_in_transaction.filter(
    (session) =>
      (session.state_seconds ?? 0) >= LONG_SECONDS &&
      !isElsewhere(session.datname, scene) &&
      // Leaders of a parallel dump wait for their workers.
      !workersOf(session, connections.thing).some(isUpkeep),
  )
  const sorted = [...long].sort((one, other) => (other.xact_seconds ?? 0) - (one.xact_seconds ?? 0))
  // The oldest that does harm; where none does, the oldest.
  const chosen = sorted.find((session) => harmOf(session, scene) !== undefined) ?? sorted[0]
  return chosen ? [findingOf(chosen, sorted, { ...scene, database }, connections.exhibit)] : []
}

type Sight = Scene & { database: DatabaseScene }

function findingOf(oldest: IdleSession, sessions: readonly IdleSession[], scene: Sight, exhibit: Exhibit): Finding {
  const { database } = scene
  const harm = harmOf(oldest, scene)
  const obstacle = whyNotEnded(oldest) ?? whyBeside(oldest, scene)
  return fault({
    kind: 'idle_in_transaction',
    statement: `${plural(sessions.length, 'session is', 'sessions are')} idle in transaction for more than a minute (${applicationsOf(sessions)}); ${oldest === sessions[0] ? 'the oldest' : 'the oldest that harms others'}, ${who(oldest)}, has its transaction open for ${lasting(oldest.xact_seconds)} (since ${clockTime(oldest.xact_start ?? '')}) and has done nothing for ${lasting(oldest.state_seconds)}. ${harm ?? 'It blocks nobody, and vacuum does not wait for it.'} ${isCaretaker(oldest) ? 'It belongs to a backup or upkeep; none of its workers is seen at work.' : 'The application holds transactions open while it does something else.'} Its last statement is ${quotedQuery(oldest.query)}.`,
    evidence: [citeField(exhibit, 'pid', oldest.pid), citeField(exhibit, 'state', oldest.state)],
    confidence: isCaretaker(oldest) ? 0.6 : database.topics.has('idle') ? 0.9 : 0.7,
    subject: { kind: 'Session', name: `pid ${oldest.pid}` },
    weight: weightFor(database, ['idle', 'locks', 'bloat']),
    ...(oldest.xact_start !== null && { since: new Date(oldest.xact_start) }),
    ...(harm !== undefined && obstacle === undefined
      ? { actions: [endSession(database, oldest.pid, `${harm} Ending it rolls back what it left open.`)] }
      : {
          noActionReason:
            obstacle ??
            'The sessions block nobody and vacuum does not wait for them, so ending them is not worth the risk.',
        }),
    suggestions: isCaretaker(oldest)
      ? [
          `See whether the backup or upkeep of role ${oldest.usename} still goes on; set no timeout for that role, which would end every run.`,
        ]
      : [
          'Move calls to other services out of the transaction.',
          'Set idle_in_transaction_session_timeout for this role.',
        ],
  })
}

function applicationsOf(sessions: readonly IdleSession[]): string {
  const counts = Map.groupBy(
    sessions,
    ({ application_name, client_addr }) => `${application_name || 'unnamed'} at ${client_addr ?? 'local'}`,
  )
  return [...counts]
    .slice(0, 3)
    .map(([name, group]) => `${group.length} of ${name}`)
    .join(', ')
}

/** Transactions left open are not what every alert is about; one that blocks nobody explains no lock, and a young one no dead rows. */
function whyBeside({ pid }: IdleSession, { database }: Sight): string | undefined {
  if (database.topics.has('idle') || isRoot(pid, database)) return undefined
  const held = database.bloat?.thing.snapshot_holders.find((one) => one.pid === pid)
  const isOfRows = database.topics.has('bloat') && (held?.xmin_age ?? 0) >= FAR_BACK
  return isOfRows ? undefined : `pid ${pid} blocks nobody; nothing shows that the alert comes from it.`
}

/** A session without a transaction id and without a snapshot hinders nobody; nor does one that has only inherited its snapshot. */
function harmOf(session: IdleSession, scene: Scene): string | undefined {
  const { locks, bloat } = scene.database ?? {}
  const root = locks && blockingRoots(locks.thing).find(({ root: one }) => one.pid === session.pid)
  if (root) return `It blocks ${plural(root.root.waiters_in_all, 'session')}.`
  const isOld = (session.xact_seconds ?? 0) >= PINS_SECONDS
  if (!isOld || (session.backend_xid === null && session.backend_xmin === null)) return undefined
  const oldest = oldestSnapshot(scene)
  if (oldest && (oldest.origin?.pid !== session.pid || oldest.partners.length > 0)) return undefined
  const held = bloat?.thing.snapshot_holders.find(({ pid }) => pid === session.pid)
  return `It keeps row versions that vacuum could otherwise free${held ? ` (${held.xmin_age} transactions back)` : ''}.`
}
