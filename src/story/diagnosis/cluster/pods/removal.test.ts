import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { objectNotFound } from '../../findings/containers/object-not-found.ts'
import { nodeNotFound } from '../../findings/nodes/node-states.ts'

const NODE_ALERT = { alertName: 'KubeNodeNotReady', labels: { namespace: '', node: 'worker-9' } }
const about = 'Node/worker-9'
const removed = event({ about, reason: 'RemovingNode', message: 'Removing Node worker-9 from Controller', age: 14 })

async function nodeReported(...events: readonly ReturnType<typeof event>[]) {
  const scene = await clusterSceneOf({ ...NODE_ALERT, objects: [node('worker-1'), ...events] })
  return onlyFinding(nodeNotFound(scene), scene)
}

test('a node the autoscaler gave back is gone as designed, with the time', async () => {
  const found = await nodeReported(
    event({ about, reason: 'ScaleDown', message: 'node removed by cluster autoscaler', age: 16 }),
    removed,
  )
  assert.equal(found.situation, 'works_as_designed')
  assert.equal(found.confidence, 0.9)
  assert.match(found.statement, /the cluster autoscaler took it away .*\(16 minutes ago\)/)
})

test('another autoscaler in other words, and a machine the provider reclaims, are understood', async () => {
  const karpenter = await nodeReported(
    event({ about, reason: 'DisruptionTerminating', message: 'Disrupting Node: Underutilized/Delete', age: 16 }),
  )
  assert.equal(karpenter.situation, 'works_as_designed')
  assert.equal(karpenter.confidence, 0.75)
  const spot = await nodeReported(
    event({ about, reason: 'SpotInterrupted', message: 'Spot interruption warning was triggered', age: 16 }),
    removed,
  )
  assert.match(spot.statement, /the cloud provider took it back/)
})

test('a node that was closed first and then deleted went on purpose, which is not quite certain', async () => {
  const found = await nodeReported(
    event({ about, reason: 'NodeNotSchedulable', message: 'status is now: NodeNotSchedulable', age: 40 }),
    removed,
  )
  assert.equal(found.situation, 'works_as_designed')
  assert.equal(found.confidence, 0.7)
})

test('a machine that vanished without anybody asking is no good news', async () => {
  const found = await nodeReported(
    event({ about, reason: 'NodeNotReady', message: 'status is now: NodeNotReady', age: 20 }),
    event({ about, reason: 'DeletingNode', message: 'because it does not exist in the cloud provider', age: 15 }),
    event({ about, reason: 'ScaleDownFailed', message: 'failed to drain the node', age: 30 }),
  )
  assert.equal(found.situation, 'not_found')
  assert.match(found.statement, /its machine is gone at the cloud provider/)
})

const gonePod = (owner: object, ...more: readonly object[]) => ({
  labels: { pod: 'web-1-aaaaa' },
  objects: [
    ...deployment('web', owner as never),
    pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' }),
    ...(more as never[]),
  ],
})
const deleted = event({ about: 'ReplicaSet/web-1', reason: 'SuccessfulDelete', message: 'Deleted pod: web-1-aaaaa' })

test('a pod its owner deleted, and does well without, is gone as designed', async () => {
  const scene = await clusterSceneOf(gonePod({}, deleted))
  const found = onlyFinding(objectNotFound(scene), scene)
  assert.equal(found.situation, 'works_as_designed')
  assert.match(found.statement, /Pod web-1-aaaaa is gone: its owner deleted it.*"Deleted pod: web-1-aaaaa"/)
})

test('where its owner lacks pods, or the scheduler drove it out, that it is gone is not good', async () => {
  const short = await clusterSceneOf(gonePod({ replicas: 2, status: { readyReplicas: 1 } }, deleted))
  assert.equal(onlyFinding(objectNotFound(short), short).situation, 'not_found')
  const preempted = event({ about: 'Pod/web-1-aaaaa', reason: 'Preempted', message: 'Preempted by pod big on n1' })
  const driven = await clusterSceneOf(gonePod({}, preempted))
  const found = onlyFinding(objectNotFound(driven), driven)
  assert.equal(found.situation, 'not_found')
  assert.match(found.statement, /gave its place to a pod of higher priority/)
})

test('a name that sounds like a spot pool, and a scale-down that was not done, are no reason', async () => {
  const name = 'gke-spot-pool-1a2b'
  const own = { about: `Node/${name}`, age: 14 }
  const events = [
    event({ ...own, reason: 'RemovingNode', message: `Removing Node ${name} from Controller` }),
    event({ ...own, reason: 'Note', message: 'node is underutilized but scale-down is disabled for it', age: 20 }),
  ]
  const alert = { alertName: 'KubeNodeNotReady', labels: { namespace: '', node: name } }
  const scene = await clusterSceneOf({ ...alert, objects: [node('worker-1'), ...events] })
  assert.notEqual(onlyFinding(nodeNotFound(scene), scene).situation, 'works_as_designed')
})

test('while pods find no place since, nobody may be sure that it was right to take the node away', async () => {
  const found = await nodeReported(
    event({ about, reason: 'ScaleDown', message: 'node removed by cluster autoscaler', age: 16 }),
    removed,
    event({
      about: 'Pod/web-1',
      reason: 'FailedScheduling',
      message: '0/1 nodes are available: 1 Insufficient cpu.',
      age: 2,
    }),
  )
  assert.ok(found.confidence < 0.8)
})

test('a name from a label is compared as it stands, whatever characters it has', async () => {
  for (const name of ['ip-(10', '([a-z0-9:-]+)+~', 'we[b']) {
    const alert = { alertName: 'KubeNodeNotReady', labels: { namespace: '', node: name } }
    const deleted = event({
      about: 'ReplicaSet/web-1',
      reason: 'SuccessfulDelete',
      message: `Deleted pod: web-${'a'.repeat(60)}`,
    })
    const scene = await clusterSceneOf({ ...alert, objects: [node('worker-1'), deleted] })
    assert.doesNotThrow(() => [...nodeNotFound(scene), ...objectNotFound(scene)])
  }
})
