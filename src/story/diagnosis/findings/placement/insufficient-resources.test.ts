import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const insufficientResources: Analyzer = (scene) =>
  unplaced(scene).filter(({ kind }) => kind === 'insufficient_resources')

const MESSAGE =
  '0/3 nodes are available: 1 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }, 2 Insufficient memory. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.'
const CONTROL = node('control-1', { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] })
const LABELS = { deployment: 'web' }

function asking(memory: string) {
  return { containers: [{ name: 'app', image: 'app:1', resources: { requests: { memory } } }] }
}

function world(revisions: Parameters<typeof deployment>[1]) {
  return [
    CONTROL,
    node('worker-1'),
    node('worker-2'),
    ...deployment('web', revisions),
    pod('ballast-a', { node: 'worker-1', spec: asking('10Gi') }),
    pod('ballast-b', { node: 'worker-2', spec: asking('12Gi') }),
  ]
}

test('a pod that asks for more than is free anywhere is told with the numbers of each node', async () => {
  const objects = [
    ...world({ replicas: 1 }),
    pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: asking('8Gi') }),
    event({ about: 'Pod/web-1-abcde', reason: 'FailedScheduling', message: MESSAGE }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(insufficientResources(scene), scene)
  assert.match(found.statement, /requests 8Gi memory/)
  assert.match(found.statement, /worker-1 6Gi of 16Gi memory; worker-2 4Gi of 16Gi memory/)
  assert.doesNotMatch(found.statement, /control-1/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('a request no node could ever hold is told as such', async () => {
  const objects = [
    ...world({ replicas: 1 }),
    pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: asking('64Gi') }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(insufficientResources(scene), scene)
  assert.match(found.statement, /worker-1 can give 16Gi memory at all/)
  assert.match(found.suggestions.join(' '), /no node of this cluster can hold it/)
})

test('a request that grew with the newest revision is rolled back', async () => {
  const revisions = [
    { template: asking('2Gi'), replicas: 1, age: 500 },
    { template: asking('20Gi'), replicas: 1, ready: 0, age: 40 },
  ]
  const objects = [
    ...world({ replicas: 1, revisions }),
    pod('web-1-older', { owner: 'ReplicaSet/web-1', node: 'worker-1', spec: asking('2Gi') }),
    pendingPod('web-2-abcde', MESSAGE, { owner: 'ReplicaSet/web-2', spec: asking('20Gi') }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(insufficientResources(scene), scene)
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters.deployment]),
    [['rollback_deployment', 'web']],
  )
})

test('the words of the scheduler are enough where nodes may not be read, with less certainty', async () => {
  const objects = [...world({ replicas: 1 }), pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1' })]
  const scene = await clusterSceneOf({ labels: LABELS, objects, forbidden: ['Node'] })
  assert.equal(onlyFinding(insufficientResources(scene), scene).confidence, 0.7)
})

test('nodes kept for others by a taint do not hide that the own ones are full', async () => {
  const message =
    '0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}, 2 Insufficient memory. preemption: none.'
  const objects = [
    ...world({ replicas: 1 }),
    node('gpu-1', { taints: [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }] }),
    pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1', spec: asking('8Gi') }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.match(onlyFinding(insufficientResources(scene), scene).suggestions.join(' '), /gpu-1 is kept for others/)
})

test('a pod that waits for a node for another reason, or runs, is not short of anything', async () => {
  const message = "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector."
  const waiting = pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1' })
  const scene = await clusterSceneOf({ labels: LABELS, objects: [...world({ replicas: 1 }), waiting] })
  assert.deepEqual(insufficientResources(scene), [])
  const running = pod('web-1-abcde', { owner: 'ReplicaSet/web-1', node: 'worker-1' })
  const old = event({ about: 'Pod/web-1-abcde', reason: 'FailedScheduling', message: MESSAGE, age: 50 })
  const calm = await clusterSceneOf({ labels: LABELS, objects: [...world({ replicas: 1 }), running, old] })
  assert.deepEqual(insufficientResources(calm), [])
})

test('replicas that were added shortly before are told beside the shortage', async () => {
  const objects = [
    ...world({ replicas: 9 }),
    pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: asking('8Gi') }),
    event({
      about: 'Deployment/web',
      reason: 'ScalingReplicaSet',
      message: 'Scaled up replica set web-1 from 2 to 9',
      age: 30,
      type: 'Normal',
    }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.match(onlyFinding(insufficientResources(scene), scene).facts[0]?.text ?? '', /scaled up from 2 to 9 replicas/)
})

test('pods that nobody owns are told of where the alert names only their namespace', async () => {
  const says = '0/1 nodes are available: 1 Insufficient cpu.'
  const objects = [node('worker-1'), pendingPod('trainer', says), pendingPod('trainer-2', says)]
  const scene = await clusterSceneOf({ alertName: 'KubePodNotReady', labels: {}, objects })
  const found = onlyFinding(insufficientResources(scene), scene)
  assert.match(found.statement, /^Pod trainer(-2)? \(and 1 more like it; nobody owns them\) cannot be placed/)
  assert.deepEqual([found.weight, found.actions], ['cause', []])
})
