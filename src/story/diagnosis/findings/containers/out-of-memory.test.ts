import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing, restarted } from '../../../../../test/world/scene/container-states.ts'
import { outOfMemory } from './limits.ts'

const LIMITED = { containers: [{ name: 'app', image: 'app:1', resources: { limits: { memory: '256Mi' } } }] }
const KILLED = crashing({ reason: 'OOMKilled', exitCode: 137, lived: 540 })
const labels = { pod: 'web-1-aaaaa' }

test('a container killed at its memory limit is told with the limit, and nothing is changed', async () => {
  const scene = await clusterSceneOf({
    alertName: 'KubePodCrashLooping',
    labels,
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: LIMITED, status: KILLED })],
    samples: [
      object('PodMetrics', 'web-1-aaaaa', { containers: [{ name: 'app', usage: { cpu: '10m', memory: '250Mi' } }] }),
    ],
  })
  const finding = onlyFinding(outOfMemory(scene), scene)
  assert.match(
    finding.statement,
    /app of pod web-1-aaaaa .*memory limit of 256Mi .*OOMKilled, exit code 137, 6 restarts/,
  )
  assert.match(finding.facts[0]?.text ?? '', /uses 250Mi now, 98 % of its memory limit/)
  assert.deepEqual(finding.actions, [])
  assert.equal(finding.confidence, 0.9)
})

test('a limit that the newest revision lowered is returned from', async () => {
  const tight = { containers: [{ name: 'app', image: 'app:1', resources: { limits: { memory: '64Mi' } } }] }
  const scene = await clusterSceneOf({
    labels: { pod: 'web-2-aaaaa' },
    objects: [
      ...deployment('web', { revisions: [{ template: LIMITED }, { template: tight, age: 30 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: tight, status: KILLED, age: 30 }),
    ],
  })
  const finding = onlyFinding(outOfMemory(scene), scene)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'web' })
  assert.match(finding.actions[0]?.why ?? '', /revision 2.*256Mi to 64Mi/)
})

test('a revision that ran well for days before is not blamed for the memory', async () => {
  const newer = { containers: [{ name: 'app', image: 'app:2', resources: { limits: { memory: '256Mi' } } }] }
  const scene = await clusterSceneOf({
    labels: { pod: 'web-2-aaaaa' },
    objects: [
      ...deployment('web', {
        revisions: [
          { template: LIMITED, age: 9000 },
          { template: newer, age: 4000 },
        ],
      }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: newer, status: KILLED, age: 4000 }),
    ],
  })
  assert.deepEqual(onlyFinding(outOfMemory(scene), scene).actions, [])
})

test('a kill with the same exit code and another reason is no memory kill', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing({ exitCode: 137 }) }),
    ],
  })
  assert.deepEqual(outOfMemory(scene), [])
})

test('one kill long ago in a pod that is well since is left to history', async () => {
  const status = restarted({ reason: 'OOMKilled', exitCode: 137, ago: 500 })
  const scene = await clusterSceneOf({
    labels,
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status, age: 2000 })],
  })
  assert.deepEqual(outOfMemory(scene), [])
})

test('a container that is killed every hour counts although it runs at the moment', async () => {
  const status = restarted({ reason: 'OOMKilled', exitCode: 137, ago: 40, restarts: 11 })
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', {
        owner: 'ReplicaSet/web-1',
        spec: LIMITED,
        status,
        metadata: { creationTimestamp: minutesAgo(900) },
      }),
    ],
  })
  assert.equal(onlyFinding(outOfMemory(scene), scene).kind, 'out_of_memory')
})
