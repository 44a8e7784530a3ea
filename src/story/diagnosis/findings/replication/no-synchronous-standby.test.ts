import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  queriesOf,
  replicaOf,
  replicationOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { noSynchronousStandby } from './no-synchronous-standby.ts'

const WAITING = { wait_event_type: 'IPC', wait_event: 'SyncRep', query: 'COMMIT' }
const settings = { synchronous_standby_names: 'FIRST 1 (shop_sb1)' }

function commits(seconds: number) {
  return queriesOf({ running: [sessionOf(301, seconds, WAITING), sessionOf(302, 4, WAITING)] })
}

test('commits that wait for a standby which is not connected are told, and nobody is ended', () => {
  const [finding] = findingsOf(noSynchronousStandby, {
    alert: 'PostgresqlActiveSessionsHigh',
    queries: commits(900),
    replication: replicationOf({ settings }),
  })
  assert.match(finding?.statement ?? '', /2 commits wait for a synchronous standby \(SyncRep\), the longest for 15 min/)
  assert.match(finding?.statement ?? '', /asks for “FIRST 1 \(shop_sb1\)”, and no standby is connected at all/)
  assert.deepEqual([finding?.confidence, finding?.actions], [0.9, []])
})

test('a slow standby that is there is less certain', () => {
  const replicas = [replicaOf('shop_sb1', { sync_state: 'sync' })]
  const [finding] = findingsOf(noSynchronousStandby, {
    queries: commits(60),
    replication: replicationOf({ settings, replicas }),
  })
  assert.match(finding?.statement ?? '', /one is connected, and confirms too late/)
  assert.equal(finding?.confidence, 0.7)
})

test('commits that wait for a moment, or for something else, are as they should be', () => {
  assert.deepEqual(findingsOf(noSynchronousStandby, { queries: commits(3) }), [])
  const other = queriesOf({ running: [sessionOf(301, 900, { wait_event_type: 'IO', wait_event: 'WALSync' })] })
  assert.deepEqual(findingsOf(noSynchronousStandby, { queries: other, connections: connectionsOf() }), [])
})
