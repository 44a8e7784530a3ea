import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { setRollout } from './set-rollout.ts'

const UNREADY = { conditions: [condition('Ready', 'False', 'ContainersNotReady', 20)] }

test('the lowest pod of a set that is not ready holds up the rest', async () => {
  const objects = [
    object('StatefulSet', 'store', { spec: { replicas: 3 }, status: { readyReplicas: 1, updatedReplicas: 2 } }),
    pod('store-0', { owner: 'StatefulSet/store', node: 'worker-1' }),
    pod('store-1', { owner: 'StatefulSet/store', node: 'worker-2', status: UNREADY }),
    pod('store-2', { owner: 'StatefulSet/store', node: 'worker-3', status: UNREADY }),
  ]
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects })
  const found = onlyFinding(setRollout(scene), scene)
  assert.match(
    found.statement,
    /StatefulSet shop\/store has 1 of 3 pods ready and 2 updated: pod store-1 on worker-2 is not ready/,
  )
  assert.equal(found.weight, 'symptom')
  assert.deepEqual(found.actions, [])
})

test('a DaemonSet whose unready pods share a node points at that node', async () => {
  const status = { desiredNumberScheduled: 3, numberReady: 1, updatedNumberScheduled: 3, numberUnavailable: 2 }
  const objects = [
    object('DaemonSet', 'agent', { spec: {}, status }),
    ...['a', 'b'].map((name) => pod(`agent-${name}`, { owner: 'DaemonSet/agent', node: 'worker-2', status: UNREADY })),
  ]
  const scene = await clusterSceneOf({ labels: { daemonset: 'agent' }, objects })
  assert.match(onlyFinding(setRollout(scene), scene).statement, /All 2 pods that are not ready are on node worker-2/)
})

test('a set that is complete says nothing', async () => {
  const objects = [
    object('StatefulSet', 'store', { spec: { replicas: 1 }, status: { readyReplicas: 1, updatedReplicas: 1 } }),
    pod('store-0', { owner: 'StatefulSet/store', node: 'worker-1' }),
  ]
  assert.deepEqual(setRollout(await clusterSceneOf({ labels: { statefulset: 'store' }, objects })), [])
})
