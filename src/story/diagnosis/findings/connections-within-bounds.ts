/** A warning line was crossed, and the server has room, nobody waits and nobody was refused. */
import { leakingAddresses } from '../database/connection-groups.ts'
import { told } from '../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../database/database-scene.ts'
import { type Figure, figuresNamed, lastOf, quoteOfLast, sumOverTime } from '../database/figures.ts'
import { linesMatching } from '../database/log-lines.ts'
import { percent } from '../database/told-session.ts'
import { cite, citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

const ROOM = 0.8
const OLD_TRANSACTION_SECONDS = 120
const REFUSED = /too many (clients|connections)|connection slots are reserved/i

export const connectionsWithinBounds: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  if (!database || !connections || !database.topics.has('connections')) return []
  const { thing, exhibit } = connections
  const measured = measuredFill(database)
  if (!isCalm(thing) || (measured && measured.high >= ROOM) || linesMatching(database.lines, REFUSED).length > 0)
    return []
  const longest = Math.max(0, ...thing.longest_transactions.map(({ xact_seconds }) => xact_seconds ?? 0))
  return [
    told({
      kind: 'connections_within_bounds',
      statement: `Connections are within bounds: ${thing.sessions} sessions of ${thing.usable_connections} usable (${percent(thing.saturation ?? 0)}) now${measured ? `, and between ${measured.lowest} and ${measured.highest} of ${measured.max} (${percent(measured.low)} to ${percent(measured.high)}) in the last hours` : ''}. Nobody waits for a lock, no session idles in an old transaction, no connection was refused. The alert's threshold was crossed, nothing is wrong: this is normal use.`,
      evidence: [
        citeField(exhibit, 'sessions', thing.sessions),
        citeField(exhibit, 'usable_connections', thing.usable_connections),
        citeField(exhibit, 'waiting_for_locks', 0),
        ...(measured ? [cite(measured.figure.exhibit, quoteOfLast(measured.figure))] : []),
      ],
      facts: [
        {
          text: `The longest transaction among the active sessions is ${Math.round(longest)} s old.`,
          evidence: [cite(exhibit, '"longest_transactions":')],
        },
      ],
      confidence: measured ? 0.9 : 0.8,
      situation: 'works_as_designed',
      subject: { kind: 'Database', name: database.database },
      noActionReason: 'The server has room and nobody is hindered, so ending sessions would only do harm.',
      suggestions: [
        'Raise the threshold of this warning, or alert on refused connections and on more than 90 % use instead.',
      ],
    }),
  ]
}

function isCalm(connections: ActiveConnections): boolean {
  const { saturation, waiting_for_locks, idle_in_transaction } = connections
  const isOld = idle_in_transaction.some(({ xact_seconds }) => (xact_seconds ?? 0) >= OLD_TRANSACTION_SECONDS)
  return (
    saturation !== null &&
    saturation < ROOM &&
    waiting_for_locks === 0 &&
    !isOld &&
    leakingAddresses(connections).length === 0
  )
}

type MeasuredFill = { lowest: number; highest: number; max: number; low: number; high: number; figure: Figure }

function measuredFill({ figures }: DatabaseScene): MeasuredFill | undefined {
  const counts = figuresNamed(figures, /^pg_stat_activity_count$|^pg_stat_database_numbackends$/)
  const ofActivity = figuresNamed(counts, /activity_count/)
  const [figure] = ofActivity.length > 0 ? ofActivity : counts
  const max = figuresNamed(figures, /^pg_settings_max_connections$/).flatMap((one) => lastOf(one) ?? [])[0]
  if (figure === undefined || max === undefined || max === 0) return undefined
  const values = sumOverTime(ofActivity.length > 0 ? ofActivity : counts).map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return { lowest, highest, max, low: lowest / max, high: highest / max, figure }
}
