import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const hostPortTaken: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'host_port_taken')

const LABELS = { deployment: 'relay' }
const SPEC = { containers: [{ name: 'app', image: 'a', ports: [{ containerPort: 8125, hostPort: 8125 }] }] }
const MESSAGE = "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports."

test('a host port that every node has given away is told with who holds it', async () => {
  const objects = [
    node('worker-1'),
    ...deployment('relay', { replicas: 2, revisions: [{ template: SPEC }] }),
    pod('relay-1-aaaaa', { owner: 'ReplicaSet/relay-1', node: 'worker-1', spec: SPEC }),
    pendingPod('relay-1-bbbbb', MESSAGE, { owner: 'ReplicaSet/relay-1', spec: SPEC }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(hostPortTaken(scene), scene)
  assert.match(
    found.statement,
    /host port 8125 \(hostPort of container app\).*1 replicas of it run on worker-1; 1 nodes/,
  )
  assert.deepEqual(found.actions, [])
})

test('a port that came with the newest revision is rolled back', async () => {
  const revisions = [{ replicas: 1 }, { template: SPEC, replicas: 1, ready: 0, age: 30 }]
  const objects = [
    node('worker-1'),
    ...deployment('relay', { replicas: 1, revisions }),
    pod('relay-1-aaaaa', { owner: 'ReplicaSet/relay-1', node: 'worker-1' }),
    pendingPod('relay-2-bbbbb', MESSAGE, { owner: 'ReplicaSet/relay-2', spec: SPEC, age: 29 }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.equal(onlyFinding(hostPortTaken(scene), scene).actions[0]?.plugin, 'rollback_deployment')
})

test('a pod with a host port that waits for memory is not short of ports', async () => {
  const waiting = pendingPod('relay-1-bbbbb', '0/1 nodes are available: 1 Insufficient memory.', {
    owner: 'ReplicaSet/relay-1',
    spec: SPEC,
  })
  assert.deepEqual(
    hostPortTaken(await clusterSceneOf({ labels: LABELS, objects: [...deployment('relay'), waiting] })),
    [],
  )
})
