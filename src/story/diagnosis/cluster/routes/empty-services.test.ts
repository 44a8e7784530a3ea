import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { emptyServices } from './empty-services.ts'

const FRONT = [...deployment('front'), pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' })]

async function servicesIn(words: string) {
  const logs = [{ pod: 'front-1-aaaaa', lines: [`${minutesAgo(9)} W1115 ${words}`] }]
  const { cluster } = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { service: 'front' },
    objects: FRONT,
    logs,
  })
  return cluster ? emptyServices(cluster).map(({ namespace, name }) => `${namespace}/${name}`) : []
}

test('a Service nobody stands behind is read from whoever asked it in vain', async () => {
  assert.deepEqual(await servicesIn('Service "store/catalog" does not have any active Endpoint.'), ['store/catalog'])
  assert.deepEqual(await servicesIn('no endpoints available for service "catalog"'), ['shop/catalog'])
  assert.deepEqual(await servicesIn('Skipping service: no endpoints found for store/catalog'), ['store/catalog'])
  assert.deepEqual(
    await servicesIn(
      'failed calling webhook "v.cert.io": Post "https://hook.cert.svc:443/v?timeout=10s": connection refused',
    ),
    ['cert/hook'],
  )
})

test('who answers with a wrong certificate has answered, and a Service that works is not missed', async () => {
  assert.deepEqual(
    await servicesIn(
      'failed calling webhook "v.cert.io": Post "https://hook.cert.svc:443/v": x509: certificate has expired',
    ),
    [],
  )
  assert.deepEqual(await servicesIn('endpoints of service store/catalog updated: 3 ready'), [])
})

test('what an event says of it is told in the words of the event', async () => {
  const message =
    'Error creating: failed calling webhook "a.b": Post "https://hook.cert.svc:443/m": no endpoints available for service "hook"'
  const objects = [...FRONT, event({ about: 'ReplicaSet/front-1', reason: 'FailedCreate', message })]
  const { cluster } = await clusterSceneOf({ labels: { deployment: 'front' }, objects })
  assert.deepEqual(cluster && emptyServices(cluster).map(({ said }) => said), [message])
})

test('routine lines and what a caller wrote into one tell of no Service', async () => {
  const words = 'service store/catalog has no endpoints'
  assert.deepEqual(await servicesIn(`request path="/search" ua="x ${words}"`), [])
  const logs = [{ pod: 'front-1-aaaaa', lines: [`${minutesAgo(9)} INFO ${words}`] }]
  const { cluster } = await clusterSceneOf({ labels: { service: 'front' }, objects: FRONT, logs })
  assert.deepEqual(cluster && emptyServices(cluster), [])
})
