import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, replicaOf, replicationOf } from '../../../../test/world/scene/database-scene.ts'
import { replicationWithinBounds } from './replication-within-bounds.ts'

const alert = 'PostgresqlReplicationLag'

test('replicas that stream and are close behind are healthy, in numbers', () => {
  const [finding] = findingsOf(replicationWithinBounds, {
    alert,
    replication: replicationOf({ replicas: [replicaOf('replica-1')] }),
  })
  assert.match(finding?.statement ?? '', /Replication is healthy now: Replica replica-1 .*replay_lag 0\.03 s/)
  assert.deepEqual([finding?.situation, finding?.actions], ['recovered', []])
})

test('no replica, one behind, one that catches up, and a slot nobody reads are not healthy', () => {
  const slots = [{ slot_name: 'orphan', slot_type: 'logical', active: false, wal_kept_bytes: 9e9 }]
  for (const part of [
    {},
    { replicas: [replicaOf('replica-1', { replay_lag_bytes: 9e9 })] },
    { replicas: [replicaOf('replica-1', { state: 'catchup' })] },
    { replicas: [replicaOf('replica-1')], slots },
  ])
    assert.deepEqual(findingsOf(replicationWithinBounds, { alert, replication: replicationOf(part) }), [])
})
