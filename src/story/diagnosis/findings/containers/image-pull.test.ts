import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { deployment: 'web' }
const with_ = (image: string, more = {}) => ({ containers: [{ name: 'app', image }], ...more })
const BACKOFF = waiting('ImagePullBackOff', 'Back-off pulling image "reg.example/web:2"')

function rollout(from: object, to: object, words: string, older = true) {
  return {
    labels,
    objects: [
      ...deployment('web', {
        replicas: 1,
        revisions: [
          { template: from as never, replicas: older ? 1 : 0 },
          { template: to as never, replicas: 1, ready: 0, age: 30 },
        ],
      }),
      ...(older ? [pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: from as never })] : []),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: to as never, status: BACKOFF, age: 30 }),
      event({
        about: 'Pod/web-2-bbbbb',
        reason: 'Failed',
        message: `Failed to pull image "reg.example/web:2": ${words}`,
        first: 29,
      }),
    ],
  }
}

test('a tag that does not exist is rolled back, and who still serves is said', async () => {
  const scene = await clusterSceneOf(
    rollout(with_('reg.example/web:1'), with_('reg.example/web:2'), 'manifest unknown: manifest unknown'),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'image_not_found')
  assert.match(
    finding.statement,
    /image was not found in its registry.*reg\.example\/web:2.*manifest unknown.*1 pod of the revision before still serves/,
  )
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('refused credentials are not cured by an older tag of the same repository', async () => {
  const scene = await clusterSceneOf(
    rollout(with_('reg.example/web:1'), with_('reg.example/web:2'), 'unexpected status: 401 Unauthorized', false),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'image_pull_denied')
  assert.match(finding.statement, /credentials are missing or not accepted/)
  assert.deepEqual(finding.actions, [])
})

test('a pull secret that is named and not there is said', async () => {
  const spec = with_('reg.example/web:2', { imagePullSecrets: [{ name: 'reg-key' }] })
  const scene = await clusterSceneOf(rollout(spec, spec, 'pull access denied', false))
  assert.match(
    onlyFinding(podStates(scene), scene).statement,
    /Secret reg-key, which it refers to, does not exist in namespace shop/,
  )
})

test('an image moved to a registry that refuses us is returned from', async () => {
  const scene = await clusterSceneOf(
    rollout(with_('reg.example/web:1'), with_('other.example/web:2'), 'denied: requested access is denied'),
  )
  assert.equal(onlyFinding(podStates(scene), scene).actions[0]?.plugin, 'rollback_deployment')
})

test('an image without a build for the node’s processor is told apart from one that is missing', async () => {
  const words = 'no match for platform in manifest: not found'
  const scene = await clusterSceneOf(rollout(with_('reg.example/web:1'), with_('reg.example/web:2'), words))
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /exists, but not for the platform/)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('a used-up rate limit is waited for', async () => {
  const scene = await clusterSceneOf(
    rollout(with_('reg.example/web:1'), with_('reg.example/web:2'), '429 Too Many Requests - toomanyrequests'),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /rate limit is used up/)
  assert.deepEqual(finding.actions, [])
})

test('a first revision has nothing to return to', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: with_('reg.example/web:2'), ready: 0, age: 30 }] }),
      pod('web-1-bbbbb', {
        owner: 'ReplicaSet/web-1',
        status: waiting('ErrImagePull', 'rpc error: code = NotFound desc = not found'),
        age: 30,
      }),
    ],
  })
  assert.match(onlyFinding(podStates(scene), scene).noActionReason ?? '', /no earlier revision/)
})

test('a container that is being created waits for something else', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: waiting('ContainerCreating', '') }),
    ],
  })
  assert.deepEqual(podStates(scene), [])
})
