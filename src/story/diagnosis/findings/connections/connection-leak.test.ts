import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  type Pictured,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { connectionLeak } from './connections.ts'

const SIBLINGS = [groupOf('10.0.0.2', 9), groupOf('10.0.0.3', 11)]
const LEAKING = groupOf('10.0.0.1', 60)
const POD = { name: 'api-1-abcde', podIP: '10.0.0.1' }

function full(groups: readonly object[] = [LEAKING, ...SIBLINGS], more: Pictured = {}): Pictured {
  return { alert: 'PostgreSQLMaxConnectionsReached', connections: connectionsOf({ groups, usable: 80 }), ...more }
}

test('the pod behind the address is restarted, by the name the listing gives it', () => {
  const [finding] = findingsOf(connectionLeak, full(undefined, { clients: [POD] }))
  assert.match(
    finding?.statement ?? '',
    /Pod shop\/api-1-abcde \(api at 10\.0\.0\.1\) holds 60 of 80 usable connections/,
  )
  assert.match(finding?.statement ?? '', /2 other client addresses hold at most 11 each/)
  assert.deepEqual(finding?.actions[0]?.parameters, { namespace: 'shop', pod_name: 'api-1-abcde' })
  assert.deepEqual([finding?.actions[0]?.plugin, finding?.confidence], ['restart_pod', 0.9])
})

test('an address that is no pod of ours is named, and nothing is done', () => {
  const [finding] = findingsOf(connectionLeak, full())
  assert.match(finding?.statement ?? '', /^Client api at 10\.0\.0\.1 holds 60/)
  assert.deepEqual(finding?.actions, [])
})

test('pods that share an address, or that nobody owns, are not restarted', () => {
  const shared = [POD, { name: 'web-1-fghij', podIP: '10.0.0.1' }]
  for (const clients of [shared, [{ ...POD, owner: '' }]])
    assert.deepEqual(findingsOf(connectionLeak, full(undefined, { clients }))[0]?.actions, [])
})

test('pools alike on all addresses are no leak, however full the server is', () => {
  const groups = ['1', '2', '3', '4', '5'].map((last) => groupOf(`10.0.0.${last}`, 16))
  assert.deepEqual(findingsOf(connectionLeak, full(groups)), [])
})

test('a large pool that is in use is no leak', () => {
  const busy = groupOf('10.0.0.1', 60, { unchanged_for_5_minutes: 2 })
  assert.deepEqual(findingsOf(connectionLeak, full([busy, ...SIBLINGS])), [])
})

test('a pool at rest on a server with room is no leak where no sibling shows another size', () => {
  const rest = connectionsOf({ groups: [groupOf('10.0.0.1', 40)], usable: 497 })
  assert.deepEqual(findingsOf(connectionLeak, { alert: 'DatabaseConnectionsWarning', connections: rest }), [])
})

test('the exporter’s count tells that the server is full where our login sees only some of the sessions', () => {
  const some = connectionsOf({ groups: [groupOf('10.0.0.1', 20), groupOf('10.0.0.2', 3)], usable: 97 })
  const figures = [seriesOf('pg_stat_activity_count', [60, 97]), seriesOf('pg_settings_max_connections', [100, 100])]
  const pictured = { alert: 'PostgreSQLMaxConnectionsReached', connections: some, clients: [POD] }
  assert.deepEqual(findingsOf(connectionLeak, pictured), [])
  assert.equal(findingsOf(connectionLeak, { ...pictured, figures }).length, 1)
})
