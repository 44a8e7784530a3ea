import assert from 'node:assert/strict'
import { test } from 'node:test'
import { node } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { nodeNotFound } from './node-states.ts'

const ALERT = { alertName: 'KubeNodeNotReady', labels: { namespace: '', node: 'worker-9' } }

test('a node the cluster does not know is said to be gone, without certainty and without a step', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('worker-1'), node('worker-2')] })
  const found = onlyFinding(nodeNotFound(scene), scene)
  assert.equal(found.situation, 'not_found')
  assert.match(found.statement, /Node worker-9 does not exist .* The nodes are worker-1, worker-2/)
  assert.ok(found.confidence <= 0.6)
  assert.deepEqual(found.actions, [])
})

test('a node that is there, or nodes that may not be read, are not missed', async () => {
  assert.deepEqual(nodeNotFound(await clusterSceneOf({ ...ALERT, objects: [node('worker-9')] })), [])
  assert.deepEqual(
    nodeNotFound(await clusterSceneOf({ ...ALERT, objects: [node('worker-1')], forbidden: ['Node'] })),
    [],
  )
})
