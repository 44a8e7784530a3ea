import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from '../containers/pod-states.ts'

const labels = { pod: 'web-1-bbbbb' }
const CREATING = waiting('ContainerCreating', '')
const failed = (message: string) => event({ about: 'Pod/web-1-bbbbb', reason: 'FailedAttachVolume', message })

function world(message: string) {
  return {
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'node-a' }),
      pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', node: 'node-b', status: CREATING }),
      failed(message),
    ],
  }
}

test('a volume held by a pod on another node is told with its holder, and nobody is ended', async () => {
  const scene = await clusterSceneOf(
    world('Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) web-1-aaaaa'),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /still held by another pod \(Multi-Attach error\).*pvc-1.*web-1-aaaaa/)
  assert.deepEqual(finding.actions, [])
})

test('storage that refuses is told in its own words', async () => {
  const scene = await clusterSceneOf(world('rpc error: code = Internal desc = volume "vol-7" is in error state'))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'volume_mount_fails')
  assert.match(finding.statement, /a volume cannot be mounted.*vol-7/)
})

test('a missing Secret is another matter', async () => {
  const scene = await clusterSceneOf(world('MountVolume.SetUp failed for volume "key" : secret "pay-key" not found'))
  assert.equal(onlyFinding(podStates(scene), scene).kind, 'missing_reference')
})

test('a pod that runs has its volumes', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' }),
      failed('Multi-Attach error for volume "pvc-1"'),
    ],
  })
  assert.deepEqual(podStates(scene), [])
})
