import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const forgottenCordon: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'forgotten_cordon')

const LABELS = { deployment: 'web' }
const MESSAGE = '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable.'
const SPEC = { containers: [{ name: 'app', image: 'a', resources: { requests: { cpu: '2' } } }] }
const BALLAST = pod('ballast', {
  node: 'worker-1',
  spec: { containers: [{ name: 'a', resources: { requests: { cpu: '3' } } }] },
})
const WAITING = pendingPod('web-1-abcde', MESSAGE, { owner: 'ReplicaSet/web-1', spec: SPEC })

test('a ready node with room that is closed to new pods is named, and left to people', async () => {
  const objects = [
    node('worker-1'),
    node('worker-2', { unschedulable: true }),
    event({
      about: 'Node/worker-2',
      reason: 'NodeNotSchedulable',
      message: 'Node worker-2 status is now: NodeNotSchedulable',
      age: 55,
      type: 'Normal',
    }),
    ...deployment('web'),
    BALLAST,
    WAITING,
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(forgottenCordon(scene), scene)
  assert.match(found.statement, /node worker-2 is cordoned.*closed 55 minutes ago.*ready and would have room/)
  assert.match(found.suggestions.join(' '), /Uncordon worker-2/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('a closed node that would have no room either is not to blame', async () => {
  const full = pod('more-ballast', {
    node: 'worker-2',
    spec: { containers: [{ name: 'a', resources: { requests: { cpu: '3' } } }] },
  })
  const objects = [
    node('worker-1'),
    node('worker-2', { unschedulable: true }),
    ...deployment('web'),
    BALLAST,
    full,
    WAITING,
  ]
  assert.deepEqual(forgottenCordon(await clusterSceneOf({ labels: LABELS, objects })), [])
})

test('a closed node nobody waits for is no news', async () => {
  const running = pod('web-1-abcde', { owner: 'ReplicaSet/web-1', node: 'worker-1' })
  const objects = [node('worker-1'), node('worker-2', { unschedulable: true }), ...deployment('web'), running]
  assert.deepEqual(forgottenCordon(await clusterSceneOf({ labels: LABELS, objects })), [])
})
