import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { restarted } from '../../../../../test/world/scene/container-states.ts'
import { staleCredential } from './credentials.ts'

const SPEC = {
  containers: [
    {
      name: 'app',
      image: 'app:1',
      env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db-key', key: 'password' } } }],
    },
  ],
}

function secret(writtenMinutesAgo: number) {
  const managedFields = [
    {
      manager: 'rotator',
      operation: 'Update',
      time: minutesAgo(writtenMinutesAgo),
      fieldsV1: { 'f:data': { 'f:password': {} } },
    },
  ]
  return object('Secret', 'db-key', { metadata: { managedFields } })
}

function world(written: number, refusedSince: number, spec: object = SPEC) {
  return {
    alertName: 'HighErrorRate',
    labels: { service: 'web' },
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: spec as never, age: 300 }),
      secret(written),
    ],
    logs: [
      {
        pod: 'web-1-aaaaa',
        lines: [
          `${minutesAgo(refusedSince)} ERROR password authentication failed for user "shop"`,
          `${minutesAgo(1)} ERROR password authentication failed for user "shop"`,
        ],
      },
    ],
  }
}

test('a password rotated after the pod started is read anew by a fresh process', async () => {
  const scene = await clusterSceneOf(world(40, 38))
  const finding = onlyFinding(staleCredential(scene), scene)
  assert.match(finding.statement, /Secret db-key was changed \(rotated\) at .* after the pod started at .*DB_PASSWORD/)
  assert.deepEqual(finding.actions[0], {
    plugin: 'restart_pod',
    parameters: { namespace: 'shop', pod_name: 'web-1-aaaaa' },
    why: finding.actions[0]?.why,
  })
})

test('a Secret older than the pod is the one the pod has', async () => {
  assert.deepEqual(staleCredential(await clusterSceneOf(world(400, 38))), [])
})

test('a write after the first refusal is an attempt at a cure', async () => {
  assert.deepEqual(staleCredential(await clusterSceneOf(world(5, 60))), [])
})

test('a container that was started anew since has read the new value', async () => {
  const picture = world(40, 38)
  const again = pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: SPEC, age: 300, status: restarted({ ago: 20 }) })
  const scene = await clusterSceneOf({ ...picture, objects: [...deployment('web'), again, secret(40)] })
  assert.deepEqual(staleCredential(scene), [])
})

test('a Secret that is mounted as a file follows by itself', async () => {
  const mounted = {
    containers: [{ name: 'app', image: 'app:1' }],
    volumes: [{ name: 'key', secret: { secretName: 'db-key' } }],
  }
  assert.deepEqual(staleCredential(await clusterSceneOf(world(40, 38, mounted))), [])
})

test('without a refusal nobody minds the rotation', async () => {
  const calm = { ...world(40, 38), logs: [{ pod: 'web-1-aaaaa', lines: ['INFO served'] }] }
  assert.deepEqual(staleCredential(await clusterSceneOf(calm)), [])
})
