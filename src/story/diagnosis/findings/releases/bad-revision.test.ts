import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { badRevision } from './failing-revision.ts'

const labels = { deployment: 'web' }
const of = (image: string, more = {}) => ({ containers: [{ name: 'app', image, ...more }] })
const logs = [{ pod: 'web-2-bbbbb', previous: true, lines: ['panic: nil map in planner'] }]

test('a revision that fails where the one before serves is told with what it changed and its last words', async () => {
  const scene = await clusterSceneOf({
    labels,
    logs,
    objects: [
      ...deployment('web', {
        replicas: 2,
        revisions: [
          { template: of('app:1'), replicas: 2 },
          { template: of('app:2'), replicas: 1, ready: 0, age: 30 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'n' }),
      pod('web-2-bbbbb', {
        owner: 'ReplicaSet/web-2',
        spec: of('app:2'),
        node: 'n',
        status: crashing({ exitCode: 2 }),
        age: 30,
      }),
    ],
  })
  const finding = onlyFinding(badRevision(scene), scene)
  assert.match(
    finding.statement,
    /every pod of revision 2 \(image app:2\).*exit code 2.*1 pod of revision 1 is well.*image went from app:1 to app:2.*panic: nil map/,
  )
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'web' })
})

test('where the revision before failed as well, the last that serves is returned to by its number', async () => {
  const scene = await clusterSceneOf({
    labels,
    logs: [{ pod: 'web-3-ccccc', previous: true, lines: ['panic: nil map in planner'] }],
    objects: [
      ...deployment('web', {
        revisions: [
          { template: of('app:1'), replicas: 1 },
          { template: of('app:2'), age: 60 },
          { template: of('app:2', { env: [{ name: 'LOG', value: 'debug' }] }), replicas: 1, ready: 0, age: 30 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: of('app:1'), node: 'n' }),
      pod('web-3-ccccc', { owner: 'ReplicaSet/web-3', spec: of('app:2'), node: 'n', status: crashing(), age: 30 }),
    ],
  })
  const finding = onlyFinding(badRevision(scene), scene)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'web', revision: 1 })
  assert.match(finding.statement, /image went from app:1 to app:2/)
})

test('where old pods fail too, the revision is not to blame', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', {
        revisions: [
          { template: of('app:1'), replicas: 1, ready: 0 },
          { template: of('app:2'), replicas: 1, ready: 0, age: 30 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'n', status: crashing() }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', node: 'n', status: crashing(), age: 30 }),
    ],
  })
  assert.deepEqual(badRevision(scene), [])
})

test('a new pod that finds its dependency away would fail in the old revision too', async () => {
  const scene = await clusterSceneOf({
    labels,
    logs: [
      { pod: 'web-2-bbbbb', previous: true, lines: ['FATAL dial tcp: connect to stock:8080: connection refused'] },
    ],
    objects: [
      ...deployment('web', {
        revisions: [
          { template: of('app:1'), replicas: 1 },
          { template: of('app:2'), replicas: 1, ready: 0, age: 30 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'n' }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: of('app:2'), node: 'n', status: crashing(), age: 30 }),
    ],
  })
  assert.deepEqual(badRevision(scene), [])
})

test('a new pod that waits for a node says nothing about its program', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', {
        revisions: [
          { template: of('app:1'), replicas: 1 },
          { template: of('app:2'), replicas: 1, ready: 0, age: 30 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'n' }),
      pod('web-2-bbbbb', {
        owner: 'ReplicaSet/web-2',
        status: { phase: 'Pending', conditions: [], containerStatuses: [] },
        age: 30,
      }),
    ],
  })
  assert.deepEqual(badRevision(scene), [])
})
