import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  type Pictured,
  queriesOf,
  replicaOf,
  replicationOf,
  sessionOf,
  statementOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { replayBehindWriter } from './replay.ts'

const BEHIND = replicaOf('replica-1', { replay_lag_seconds: 640, replay_lag_bytes: 9_000_000_000 })
const BULK = 'UPDATE prices SET amount = amount * 1.02'
const WRITER = sessionOf(4100, 1500, { application_name: 'repricing', backend_xid: 4711, query: BULK })

function lagging(replicas: readonly object[], more: { writers?: readonly object[]; queries?: object } = {}): Pictured {
  const { writers = [], ...rest } = more
  return { alert: 'PostgresqlReplicationLag', replication: replicationOf({ replicas, writers }), ...rest }
}

test('replay that cannot follow a bulk change names the writer and ends nobody', () => {
  const queries = queriesOf({ by_wal_bytes: [statementOf(BULK, { wal_bytes: 80_000_000_000 })] })
  const [finding] = findingsOf(replayBehindWriter, lagging([BEHIND], { writers: [WRITER], queries }))
  assert.match(
    finding?.statement ?? '',
    /Replica replica-1 .*8\.4 GB or 10 min .*replay cannot keep up with the writer/,
  )
  assert.match(finding?.statement ?? '', /pid 4100 \(app, repricing, 10\.0\.0\.7\) has been writing .* 25 min/)
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.9])
})

test('a busy reader is no writer, and without a writer this says nothing', () => {
  const reader = sessionOf(4200, 3000, { query: 'SELECT sum(amount) FROM prices' })
  const queries = queriesOf({ running: [reader], by_wal_bytes: [statementOf('SELECT 1', { wal_bytes: 5 })] })
  assert.deepEqual(findingsOf(replayBehindWriter, lagging([BEHIND], { queries })), [])
})

test('a replica that is close behind, and one the WAL reaches late, are not this', () => {
  assert.deepEqual(findingsOf(replayBehindWriter, lagging([replicaOf('replica-1')], { writers: [WRITER] })), [])
  const late = { ...BEHIND, write_lag_seconds: 600, write_lag_bytes: 8_800_000_000 }
  assert.deepEqual(findingsOf(replayBehindWriter, lagging([late], { writers: [WRITER] })), [])
})
