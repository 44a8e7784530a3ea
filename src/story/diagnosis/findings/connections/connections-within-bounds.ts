/** A line was crossed, and the server has room, nobody waits and nobody is refused: normal use, or a shortage that is over. */
import { isAboutPooler, leakingAddresses, measuredFill, saturationOf } from '../../database/connections/connections.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { quoteOfLast } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, percent } from '../../database/session-words.ts'
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
  return [wasShort(database) ? recovered(database) : withinBounds(database)]
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

function withinBounds(database: DatabaseScene): Finding {
  const measured = measuredFill(database)
  const span = measured
    ? `, and between ${measured.lowest} and ${measured.highest} of ${measured.max} (${percent(measured.lowest / measured.max)} to ${percent(measured.highest / measured.max)}) in the last hours`
    : ''
  return fault({
    ...common(database),
    kind: 'connections_within_bounds',
    statement: `Connections are within bounds: ${nowSentence(database)}${span}. Nobody waits for a lock, no session idles in an old transaction, and no refused connection was seen. The alert's threshold was crossed, nothing is wrong: this is normal use.`,
    confidence: measured ? 0.9 : 0.8,
    situation: 'works_as_designed',
    suggestions: [
      'Raise the threshold of this warning, or alert on refused connections and on more than 90 % use instead.',
    ],
  })
}

function recovered(database: DatabaseScene): Finding {
  const measured = measuredFill(database)
  const refused = linesMatching(database.lines, REFUSED).at(-1)
  const peak = measured ? ` At its height ${measured.highest} of ${measured.max} were taken.` : ''
  const last = refused ? ` The last refusal was logged at ${clockTime(refused.thing.at)}.` : ''
  return fault({
    ...common(database),
    kind: 'connections_recovered',
    statement: `The shortage of connections is over: ${nowSentence(database)}, and nobody waits.${peak}${last} It has recovered; who took the connections cannot be seen any more.`,
    confidence: 0.75,
    situation: 'recovered',
    suggestions: ['Keep the count of sessions by application over time, so that the next peak tells who makes it.'],
  })
}

function nowSentence({ connections }: DatabaseScene): string {
  const { sessions, usable_connections, saturation } = connections?.thing ?? {}
  return `${sessions} sessions of ${usable_connections} usable (${percent(saturation ?? 0)}) now`
}

function common(database: DatabaseScene): Pick<Finding, 'evidence' | 'subject' | 'noActionReason'> {
  const { connections } = database
  const measured = measuredFill(database)
  return {
    evidence: [
      ...(connections
        ? [
            citeField(connections.exhibit, 'sessions', connections.thing.sessions),
            citeField(connections.exhibit, 'usable_connections', connections.thing.usable_connections),
            citeField(connections.exhibit, 'waiting_for_locks', connections.thing.waiting_for_locks),
          ]
        : []),
      ...(measured ? [cite(measured.figure.exhibit, quoteOfLast(measured.figure))] : []),
    ],
    subject: { kind: 'Database', name: database.database },
    noActionReason: 'The server has room and nobody is hindered, so ending sessions would only do harm.',
  }
}
