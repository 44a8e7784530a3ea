import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { rewrittenPod } from './configuration.ts'

const labels = { pod: 'web-1-aaaaa' }
const limited = (memory?: string) => ({
  containers: [{ name: 'app', image: 'app:1', ...(memory !== undefined && { resources: { limits: { memory } } }) }],
})
const KILLED = crashing({ reason: 'OOMKilled', exitCode: 137 })
const WEBHOOK = object('MutatingWebhookConfiguration', 'sizer', {
  metadata: { namespace: undefined } as never,
  webhooks: [
    {
      name: 'pods.sizer.example',
      rules: [{ operations: ['CREATE'], apiGroups: [''], resources: ['pods'] }],
      clientConfig: { service: { namespace: 'sizer', name: 'sizer' } },
    },
  ],
})

function world(template: object, spec: object, more: readonly object[], status = KILLED) {
  return {
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: template as never }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: spec as never, status }),
      ...(more as never[]),
    ],
  }
}

test('a limit that a webhook cut is told with both values, and no rollback is tried', async () => {
  const scene = await clusterSceneOf(world(limited('1Gi'), limited('96Mi'), [WEBHOOK]))
  const finding = onlyFinding(rewrittenPod(scene), scene)
  assert.match(finding.statement, /memory went from 1Gi to 96Mi.*webhook sizer \(pods\.sizer\.example\)/)
  assert.ok(finding.explains?.includes('out_of_memory'))
  assert.deepEqual(finding.actions, [])
})

test('a pod that is what its template says was rewritten by nobody', async () => {
  const scene = await clusterSceneOf(world(limited('96Mi'), limited('96Mi'), [WEBHOOK]))
  assert.deepEqual(rewrittenPod(scene), [])
})

test('a limit that a LimitRange filled in is no webhook’s doing', async () => {
  const range = object('LimitRange', 'defaults', {
    spec: { limits: [{ type: 'Container', default: { memory: '96Mi' } }] },
  })
  const scene = await clusterSceneOf(world(limited(), limited('96Mi'), [range]))
  assert.deepEqual(rewrittenPod(scene), [])
  const beside = await clusterSceneOf(world(limited(), limited('96Mi'), [range, WEBHOOK]))
  assert.deepEqual(rewrittenPod(beside), [])
})

test('a limit that is not what the LimitRange gives is the webhook’s doing', async () => {
  const range = object('LimitRange', 'defaults', {
    spec: { limits: [{ type: 'Container', default: { memory: '512Mi' } }] },
  })
  const scene = await clusterSceneOf(world(limited(), limited('96Mi'), [range, WEBHOOK]))
  assert.match(onlyFinding(rewrittenPod(scene), scene).statement, /webhook sizer/)
})

test('a side-car that was put in explains no kill', async () => {
  const spec = { containers: [...limited('1Gi').containers, { name: 'mesh', image: 'mesh:1' }] }
  const scene = await clusterSceneOf(world(limited('1Gi'), spec, [WEBHOOK]))
  assert.deepEqual(rewrittenPod(scene), [])
})
