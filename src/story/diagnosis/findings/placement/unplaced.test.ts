import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const toldOther: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'unplaced')

const LABELS = { deployment: 'web' }
const NOBODY = { phase: 'Pending', conditions: [], containerStatuses: [] }

test('a reason without a finding of its own is told in the words of the scheduler', async () => {
  const message = '0/1 nodes are available: 1 node(s) had a runtime class that is not there.'
  const objects = [
    node('worker-1'),
    ...deployment('web'),
    pendingPod('web-1-aaaaa', message, { owner: 'ReplicaSet/web-1' }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(toldOther(scene), scene)
  assert.match(found.statement, /cannot be placed\. The scheduler says: .*runtime class/)
  assert.deepEqual(found.actions, [])
})

test('a pod behind a gate is told as such', async () => {
  const words = 'Scheduling is blocked due to non-empty scheduling gates'
  const status = { ...NOBODY, conditions: [condition('PodScheduled', 'False', 'SchedulingGated', 30, words)] }
  const objects = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status })]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.match(onlyFinding(toldOther(scene), scene).statement, /non-empty scheduling gates/)
})

test('a reason that has its own finding is not told twice', async () => {
  const waiting = pendingPod('web-1-aaaaa', '0/1 nodes are available: 1 Insufficient cpu.', {
    owner: 'ReplicaSet/web-1',
  })
  assert.deepEqual(toldOther(await clusterSceneOf({ labels: LABELS, objects: [...deployment('web'), waiting] })), [])
})
