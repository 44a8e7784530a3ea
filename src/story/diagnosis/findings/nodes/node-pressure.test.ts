import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, node, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { nodeStates } from './node-states.ts'

const PRESSED = condition(
  'MemoryPressure',
  'True',
  'KubeletHasInsufficientMemory',
  12,
  'kubelet has insufficient memory available',
)
const ALERT = {
  alertName: 'KubeNodePressure',
  labels: { namespace: '', node: 'worker-1', condition: 'MemoryPressure' },
}

function sample(name: string, memory: string) {
  return object('PodMetrics', name, {
    timestamp: '2026-11-15T12:00:00Z',
    containers: [{ name: 'app', usage: { cpu: '100m', memory } }],
  })
}

test('the largest consumer of a pressed node is named with what bounds it, and the node is closed', async () => {
  const bounded = {
    containers: [{ name: 'app', image: 'a', resources: { requests: { memory: '1Gi' }, limits: { memory: '2Gi' } } }],
  }
  const objects = [
    node('worker-1', { conditions: [PRESSED] }),
    pod('notebook', { node: 'worker-1' }),
    pod('web', { node: 'worker-1', spec: bounded }),
  ]
  const scene = await clusterSceneOf({
    ...ALERT,
    objects,
    samples: [sample('notebook', '12Gi'), sample('web', '1500Mi')],
  })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.match(found.statement, /Node worker-1 is under MemoryPressure since .* kubelet has insufficient memory/)
  assert.match(
    found.statement,
    /pod shop\/notebook \(container app\) with 12Gi memory; it requests nothing, has no memory limit/,
  )
  assert.deepEqual(found.actions[0]?.parameters, { node: 'worker-1' })
})

test('without samples the pressure is told with less certainty', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('worker-1', { conditions: [PRESSED] })] })
  assert.equal(onlyFinding(nodeStates(scene), scene).confidence, 0.7)
})

test('pressure of another node is an aside, and pressure that is over is none', async () => {
  const elsewhere = [node('worker-1'), node('worker-2', { conditions: [PRESSED] })]
  const scene = await clusterSceneOf({ ...ALERT, objects: elsewhere })
  assert.equal(onlyFinding(nodeStates(scene), scene).weight, 'context')
  const over = node('worker-1', { conditions: [condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory', 3)] })
  assert.deepEqual(nodeStates(await clusterSceneOf({ ...ALERT, objects: [over] })), [])
})
