import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { containerCreation } from './container-creation.ts'

const labels = { pod: 'web-2-aaaaa' }
const plain = { containers: [{ name: 'app', image: 'app:1' }] }
const strict = { containers: [{ name: 'app', image: 'app:1', securityContext: { runAsNonRoot: true } }] }
const ROOT = 'container has runAsNonRoot and image will run as root'

function world(status: object, after: object = strict, more: readonly object[] = []) {
  return {
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: plain }, { template: after as never, age: 20 }] }),
      pod('web-2-aaaaa', {
        owner: 'ReplicaSet/web-2',
        node: 'node-a',
        spec: after as never,
        status: status as never,
        age: 20,
      }),
      ...(more as never[]),
    ],
  }
}

test('a rule of the newest revision that its image breaks is returned from', async () => {
  const scene = await clusterSceneOf(world(waiting('CreateContainerConfigError', ROOT)))
  const finding = onlyFinding(containerCreation(scene), scene)
  assert.match(finding.statement, /cannot be created \(CreateContainerConfigError\): "container has runAsNonRoot/)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('the same refusal under an unchanged template is for a person', async () => {
  const scene = await clusterSceneOf(world(waiting('CreateContainerConfigError', ROOT), plain))
  assert.deepEqual(onlyFinding(containerCreation(scene), scene).actions, [])
})

test('a node without addresses is told by the event of the sandbox', async () => {
  const message =
    'Failed to create pod sandbox: rpc error: plugin type="bridge" failed (add): no IP addresses available in range set'
  const refused = event({ about: 'Pod/web-2-aaaaa', reason: 'FailedCreatePodSandBox', message, count: 30 })
  const scene = await clusterSceneOf(world(waiting('ContainerCreating', ''), plain, [refused]))
  const finding = onlyFinding(containerCreation(scene), scene)
  assert.match(finding.statement, /cannot start on node node-a .*30 attempts.*no free IP address/)
  assert.deepEqual(finding.actions, [])
})

test('a missing Secret is told by another', async () => {
  const scene = await clusterSceneOf(world(waiting('CreateContainerConfigError', 'secret "pay-key" not found')))
  assert.deepEqual(containerCreation(scene), [])
})

test('a container that is simply being created is left alone', async () => {
  assert.deepEqual(containerCreation(await clusterSceneOf(world(waiting('ContainerCreating', '')))), [])
})
