import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const untoleratedTaint: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'untolerated_taint')

const LABELS = { deployment: 'web' }
const TAINTS = [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }]
const GPU_NODE = node('gpu-1', { taints: TAINTS, allocatable: { 'nvidia.com/gpu': '2' } })
const MESSAGE =
  '0/2 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) had untolerated taint {nvidia.com/gpu: present}.'
const GPU = { containers: [{ name: 'app', image: 'a', resources: { limits: { 'nvidia.com/gpu': '1' } } }] }

test('the taint of the only node that could hold the pod is told as kubectl writes it', async () => {
  const waiting = pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: GPU })
  const objects = [node('worker-1'), GPU_NODE, ...deployment('web'), waiting]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(untoleratedTaint(scene), scene)
  assert.match(found.statement, /taint nvidia\.com\/gpu=present:NoSchedule of node gpu-1, which would have room/)
  assert.deepEqual(found.actions, [])
})

test('the older wording of the scheduler is understood, and one that does not name the taint', async () => {
  for (const said of [
    "had taint {nvidia.com/gpu: present}, that the pod didn't tolerate",
    'had untolerated taint(s)',
  ]) {
    const message = `0/2 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) ${said}.`
    const waiting = pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1', spec: GPU })
    const scene = await clusterSceneOf({
      labels: LABELS,
      objects: [node('worker-1'), GPU_NODE, ...deployment('web'), waiting],
    })
    assert.match(onlyFinding(untoleratedTaint(scene), scene).statement, /nvidia\.com\/gpu/)
  }
})

test('a toleration that the newest revision lost is brought back by a rollback', async () => {
  const tolerations = [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }]
  const revisions = [
    { template: { ...GPU, tolerations }, replicas: 1 },
    { template: GPU, replicas: 1, ready: 0, age: 40 },
  ]
  const objects = [
    GPU_NODE,
    ...deployment('web', { revisions }),
    pod('web-1-old', { owner: 'ReplicaSet/web-1', node: 'gpu-1' }),
    pendingPod('web-2-abcde', MESSAGE, { owner: 'ReplicaSet/web-2', spec: GPU }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.equal(onlyFinding(untoleratedTaint(scene), scene).actions[0]?.plugin, 'rollback_deployment')
})

test('the taint of the control plane is as it should be', async () => {
  const message =
    '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }.'
  const waiting = pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1' })
  assert.deepEqual(
    untoleratedTaint(
      await clusterSceneOf({ labels: LABELS, objects: [node('worker-1'), ...deployment('web'), waiting] }),
    ),
    [],
  )
})

test('a taint the pod tolerates, or that only asks politely, keeps nobody away', async () => {
  const message = '0/2 nodes are available: 2 Insufficient cpu.'
  const spec = { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' }] }
  const objects = [
    node('worker-1', { taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }] }),
    node('worker-2', { taints: [{ key: 'slow', value: 'true', effect: 'PreferNoSchedule' }] }),
    ...deployment('web'),
    pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1', spec }),
  ]
  assert.deepEqual(untoleratedTaint(await clusterSceneOf({ labels: LABELS, objects })), [])
})
