import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const noMatchingNode: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'no_matching_node')

const MESSAGE =
  "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling."
const LABELS = { deployment: 'web' }
const NODES = [node('worker-1', { labels: { disk: 'hdd' } }), node('worker-2')]
const WANTED = { nodeSelector: { disk: 'ssd' } }

test('the label asked for and the labels there are told literally', async () => {
  const waiting = pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: WANTED })
  const objects = [...NODES, ...deployment('web', { revisions: [{ template: WANTED }] }), waiting]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(noMatchingNode(scene), scene)
  assert.match(found.statement, /only run on a node with disk=ssd, and no node has that/)
  assert.match(found.statement, /worker-1: disk=hdd; worker-2: no label disk/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('a selector that came with the newest revision is rolled back', async () => {
  const waiting = pendingPod('web-2-abcde', MESSAGE, { owner: 'ReplicaSet/web-2', spec: WANTED })
  const revisions = [{ replicas: 1 }, { template: WANTED, replicas: 1, ready: 0, age: 40 }]
  const old = pod('web-1-old', { owner: 'ReplicaSet/web-1', node: 'worker-1' })
  const scene = await clusterSceneOf({
    labels: LABELS,
    objects: [...NODES, ...deployment('web', { revisions }), old, waiting],
  })
  const found = onlyFinding(noMatchingNode(scene), scene)
  assert.match(found.statement, /came with revision 2: nodeSelector/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('a required affinity is compared as the scheduler compares it', async () => {
  const terms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }]
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } }
  const waiting = pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: { affinity } })
  const objects = [node('worker-1', { labels: { zone: 'c' } }), ...deployment('web'), waiting]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.match(onlyFinding(noMatchingNode(scene), scene).statement, /zone In \[a, b\].*worker-1: zone=c/)
})

test('where a node does match and is merely full, the selector is not the cause', async () => {
  const message = "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match Pod's node affinity/selector."
  const spec = { ...WANTED, containers: [{ name: 'app', image: 'a', resources: { requests: { cpu: '3' } } }] }
  const objects = [
    node('worker-1', { labels: { disk: 'ssd' } }),
    node('worker-2'),
    ...deployment('web'),
    pod('ballast', { node: 'worker-1', spec: { containers: [{ name: 'a', resources: { requests: { cpu: '2' } } }] } }),
    pendingPod('web-1-abcde', message, { owner: 'ReplicaSet/web-1', spec }),
  ]
  assert.deepEqual(noMatchingNode(await clusterSceneOf({ labels: LABELS, objects })), [])
})

const BESIDE_TAINT =
  "0/3 nodes are available: 1 node(s) had untolerated taint {nvidia.com/gpu: present}, 2 node(s) didn't match Pod's node affinity/selector."
const GPU_TAINT = [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }]

function besideTaint(labels: Record<string, string>) {
  const waiting = pendingPod('web-2-abcde', BESIDE_TAINT, { owner: 'ReplicaSet/web-2', spec: WANTED })
  const revisions = [{ replicas: 1 }, { template: WANTED, replicas: 1, ready: 0, age: 40 }]
  const gpu = node('gpu-1', { taints: GPU_TAINT, labels })
  const old = pod('web-1-old', { owner: 'ReplicaSet/web-1', node: 'worker-1' })
  return { labels: LABELS, objects: [...NODES, gpu, ...deployment('web', { revisions }), old, waiting] }
}

test('a tainted node that has not the label either would not take it without the taint', async () => {
  for (const labels of [{ disk: 'hdd' }, {}] as Record<string, string>[]) {
    const scene = await clusterSceneOf(besideTaint(labels))
    const found = onlyFinding(noMatchingNode(scene), scene)
    assert.match(found.statement, /disk=ssd, and no node has that.*came with revision 2: nodeSelector/)
    assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
    assert.ok(!found.suggestions?.join(' ').includes('toleration'))
  }
})

test('where the tainted node has the label, the taint stands in the way', async () => {
  assert.deepEqual(noMatchingNode(await clusterSceneOf(besideTaint({ disk: 'ssd' }))), [])
})

test('a pod of somebody else is no business of this alert', async () => {
  const objects = [
    ...NODES,
    ...deployment('web'),
    ...deployment('other'),
    pod('web-1-abcde', { owner: 'ReplicaSet/web-1', node: 'worker-1' }),
    pendingPod('other-1-abcde', MESSAGE, { owner: 'ReplicaSet/other-1', spec: WANTED }),
  ]
  assert.deepEqual(noMatchingNode(await clusterSceneOf({ labels: LABELS, objects })), [])
})
