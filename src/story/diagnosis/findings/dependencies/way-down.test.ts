import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { noReplicas } from '../replicas/no-replicas.ts'
import { tellWay } from './failing-dependency.ts'

const WORKING = ['front', 'middle'].flatMap((name) => [
  ...deployment(name),
  pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` }),
])
const EMPTY = [
  ...deployment('lower', { replicas: 0 }),
  object('Service', 'lower', { spec: { clusterIP: '10.96.7.7', selector: { app: 'lower' }, ports: [{ port: 80 }] } }),
  event({
    about: 'Deployment/lower',
    reason: 'ScalingReplicaSet',
    message: 'Scaled down replica set lower-1 from 3 to 0',
    age: 16,
    type: 'Normal',
  }),
]
const LOGS = [
  { pod: 'front-1-aaaaa', lines: [`${minutesAgo(14)} ERROR GET / 502 middle.shop.svc:8080 answered 503`] },
  { pod: 'middle-1-aaaaa', lines: [`${minutesAgo(15)} ERROR dial tcp 10.96.7.7:9000: connect: connection refused`] },
]

test('a cause two hops down is told with the way there and its proof', async () => {
  const scene = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { service: 'front' },
    objects: [...WORKING, ...EMPTY],
    logs: LOGS,
  })
  const found = onlyFinding(tellWay(noReplicas(scene), scene), scene)
  assert.match(found.statement, /Deployment shop\/lower has no pods because it is scaled to zero/)
  assert.match(found.statement, /front is not the origin, it fails because of middle, which fails because of lower\./)
  assert.deepEqual(
    found.actions.map(({ parameters }) => parameters),
    [{ namespace: 'shop', deployment: 'lower', replicas: 3 }],
  )
})

test('what is about the subject itself needs no way', async () => {
  const scene = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { service: 'lower' },
    objects: [...WORKING, ...EMPTY],
    logs: LOGS,
  })
  assert.doesNotMatch(onlyFinding(tellWay(noReplicas(scene), scene), scene).statement, /The way there/)
})
