import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const noSuchNode: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'no_such_node')

const LABELS = { deployment: 'web' }
const WAITS = { phase: 'Pending', conditions: [], containerStatuses: [] }

test('a pod bound by name to a node that is not there is told, and rolled back where that is new', async () => {
  const revisions = [{ replicas: 1 }, { template: { nodeName: 'worker-9' }, replicas: 1, ready: 0, age: 30 }]
  const objects = [
    node('worker-1'),
    ...deployment('web', { revisions }),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1' }),
    pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', node: 'worker-9', status: WAITS, age: 29 }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(noSuchNode(scene), scene)
  assert.match(found.statement, /for node worker-9, which does not exist.*The nodes are worker-1/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('a pod that is starting on a node that is there, or where no node can be seen, accuses nobody', async () => {
  const objects = [
    node('worker-1'),
    ...deployment('web'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', status: WAITS, age: 1 }),
  ]
  assert.deepEqual(noSuchNode(await clusterSceneOf({ labels: LABELS, objects })), [])
  assert.deepEqual(noSuchNode(await clusterSceneOf({ labels: LABELS, objects, forbidden: ['Node'] })), [])
})
