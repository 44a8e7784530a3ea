import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { workloadCalled } from '../routes/service-hosts.ts'

const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }

function service(name: string, selector: Readonly<Record<string, string>>) {
  return object('Service', name, { spec: { clusterIP: '10.96.7.7', selector, ports: [{ port: 80 }] } })
}

function frontSays(words: string) {
  return [{ pod: 'front-1-aaaaa', lines: [`${minutesAgo(9)} ERROR ${words}`] }]
}

const FRONT = [...deployment('front'), pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' })]

test('a Service leads to whom it selects, whatever that is called, and though it has no pods', async () => {
  for (const host of ['http://prices/list: connection refused', 'dial tcp 10.96.7.7:80: connect: connection refused']) {
    const objects = [
      ...FRONT,
      ...deployment('catalog-core', { replicas: 0 }),
      service('prices', { app: 'catalog-core' }),
    ]
    const { cluster } = await clusterSceneOf({ ...ALERT, objects, logs: frontSays(`GET ${host}`) })
    assert.ok(cluster)
    assert.deepEqual(workloadCalled({ namespace: 'shop', name: 'prices' }, cluster), {
      kind: 'Deployment',
      namespace: 'shop',
      name: 'catalog-core',
    })
  }
})

test('one that selects several workloads, or everybody, leads to none in particular', async () => {
  for (const selector of [{ app: 'nobody' }, {}]) {
    const objects = [...FRONT, ...deployment('catalog-core'), service('prices', selector)]
    const { cluster } = await clusterSceneOf({ ...ALERT, objects, logs: frontSays('GET http://prices/list: refused') })
    assert.ok(cluster)
    assert.equal(workloadCalled({ namespace: 'shop', name: 'prices' }, cluster), undefined)
  }
})

test('from a log to a log: each hop is asked like the first, and a circle ends', async () => {
  const names = ['front', 'middle', 'lower', 'lowest']
  const objects = names.flatMap((name) => [
    ...deployment(name),
    pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` }),
  ])
  const logs = names.map((name, at) => ({
    pod: `${name}-1-aaaaa`,
    lines: [`${minutesAgo(9)} ERROR call to http://${names[(at + 1) % names.length]}:8080/v1 responded 503`],
  }))
  const { cluster } = await clusterSceneOf({ ...ALERT, objects: [...objects, event(NOISE)], logs })
  assert.deepEqual(
    names.filter((name) => cluster?.logs.some((log) => log.name === `${name}-1-aaaaa`)),
    names,
  )
})

const NOISE = { about: 'Pod/front-1-aaaaa', reason: 'Pulled', message: 'image is there', type: 'Normal' }
