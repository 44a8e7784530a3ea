import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { serviceMissing } from './service-missing.ts'

const OBJECTS = [
  ...deployment('front'),
  pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' }),
  ...deployment('cart'),
  pod('cart-1-aaaaa', { owner: 'ReplicaSet/cart-1' }),
]
const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }
const LOGS = [
  { pod: 'front-1-aaaaa', lines: ['2026-11-15T11:50:00Z ERROR dial tcp: lookup cart on 10.96.0.10:53: no such host'] },
]

test('a Service that is gone while its pods run is told as the only thing missing', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: OBJECTS, logs: LOGS })
  const found = onlyFinding(serviceMissing(scene), scene)
  assert.match(found.statement, /Service shop\/cart does not exist.*Deployment cart behind it runs with 1 ready pods/)
  assert.deepEqual(found.actions, [])
})

test('where the Service is there, the name fails for another reason', async () => {
  const service = object('Service', 'cart', { spec: { selector: { app: 'cart' } } })
  assert.deepEqual(serviceMissing(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, service], logs: LOGS })), [])
})

test('a name nobody bears is not a missing Service', async () => {
  const lines = ['2026-11-15T11:50:00Z ERROR dial tcp: lookup crat on 10.96.0.10:53: no such host']
  const logs = [{ pod: 'front-1-aaaaa', lines }]
  assert.deepEqual(serviceMissing(await clusterSceneOf({ ...ALERT, objects: OBJECTS, logs })), [])
})

test('a workload whose name is only alike is not said to be behind it', async () => {
  const lines = ['2026-11-15T11:50:00Z ERROR dial tcp: lookup cart-legacy on 10.96.0.10:53: no such host']
  const scene = await clusterSceneOf({ ...ALERT, objects: OBJECTS, logs: [{ pod: 'front-1-aaaaa', lines }] })
  const found = onlyFinding(serviceMissing(scene), scene)
  assert.match(
    found.statement,
    /what comes near is Deployment cart \(1 ready pod\), and nothing shows that it is meant/,
  )
  assert.doesNotMatch(found.suggestions.join(' '), /selecting the pods/)
})
