import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  type Pictured,
  replicaOf,
  replicationOf,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { replicaCutOff } from './standby.ts'

const alert = 'PostgresqlReplicationLag'

function onStandby(standby: object, more: Pictured = {}): Pictured {
  const calm = {
    is_standby: true,
    is_replay_paused: false,
    not_replayed_bytes: 0,
    last_replayed_commit: null,
    last_replayed_commit_seconds: 0,
    replaying: { pid: 44, wait_event_type: 'Activity', wait_event: 'RecoveryWalStream' },
    receiver: { status: 'streaming', sender_host: 'db', last_msg_receipt_time: null },
    conflicts: null,
    longest_transactions: [],
  }
  const settings = { max_standby_streaming_delay: '-1ms' }
  return {
    alert,
    replication: { ...replicationOf({ role: 'standby', settings }), standby: { ...calm, ...standby } },
    ...more,
  }
}

const REPORT = sessionOf(5120, 5000, { application_name: 'monthly-close', query: 'SELECT sum(amount) FROM bookings' })
const CONFLICT = { pid: 44, wait_event_type: 'IPC', wait_event: 'RecoveryConflictSnapshot' }

test('what has not even been written on the standby was held up on the way', () => {
  const late = replicaOf('replica-1', {
    write_lag_seconds: 95,
    replay_lag_seconds: 96,
    write_lag_bytes: 4e9,
    replay_lag_bytes: 4.1e9,
  })
  const [finding] = findingsOf(replicaCutOff, { alert, replication: replicationOf({ replicas: [late] }) })
  assert.deepEqual([finding?.kind, finding?.actions], ['replica_receives_late', []])
  assert.match(finding?.statement ?? '', /the network between them or the standby's disk is slow/)
})

test('a replica that catches up, and one that is gone, are told apart', () => {
  const catching = replicaOf('replica-1', { state: 'catchup', replay_lag_bytes: 1e9, write_lag_bytes: 1e8 })
  assert.equal(
    findingsOf(replicaCutOff, { alert, replication: replicationOf({ replicas: [catching] }) })[0]?.kind,
    'replica_catches_up',
  )
  const slots = [{ slot_name: 'replica_1', slot_type: 'physical', active: false, wal_kept_bytes: 6e9 }]
  const [gone] = findingsOf(replicaCutOff, { alert, replication: replicationOf({ slots }) })
  assert.equal(gone?.kind, 'replica_gone')
  assert.match(gone?.statement ?? '', /standby of slot replica_1 is not connected and has left 5\.6 GB of WAL unread/)
})

test('a standby that is missing beside others that are there is found by its slot', () => {
  const slots = [{ slot_name: 'replica_2', slot_type: 'physical', active: false, wal_kept_bytes: 1e8 }]
  const replication = replicationOf({ replicas: [replicaOf('replica-1')], slots })
  assert.equal(findingsOf(replicaCutOff, { alert, replication })[0]?.kind, 'replica_gone')
})

test('on the standby the query that replay waits for may be ended', () => {
  const [finding] = findingsOf(replicaCutOff, onStandby({ replaying: CONFLICT, longest_transactions: [REPORT] }))
  assert.equal(finding?.kind, 'standby_query_holds_replay')
  assert.match(finding?.statement ?? '', /RecoveryConflictSnapshot, and max_standby_streaming_delay is -1/)
  assert.deepEqual(finding?.actions[0]?.parameters, { pid: 5120, database: 'shop' })
})

test('the exporter’s lag counts where the standby itself cannot tell its age', () => {
  const figures = [seriesOf('pg_replication_lag_seconds', [10, 4000])]
  const unknown = { last_replayed_commit_seconds: null, longest_transactions: [REPORT] }
  const [finding] = findingsOf(replicaCutOff, onStandby(unknown, { figures }))
  // Nobody saw replay wait for that query.
  assert.deepEqual([finding?.confidence, finding?.actions], [0.6, []])
  assert.deepEqual(findingsOf(replicaCutOff, onStandby(unknown)), [])
})

test('paused replay, and a receiver that is gone, are told; nobody is ended', () => {
  const paused = findingsOf(replicaCutOff, onStandby({ is_replay_paused: true, not_replayed_bytes: 1e9 }))
  const alone = findingsOf(replicaCutOff, onStandby({ receiver: null, last_replayed_commit_seconds: 900 }))
  assert.deepEqual(
    [...paused, ...alone].map(({ kind, actions }) => [kind, actions]),
    [
      ['replay_paused', []],
      ['replica_gone', []],
    ],
  )
})

test('a long report on a standby that keeps up, and replicas close behind, say nothing', () => {
  assert.deepEqual(findingsOf(replicaCutOff, onStandby({ longest_transactions: [REPORT] })), [])
  assert.deepEqual(
    findingsOf(replicaCutOff, { alert, replication: replicationOf({ replicas: [replicaOf('replica-1')] }) }),
    [],
  )
  assert.deepEqual(findingsOf(replicaCutOff, { alert: 'PostgreSQLSlowQueries', replication: replicationOf() }), [])
})
