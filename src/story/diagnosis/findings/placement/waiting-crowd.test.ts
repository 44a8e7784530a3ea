import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pendingPod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { insufficientResources } from './insufficient-resources.ts'
import { waitingCrowd } from './waiting-crowd.ts'

const NO_CPU = '0/1 nodes are available: 1 Insufficient cpu.'
const NO_MEMORY = '0/1 nodes are available: 1 Insufficient memory. no new claims to deallocate, preemption: 0/1 nodes.'
const ALERT = { alertName: 'KubePodNotReady', labels: {} }

function waiting(count: number, name: string, message: string, owner?: string) {
  return Array.from({ length: count }, (_, at) => pendingPod(`${name}-${at}`, message, owner ? { owner } : {}))
}

test('120 pods that wait are counted, beyond the end of a list too', async () => {
  const objects = [
    node('n1'),
    ...deployment('batch', { replicas: 120 }),
    ...waiting(120, 'batch-1', NO_CPU, 'ReplicaSet/batch-1'),
  ]
  const scene = await clusterSceneOf({ ...ALERT, labels: { deployment: 'batch' }, objects })
  assert.match(
    onlyFinding(insufficientResources(scene), scene).statement,
    /^Pod batch-1-\d+ of Deployment batch \(and 119 more like it\) cannot be placed/,
  )
  assert.match(
    onlyFinding(waitingCrowd(scene), scene).statement,
    /^120 pods of namespace shop wait for a node: 120 of Deployment batch \(Insufficient cpu\)\.$/,
  )
})

test('each kind of them is told with its number and its reason', async () => {
  const objects = [
    node('n1'),
    ...deployment('batch', { replicas: 70 }),
    ...waiting(70, 'batch-1', NO_CPU, 'ReplicaSet/batch-1'),
    ...waiting(50, 'run', NO_MEMORY),
  ]
  const scene = await clusterSceneOf({ ...ALERT, objects })
  const found = onlyFinding(waitingCrowd(scene), scene)
  assert.match(
    found.statement,
    /^120 pods of namespace shop wait for a node: 70 of Deployment batch \(Insufficient cpu\); 50 that nobody owns \(Insufficient memory\)\.$/,
  )
  assert.equal(found.weight, 'context')
})

test('a few are told one by one', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('n1'), ...waiting(3, 'run', NO_CPU)] })
  assert.deepEqual(waitingCrowd(scene), [])
})
