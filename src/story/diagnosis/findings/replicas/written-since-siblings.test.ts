import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { writtenSinceSiblings } from './odd-replica.ts'

const MOUNTED = {
  containers: [{ name: 'app', image: 'app:1', volumeMounts: [{ name: 'conf', mountPath: '/etc/app/conf.d' }] }],
  volumes: [{ name: 'conf', configMap: { name: 'edge' } }],
}
const LINES = ['[emerg] invalid value "x" in /etc/app/conf.d/edge.conf:5']

function world(
  writtenAt: number,
  { siblingAge = 9000, kind = 'ConfigMap', spec = MOUNTED as object, lines = LINES } = {},
) {
  const managedFields = [
    { manager: 'kubectl', time: minutesAgo(writtenAt), fieldsV1: { 'f:data': { 'f:edge.conf': {} } } },
  ]
  return {
    labels: { pod: 'web-1-young' },
    objects: [
      ...deployment('web', { replicas: 3, revisions: [{ age: 9100 }] }),
      pod('web-1-olden', { owner: 'ReplicaSet/web-1', age: siblingAge, spec: spec as never }),
      pod('web-1-older', { owner: 'ReplicaSet/web-1', age: siblingAge, spec: spec as never }),
      pod('web-1-young', {
        owner: 'ReplicaSet/web-1',
        age: 40,
        spec: spec as never,
        status: crashing({ exitCode: 1 }),
      }),
      object(kind, 'edge', {
        metadata: { managedFields },
        ...(kind === 'ConfigMap' && { data: { 'edge.conf': 'x' } }),
      }),
    ],
    logs: [{ pod: 'web-1-young', previous: true, lines }],
  }
}

test('only the pod that started after the ConfigMap was written fails: it is named, and the others are warned of', async () => {
  const scene = await clusterSceneOf(world(188))
  const found = onlyFinding(writtenSinceSiblings(scene), scene)
  assert.match(
    found.statement,
    /ConfigMap edge, last written at .* \(3 hours ago\)\. Its error is about that: "\[emerg\]/,
  )
  assert.match(found.statement, /The 2 siblings of the same revision are well, .*well only until the next restart/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
  assert.match(found.suggestions.join(' '), /restart, drain or scale nothing of Deployment web/)
})

test('a Secret that lies between, of which the error says nothing, is a hint only', async () => {
  const spec = { containers: [{ name: 'app', image: 'app:1', envFrom: [{ secretRef: { name: 'edge' } }] }] }
  const scene = await clusterSceneOf(world(188, { kind: 'Secret', spec, lines: ['panic: license is not valid'] }))
  const found = onlyFinding(writtenSinceSiblings(scene), scene)
  assert.equal(found.weight, 'symptom')
  assert.equal(found.confidence, 0.6)
})

test('what was written before the siblings started, or after the pod did, tells nothing', async () => {
  assert.deepEqual(writtenSinceSiblings(await clusterSceneOf(world(188, { siblingAge: 120 }))), [])
  assert.deepEqual(writtenSinceSiblings(await clusterSceneOf(world(10))), [])
})
