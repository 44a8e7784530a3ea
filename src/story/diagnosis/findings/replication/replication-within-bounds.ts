/** An alert about replication, and every replica is streaming and close behind. */
import { isBehind, lagSentence } from '../../database/replication/replica-lag.ts'
import { figuresNamed, lastOf } from '../../database/server/figures.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, fault } from '../../finding.ts'

const KEPT_BYTES = 1024 ** 3
const BEHIND_SECONDS = 30

export const replicationWithinBounds: Analyzer = ({ database }) => {
  const { replication } = database ?? {}
  if (!database?.topics.has('replication') || !replication) return []
  const { replicas, slots } = replication.thing
  const isQuiet = replicas.every((one) => one.state === 'streaming' && !isBehind(one))
  const isForgotten = slots.some(
    ({ active, wal_kept_bytes }) => !active && (database.topics.has('slots') || (wal_kept_bytes ?? 0) > KEPT_BYTES),
  )
  const lags = figuresNamed(database.figures, /^pg_replication_lag(_seconds)?$/).map((figure) => lastOf(figure) ?? 0)
  // The one the alert means may be another than those that are connected.
  if (replicas.length === 0 || !isQuiet || isForgotten || Math.max(0, ...lags) >= BEHIND_SECONDS) return []
  return [
    fault({
      kind: 'replication_within_bounds',
      statement: `Replication is healthy now: ${replicas.map(lagSentence).join('; ')}. What the alert saw is over, and no action is needed.`,
      evidence: replicas
        .slice(0, 3)
        .flatMap((one) => [
          citeField(replication.exhibit, 'application_name', one.application_name),
          citeField(replication.exhibit, 'replay_lag_bytes', one.replay_lag_bytes),
        ]),
      confidence: lags.length > 0 ? 0.85 : 0.7,
      situation: 'recovered',
      subject: { kind: 'Database', name: database.database },
      noActionReason: 'Every replica is close behind.',
    }),
  ]
}
