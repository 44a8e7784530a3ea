/** Commits that wait for a synchronous standby which is not there: they stand still until it returns or is not asked for. */
import type { Session } from '../../../../plugins/database/session.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { makeFinding } from '../../database/database-finding.ts'
import type { ReplicationLag } from '../../database/database-scene.ts'
import { synchronousWaiters } from '../../database/replication/synchronous-waiters.ts'
import { lasting, plural } from '../../database/session-words.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'

/** Every commit waits for a moment where a standby confirms it. */
const LONG_SECONDS = 10

export const noSynchronousStandby: Analyzer = ({ database }) => {
  const waiters = synchronousWaiters(database ?? {})
  const [longest] = [...waiters.sessions].sort((one, other) => (other.query_seconds ?? 0) - (one.query_seconds ?? 0))
  if (!database || !waiters.exhibit || !longest || (longest.query_seconds ?? 0) < LONG_SECONDS) return []
  const { replication } = database
  const wanted = replication?.thing.settings.synchronous_standby_names
  const isAbsent = replication !== undefined && !hasStandby(replication.thing)
  return [
    makeFinding({
      kind: 'no_synchronous_standby',
      statement: `${plural(waiters.count, 'commit waits', 'commits wait')} for a synchronous standby (SyncRep), the longest for ${lasting(longest.query_seconds)}. ${sayStandby(replication, wanted)}`,
      evidence: [
        citeField(waiters.exhibit, 'wait_event', 'SyncRep'),
        citeField(waiters.exhibit, 'pid', longest.pid),
        ...(replication && typeof wanted === 'string'
          ? [citeField(replication.exhibit, 'synchronous_standby_names', wanted)]
          : []),
      ],
      confidence: isAbsent ? 0.9 : 0.7,
      subject: { kind: 'Database', name: database.database },
      ...sinceOf(longest),
      explains: ['runaway_query', 'connections_exhausted', 'connection_leak', 'idle_in_transaction', 'snapshot_held'],
      noActionReason:
        'Ending a session that waits only loses the confirmation of a commit that is done already; whether to go on without a standby is a person’s choice.',
      suggestions: [
        'Bring the standby back and see that it connects.',
        'If it stays away, take it out of synchronous_standby_names and reload: what is committed then lies on one server only.',
      ],
    }),
  ]
}

function hasStandby({ replicas }: ReplicationLag): boolean {
  return replicas.some(({ sync_state, state }) => state === 'streaming' && /^(sync|quorum)$/.test(sync_state ?? ''))
}

function sayStandby(replication: Seen<ReplicationLag> | undefined, wanted: unknown): string {
  if (!replication) return 'Which standby is asked for could not be seen.'
  const asked = `synchronous_standby_names asks for ${typeof wanted === 'string' ? `“${wanted}”` : 'one'}`
  if (hasStandby(replication.thing)) return `${asked}; one is connected, and confirms too late.`
  return replication.thing.replicas.length === 0
    ? `${asked}, and no standby is connected at all.`
    : `${asked}, and none of those connected is a synchronous one: it is not connected.`
}

function sinceOf({ query_start }: Session) {
  return query_start === null ? {} : { since: new Date(query_start) }
}
