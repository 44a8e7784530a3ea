import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, replicaOf, replicationOf, seriesOf } from '../../../../../test/world/scene/database-scene.ts'
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

test('an alert about a slot nobody reads is not answered with healthy replicas', () => {
  const slots = [{ slot_name: 'orphan', slot_type: 'logical', active: false, wal_kept_bytes: 1000 }]
  const replication = replicationOf({ replicas: [replicaOf('replica-1')], slots })
  assert.deepEqual(findingsOf(replicationWithinBounds, { alert: 'PostgresqlUnusedReplicationSlot', replication }), [])
  assert.equal(findingsOf(replicationWithinBounds, { alert, replication }).length, 1)
})

test('the exporter’s lag is heard too: it makes sure, or it contradicts', () => {
  const replication = replicationOf({ replicas: [replicaOf('replica-1')] })
  const measured = (last: number) =>
    findingsOf(replicationWithinBounds, {
      alert,
      replication,
      figures: [seriesOf('pg_replication_lag_seconds', [900, last])],
    })
  assert.equal(measured(0.2)[0]?.confidence, 0.85)
  assert.deepEqual(measured(900), [])
  assert.ok((findingsOf(replicationWithinBounds, { alert, replication })[0]?.confidence ?? 1) < 0.8)
})
