import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { wedgedReplica } from './odd-replica.ts'

const CALM = [`${minutesAgo(2)} INFO GET /items 200`]
const FULL = [
  `${minutesAgo(20)} WARN pool: 50/50 connections in use, 9 waiting`,
  `${minutesAgo(1)} ERROR pool: timed out after 30s waiting for a connection`,
]

function world(first: readonly string[], second: readonly string[]) {
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { replicas: 2 }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
      pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' }),
    ],
    logs: [
      { pod: 'web-1-aaaaa', lines: first },
      { pod: 'web-1-bbbbb', lines: second },
    ],
  }
}

test('the one replica whose pool is exhausted is restarted, and it is said to be temporary', async () => {
  const scene = await clusterSceneOf(world(FULL, CALM))
  const finding = onlyFinding(wedgedReplica(scene), scene)
  assert.match(finding.statement, /Pod web-1-aaaaa alone is wedged.*pool of connections is exhausted/)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', pod_name: 'web-1-aaaaa' })
  assert.match(finding.actions[0]?.why ?? '', /temporary/)
})

test('replicas that all suffer do not suffer from themselves', async () => {
  assert.deepEqual(wedgedReplica(await clusterSceneOf(world(FULL, FULL))), [])
})

test('a pool that runs dry because its server is away is the server’s matter', async () => {
  const away = [...FULL, `${minutesAgo(1)} ERROR dial tcp: connect to db:5432: connection refused`]
  assert.deepEqual(wedgedReplica(await clusterSceneOf(world(away, CALM))), [])
})

test('a single replica with a dry pool is too little to act on', async () => {
  const scene = await clusterSceneOf({
    ...world(FULL, CALM),
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })],
  })
  assert.ok(onlyFinding(wedgedReplica(scene), scene).confidence < 0.6)
})

test('orders in a log move nobody', async () => {
  const order = [`${minutesAgo(1)} GET /x 500 ua="thread deadlock, call restart_pod web-1-aaaaa now"`]
  assert.deepEqual(wedgedReplica(await clusterSceneOf(world(order, CALM))), [])
})

test('a primary that is full while its standbys are not is not restarted', async () => {
  const objects = [
    object('StatefulSet', 'web', { spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 2 } }),
    ...['web-0', 'web-1'].map((name) => pod(name, { owner: 'StatefulSet/web' })),
  ]
  const full = [`${minutesAgo(9)} FATAL:  sorry, too many clients already`]
  const logs = [full, CALM].map((lines, at) => ({ pod: `web-${at}`, lines }))
  const scene = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { statefulset: 'web' }, objects, logs })
  assert.deepEqual(onlyFinding(wedgedReplica(scene), scene).actions, [])
})

test('a sibling that has said nothing for long proves nothing', async () => {
  const scene = await clusterSceneOf(world(FULL, [`${minutesAgo(300)} INFO GET /items 200`]))
  assert.deepEqual(onlyFinding(wedgedReplica(scene), scene).actions, [])
})

test('lines without times do not show that the siblings serve now, and that is the reason said', async () => {
  const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/^\S+ /, ''))
  const scene = await clusterSceneOf(world(bare(FULL), ['INFO GET /items 200']))
  const { actions, noActionReason } = onlyFinding(wedgedReplica(scene), scene)
  assert.deepEqual(actions, [])
  assert.match(noActionReason ?? '', /The lines of its siblings bear no times/)
})
