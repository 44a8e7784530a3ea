import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { CONTAINER_ANALYZERS } from '../analyzers.ts'
import { leavingPod } from './passing.ts'

const labels = { pod: 'web-1-aaaaa' }
const GOING = { deletionTimestamp: minutesAgo(2) }
const rolledOut = (ready: number) =>
  deployment('web', { replicas: 2, revisions: [{ replicas: 0 }, { replicas: 2, ready, age: 8 }] })

function world(successor: object) {
  return {
    labels,
    objects: [
      ...rolledOut(2),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', metadata: GOING, status: crashing() }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', age: 8 }),
      pod('web-2-ccccc', { owner: 'ReplicaSet/web-2', age: 8, ...successor }),
    ],
  }
}

test('a pod of a finished rollout that crashes on its way out is no incident', async () => {
  const scene = await clusterSceneOf(world({}))
  const finding = onlyFinding(leavingPod(scene), scene)
  assert.equal(finding.situation, 'works_as_designed')
  assert.match(finding.statement, /is leaving.*rollout of revision 2 of deployment web is finished.*all 2 pods/)
  assert.deepEqual(finding.actions, [])
})

test('what a leaving pod does is held against nobody', async () => {
  const scene = await clusterSceneOf(world({}))
  const kinds = CONTAINER_ANALYZERS.flatMap((analyze) => analyze(scene)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['leaving_pod'])
})

test('a pod that leaves while its successors fail is part of an incident', async () => {
  assert.deepEqual(leavingPod(await clusterSceneOf(world({ status: crashing() }))), [])
})

test('a pod that stays is not leaving', async () => {
  const objects = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing() })]
  assert.deepEqual(leavingPod(await clusterSceneOf({ labels, objects })), [])
})

test('a pod that has been leaving for hours is stuck, which is another matter', async () => {
  const objects = [
    ...rolledOut(2),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', metadata: { deletionTimestamp: minutesAgo(240) } }),
    pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', age: 8 }),
    pod('web-2-ccccc', { owner: 'ReplicaSet/web-2', age: 8 }),
  ]
  assert.deepEqual(leavingPod(await clusterSceneOf({ labels, objects })), [])
})

test('a pod with a long grace is told with the time it has left', async () => {
  const [first, ...others] = world({}).objects.filter(({ kind }) => kind === 'Pod')
  const going = { ...first, metadata: { ...first?.metadata, deletionTimestamp: minutesAgo(-57) } } as typeof first
  const objects = [...rolledOut(2), ...(going ? [going] : []), ...others]
  const scene = await clusterSceneOf({ labels, objects })
  assert.match(
    onlyFinding(leavingPod(scene), scene).statement,
    /has until 2026-11-15 12:57 UTC to finish \(57 minutes from now\)/,
  )
})
