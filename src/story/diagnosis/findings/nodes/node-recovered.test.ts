import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, event, node } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { nodeRecovered } from './node-states.ts'

const ALERT = { alertName: 'KubeNodeReadinessFlapping', labels: { namespace: '', node: 'worker-1' } }

function readySince(minutes: number) {
  return node('worker-1', { conditions: [condition('Ready', 'True', 'KubeletReady', minutes)] })
}

function notReady(age: number) {
  return event({
    about: 'Node/worker-1',
    reason: 'NodeNotReady',
    message: 'Node worker-1 status is now: NodeNotReady',
    age,
    count: 4,
    type: 'Normal',
  })
}

test('a flap that is over is told with since when the node is well', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [readySince(50), notReady(53)] })
  const found = onlyFinding(nodeRecovered(scene), scene)
  assert.equal(found.situation, 'recovered')
  assert.match(
    found.statement,
    /ready since .* \(50 minutes ago\) and reports no pressure.*NodeNotReady, 4 times.*has recovered/,
  )
  assert.deepEqual(found.actions, [])
})

test('a node that came back a moment ago may fall again', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [readySince(2), notReady(4)] })
  const found = onlyFinding(nodeRecovered(scene), scene)
  assert.equal(found.situation, 'unclear')
  assert.match(found.statement, /may not hold: the node is flapping/)
})

test('a node that is unwell now has not recovered', async () => {
  const pressed = node('worker-1', { conditions: [condition('DiskPressure', 'True', 'KubeletHasDiskPressure', 5)] })
  assert.deepEqual(nodeRecovered(await clusterSceneOf({ ...ALERT, objects: [pressed, notReady(53)] })), [])
  const lost = node('worker-1', { conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 5)] })
  assert.deepEqual(nodeRecovered(await clusterSceneOf({ ...ALERT, objects: [lost] })), [])
})

test('that a node is ready says nothing about an alert on its load', async () => {
  const alertName = 'NodeHighCpuSteal'
  assert.deepEqual(nodeRecovered(await clusterSceneOf({ ...ALERT, alertName, objects: [readySince(50)] })), [])
})
