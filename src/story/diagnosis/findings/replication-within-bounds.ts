/** An alert about replication, and every replica is streaming and close behind. */
import { told } from '../database/database-finding.ts'
import { isBehind, lagSentence } from '../database/replica-lag.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

const KEPT_BYTES = 1024 ** 3

export const replicationWithinBounds: Analyzer = ({ database }) => {
  const { replication } = database ?? {}
  if (!database?.topics.has('replication') || !replication) return []
  const { replicas, slots } = replication.thing
  const isQuiet = replicas.every((one) => one.state === 'streaming' && !isBehind(one))
  if (
    replicas.length === 0 ||
    !isQuiet ||
    slots.some(({ active, wal_kept_bytes }) => !active && (wal_kept_bytes ?? 0) > KEPT_BYTES)
  )
    return []
  return [
    told({
      kind: 'replication_within_bounds',
      statement: `Replication is healthy now: ${replicas.map(lagSentence).join('; ')}. What the alert saw is over, and no action is needed.`,
      evidence: replicas
        .slice(0, 3)
        .flatMap((one) => [
          citeField(replication.exhibit, 'application_name', one.application_name),
          citeField(replication.exhibit, 'replay_lag_bytes', one.replay_lag_bytes),
        ]),
      confidence: 0.8,
      situation: 'recovered',
      subject: { kind: 'Database', name: database.database },
      noActionReason: 'Every replica is close behind.',
    }),
  ]
}
