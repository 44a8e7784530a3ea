/** A line was crossed, and the server has room, nobody waits and nobody is refused: normal use. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import { isAboutPooler, leakingAddresses, measuredFill, saturationOf } from '../../database/connections/connections.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { quoteOfLast } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { percent } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const ROOM = 0.8
const FULL = 0.95
const OLD_TRANSACTION_SECONDS = 600
const REFUSED = /too many (clients|connections)|connection slots are reserved/i

export const connectionsWithinBounds: Analyzer = ({ database, subject }) => {
  const { connections } = database ?? {}
  // Room on the server says nothing of a pooler before it.
  if (isAboutPooler(subject)) return []
  if (!database?.topics.has('connections') || !connections || !isCalm(connections.thing, saturationOf(database)))
    return []
  return wasShort(database) ? [] : [withinBounds(database, connections)]
}

function isCalm(connections: ActiveConnections, saturation: number): boolean {
  const { waiting_for_locks, idle_in_transaction } = connections
  const isOld = idle_in_transaction.some(({ xact_seconds }) => (xact_seconds ?? 0) >= OLD_TRANSACTION_SECONDS)
  const isSeen = connections.saturation !== null
  const hasRoom = isSeen && saturation < ROOM && waiting_for_locks === 0
  return hasRoom && !isOld && leakingAddresses(connections, saturation).length === 0
}

function wasShort(database: DatabaseScene): boolean {
  const measured = measuredFill(database)
  const wasFull = measured !== undefined && measured.highest >= FULL * measured.max
  return wasFull || linesMatching(database.lines, REFUSED).length > 0
}

function withinBounds(database: DatabaseScene, { exhibit, thing }: Seen<ActiveConnections>): Finding {
  const { sessions, usable_connections, saturation, waiting_for_locks } = thing
  const measured = measuredFill(database)
  const span = measured
    ? `, and between ${measured.lowest} and ${measured.highest} of ${measured.max} (${percent(measured.lowest / measured.max)} to ${percent(measured.highest / measured.max)}) in the last hours`
    : ''
  return fault({
    kind: 'connections_within_bounds',
    statement: `Connections are within bounds: ${sessions} sessions of ${usable_connections} usable (${percent(saturation ?? 0)}) now${span}. Nobody waits for a lock, no session idles in an old transaction, and no refused connection was seen. The alert's threshold was crossed, nothing is wrong: this is normal use.`,
    evidence: [
      citeField(exhibit, 'sessions', sessions),
      citeField(exhibit, 'usable_connections', usable_connections),
      citeField(exhibit, 'waiting_for_locks', waiting_for_locks),
      measured && cite(measured.figure.exhibit, quoteOfLast(measured.figure)),
    ],
    confidence: measured ? 0.9 : 0.8,
    situation: 'works_as_designed',
    subject: { kind: 'Database', name: database.database },
    noActionReason: 'The server has room and nobody is hindered, so ending sessions would only do harm.',
    suggestions: [
      'Raise the threshold of this warning, or alert on refused connections and on more than 90 % use instead.',
    ],
  })
}
