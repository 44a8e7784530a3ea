import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, object, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../test/world/scene/signal-scene-of.ts'
import { noReplicas } from '../findings/replicas/no-replicas.ts'

const ALERT = { labels: { service: 'front', deployment: 'front' } }
const WORKING = ['front', 'middle'].flatMap((name) => [
  ...deployment(name),
  pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` }),
])

function emptied(namespace: string) {
  return [
    ...deployment('lower', { replicas: 0 }),
    object('Service', 'low-svc', {
      spec: { clusterIP: '10.96.7.7', selector: { app: 'lower' }, ports: [{ port: 80 }] },
    }),
    event({
      about: 'Deployment/lower',
      reason: 'ScalingReplicaSet',
      message: 'Scaled down replica set lower-1 from 2 to 0',
      age: 19,
      type: 'Normal',
      namespace,
    }),
  ].map((one) => ({ ...one, metadata: { ...one.metadata, namespace } }))
}

function streams(words: string) {
  return [
    { labels: { namespace: 'shop', pod: 'front-1-aaaaa' }, lines: [[15, 'ERROR GET / 502 from middle'] as const] },
    { labels: { namespace: 'shop', pod: 'middle-1-aaaaa' }, lines: [[16, `ERROR ${words}`] as const] },
  ]
}

test('an address only central logs name is followed to whom it belongs, in whatever namespace', async () => {
  for (const [namespace, words] of [
    ['shop', 'dial tcp 10.96.7.7:9000: connect: connection refused'],
    ['data', 'dial tcp 10.96.7.7:9000: connect: connection refused'],
    ['data', 'Post "http://lower.data.svc:9000/v1": connection refused'],
  ] as const) {
    const scene = await signalSceneOf({
      ...ALERT,
      objects: [...WORKING, ...emptied(namespace)],
      streams: streams(words),
    })
    const found = onlyFinding(noReplicas(scene), scene)
    assert.match(found.statement, /lower has no pods because it is scaled to zero/)
    assert.deepEqual(
      found.actions.map(({ parameters }) => parameters),
      [{ namespace, deployment: 'lower', replicas: 2 }],
    )
  }
})

test('an address that belongs to nobody is asked for once and leads nowhere', async () => {
  const scene = await signalSceneOf({
    ...ALERT,
    objects: WORKING,
    streams: streams('dial tcp 10.96.9.9:9000: refused'),
  })
  const asked = scene.exhibits.filter(({ parameters }) => String(parameters.command).includes('10.96.9.9'))
  assert.equal(asked.length, 1)
  assert.deepEqual(noReplicas(scene), [])
})
