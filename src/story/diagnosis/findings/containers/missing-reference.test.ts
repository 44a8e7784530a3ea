import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { deployment: 'web' }

function reading(kind: 'secretKeyRef' | 'configMapKeyRef', name: string, key: string) {
  return {
    containers: [{ name: 'app', image: 'app:1', env: [{ name: 'TOKEN', valueFrom: { [kind]: { name, key } } }] }],
  }
}

const NOT_FOUND = waiting('CreateContainerConfigError', 'secret "pay-key" not found')

test('a Secret that is not there is named, and seen to be absent', async () => {
  const spec = reading('secretKeyRef', 'pay-key', 'token')
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: spec }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec, status: NOT_FOUND }),
    ],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /Secret pay-key, which it refers to, does not exist in namespace shop/)
  assert.equal(finding.confidence, 0.8)
  assert.deepEqual(finding.actions, [])
})

test('a key that is missing in a ConfigMap that exists is named', async () => {
  const spec = reading('configMapKeyRef', 'web-config', 'mode')
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: spec }] }),
      pod('web-1-aaaaa', {
        owner: 'ReplicaSet/web-1',
        spec,
        status: waiting('CreateContainerConfigError', "couldn't find key mode in ConfigMap shop/web-config"),
      }),
      object('ConfigMap', 'web-config', { data: { other: '1' } }),
    ],
  })
  assert.match(onlyFinding(podStates(scene), scene).statement, /ConfigMap web-config, which it refers to, lacks mode/)
})

test('a reference that the newest revision brought is taken back', async () => {
  const [before, after] = [reading('secretKeyRef', 'old-key', 'token'), reading('secretKeyRef', 'pay-key', 'token')]
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', {
        revisions: [
          { template: before, replicas: 1 },
          { template: after, replicas: 1, ready: 0, age: 25 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: before }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: after, status: NOT_FOUND, age: 25 }),
    ],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
  assert.match(finding.statement, /It came with revision 2 .*old-key to pay-key/)
})

test('a Secret that both revisions need and somebody deleted is not cured by a rollback', async () => {
  const spec = reading('secretKeyRef', 'pay-key', 'token')
  const newer = { containers: [{ ...spec.containers[0], image: 'app:2' }] }
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: spec }, { template: newer as never, age: 25 }] }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: newer as never, status: NOT_FOUND, age: 25 }),
    ],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.deepEqual(finding.actions, [])
  assert.match(finding.noActionReason ?? '', /no different in this/)
})

test('a volume that waits for a ConfigMap is told by the event of the mount', async () => {
  const spec = {
    containers: [{ name: 'app', image: 'app:1' }],
    volumes: [{ name: 'config', configMap: { name: 'web-config' } }],
  }
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec, status: waiting('ContainerCreating', '') }),
      event({
        about: 'Pod/web-1-aaaaa',
        reason: 'FailedMount',
        message: 'MountVolume.SetUp failed for volume "config" : configmap "web-config" not found',
      }),
    ],
  })
  assert.match(onlyFinding(podStates(scene), scene).statement, /configmap "web-config" not found/)
})

test('an old complaint about a mount says nothing about a container that runs', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
      event({ about: 'Pod/web-1-aaaaa', reason: 'FailedMount', age: 50, message: 'configmap "web-config" not found' }),
    ],
  })
  assert.deepEqual(podStates(scene), [])
})
