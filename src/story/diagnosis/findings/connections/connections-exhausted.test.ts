import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  lineOf,
  pictureDatabase,
} from '../../../../../test/world/scene/database-scene.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { connectionsExhausted } from './connections.ts'

const POOLS = ['1', '2', '3', '4', '5', '6'].map((last) => groupOf(`10.0.0.${last}`, 16))
const FULL = connectionsOf({ groups: POOLS, usable: 97 })
const alert = 'PostgreSQLMaxConnectionsReached'

test('pools that add up to the limit are told with their sizes, and nobody is ended', () => {
  const lines = [lineOf(60, 'FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute')]
  const [finding] = findingsOf(connectionsExhausted, { alert, connections: FULL, lines })
  assert.match(finding?.statement ?? '', /96 of 97 usable connections are taken \(99 %\)/)
  assert.match(finding?.statement ?? '', /api 96 on 6 client addresses \(pools of 16 each\)/)
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.85])
})

test('replicas that came lately are part of the story', () => {
  const message = 'Scaled up replica set api-1 from 4 to 6'
  const exhibit = { id: 'C1', plugin: 'get_events', parameters: {}, result: { success: true, data: { message } } }
  const event = { reason: 'ScalingReplicaSet', kind: 'Deployment', name: 'api', message, exhibit, source: {} }
  const cluster = { events: [event] } as unknown as ClusterScene
  // The picture numbers its own exhibits from C1 on, so this one is looked at without their proof.
  const facts = connectionsExhausted(sceneWith(cluster)).flatMap((finding) => finding.facts)
  assert.match(facts[0]?.text ?? '', /api: Scaled up replica set api-1 from 4 to 6/)
})

test('a server that refuses us for want of connections is full, though nothing else could be seen', () => {
  const refusal = 'Database shop: sorry, too many clients already'
  const [finding] = findingsOf(connectionsExhausted, { alert, refusal })
  assert.match(finding?.statement ?? '', /refuses new connections, ours too/)
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.7])
})

test('a server with room, one address that leaks, and another refusal are not this', () => {
  assert.deepEqual(
    findingsOf(connectionsExhausted, { alert, connections: connectionsOf({ groups: POOLS, usable: 197 }) }),
    [],
  )
  const leaking = connectionsOf({ groups: [groupOf('10.0.0.1', 70), groupOf('10.0.0.2', 8)], usable: 80 })
  assert.deepEqual(findingsOf(connectionsExhausted, { alert, connections: leaking }), [])
  assert.deepEqual(findingsOf(connectionsExhausted, { alert, refusal: 'Database shop: connect ECONNREFUSED' }), [])
})

function sceneWith(cluster: ClusterScene) {
  return pictureDatabase({ alert, connections: FULL, cluster })
}
