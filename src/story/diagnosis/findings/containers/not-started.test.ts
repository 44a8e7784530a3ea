import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { notStarted } from './not-started.ts'

const labels = { pod: 'web-1-aaaaa' }

function world(age: number, more: readonly object[] = [], reason = 'ContainerCreating') {
  const status = waiting(reason, '')
  return {
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'node-a', age, status }),
      ...(more as never[]),
    ],
  }
}

test('a pod that waits without a word is said to wait, with little confidence', async () => {
  const scene = await clusterSceneOf(world(50))
  const finding = onlyFinding(notStarted(scene), scene)
  assert.match(finding.statement, /waiting on node node-a for 50 minutes \(ContainerCreating\), and no event/)
  assert.ok(finding.confidence <= 0.4)
})

test('a pod of two minutes is on its way', async () => {
  assert.deepEqual(notStarted(await clusterSceneOf(world(2))), [])
})

test('where an event says what it waits for, nothing is guessed', async () => {
  const failedMount = event({ about: 'Pod/web-1-aaaaa', reason: 'FailedMount', message: 'volume "data" is not there' })
  assert.deepEqual(notStarted(await clusterSceneOf(world(50, [failedMount]))), [])
})

test('a pod whose image cannot be had waits for a known reason', async () => {
  assert.deepEqual(notStarted(await clusterSceneOf(world(50, [], 'ImagePullBackOff'))), [])
})
