import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { certificateExpired, staleCertificate } from './certificates.ts'

const DAY = 24 * 60
const SECRET = { volumes: [{ name: 'tls', secret: { secretName: 'hub-tls' } }] }

function hub(name: string, ip: string, ageMinutes: number) {
  const startedAt = minutesAgo(ageMinutes)
  return pod(name, {
    owner: 'ReplicaSet/hub-1',
    spec: SECRET,
    metadata: { creationTimestamp: startedAt },
    status: {
      podIP: ip,
      containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: { running: { startedAt } } }],
    },
  })
}

function renewed(ageMinutes: number) {
  return object('Secret', 'hub-tls', { metadata: { managedFields: [{ time: minutesAgo(ageMinutes) }] } })
}

const OLD = hub('hub-1-aaaaa', '10.1.0.11', 60 * DAY)
const YOUNG = hub('hub-1-bbbbb', '10.1.0.12', 9 * DAY)
const CALLER = [...deployment('bridge'), pod('bridge-1-aaaaa', { owner: 'ReplicaSet/bridge-1' })]
const ALERT = { alertName: 'BridgeErrors', labels: { deployment: 'bridge', service: 'bridge' } }

/** Node's words, with the peer beside them; every other call succeeds. */
function calls(...peers: readonly string[]) {
  const lines = peers.flatMap((peer, at) => [
    `${minutesAgo(20 - at)} ERROR https://hub.shop.svc:8443/in certificate has expired code=CERT_HAS_EXPIRED peer=${peer}:8443`,
    `${minutesAgo(20 - at)} INFO posted 201 peer=10.1.0.12:8443`,
  ])
  return [
    { pod: 'bridge-1-aaaaa', lines },
    { pod: 'hub-1-aaaaa', lines: [`${minutesAgo(3)} INFO served`] },
    { pod: 'hub-1-bbbbb', lines: [`${minutesAgo(3)} INFO served`] },
  ]
}

test('the one pod that is older than the renewed Secret is restarted', async () => {
  const objects = [...CALLER, ...deployment('hub', { replicas: 2 }), OLD, YOUNG, renewed(30 * DAY)]
  const scene = await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11', '10.1.0.11'), series: ending(50) })
  const found = onlyFinding(staleCertificate(scene), scene)
  assert.match(found.statement, /Pod shop\/hub-1-aaaaa still shows an expired certificate.*Only this pod is refused/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', pod_name: 'hub-1-aaaaa' })
  assert.match(onlyFinding(certificateExpired(scene), scene).noActionReason ?? '', /Nothing shows that a fresh process/)
})

test('where the Secret was not written since, the process has what is stored', async () => {
  const objects = [...CALLER, ...deployment('hub', { replicas: 2 }), OLD, YOUNG, renewed(80 * DAY)]
  const scene = await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11', '10.1.0.11') })
  assert.deepEqual(staleCertificate(scene), [])
})

function ending(days: number) {
  const seconds = Math.round(Date.parse(minutesAgo(0)) / 1000 + days * 86_400)
  const labels = { exported_namespace: 'shop', namespace: 'certs', name: 'hub-tls' }
  return [{ name: 'certmanager_certificate_expiration_timestamp_seconds', labels, values: steady(seconds) }]
}

test('a stored certificate that has ended too is no reason to restart anybody', async () => {
  const objects = [...CALLER, ...deployment('hub'), OLD, renewed(30 * DAY)]
  const scene = await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11'), series: ending(-1) })
  const found = onlyFinding(staleCertificate(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.ok(found.confidence < 0.6)
  const expired = onlyFinding(certificateExpired(scene), scene)
  assert.match(expired.noActionReason ?? '', /loads the same certificate again/)
})

test('a single replica is restarted where the date of what is stored lies ahead', async () => {
  const objects = [...CALLER, ...deployment('hub'), OLD, renewed(30 * DAY)]
  const scene = await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11'), series: ending(50) })
  const found = onlyFinding(staleCertificate(scene), scene)
  assert.match(found.statement, /what is stored there is valid until/)
  assert.equal(found.actions[0]?.parameters.pod_name, 'hub-1-aaaaa')
})

const PAIR = [...CALLER, ...deployment('hub', { replicas: 2 }), OLD, YOUNG]

test('a write in a time to come is no renewal', async () => {
  const objects = [...PAIR, renewed(-900 * DAY)]
  assert.deepEqual(staleCertificate(await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11') })), [])
})

test('an authority that the caller does not know is not mended by a fresh process', async () => {
  const line = `${minutesAgo(9)} ERROR https://hub.shop.svc:8443/in x509: certificate signed by unknown authority`
  const objects = [...CALLER, ...deployment('hub'), OLD, renewed(30 * DAY)]
  const logs = [{ pod: 'bridge-1-aaaaa', lines: [line, line] }]
  const scene = await signalSceneOf({ ...ALERT, objects, logs, series: ending(50) })
  assert.deepEqual(onlyFinding(staleCertificate(scene), scene).actions, [])
})

function withSpec(spec: Readonly<Record<string, unknown>>, containers: readonly { name: string; age: number }[]) {
  const status = {
    podIP: '10.1.0.11',
    containerStatuses: containers.map(({ name, age }) => ({
      ...{ name, ready: true, restartCount: 0 },
      state: { running: { startedAt: minutesAgo(age) } },
    })),
  }
  const metadata = { creationTimestamp: minutesAgo(60 * DAY) }
  return pod('hub-1-aaaaa', { owner: 'ReplicaSet/hub-1', spec, metadata, status })
}

test('where another certificate of the pod was not renewed, nobody is restarted', async () => {
  const volumes = [...SECRET.volumes, { name: 'serving', secret: { secretName: 'hub-serving-tls' } }]
  const other = object('Secret', 'hub-serving-tls', { metadata: { managedFields: [{ time: minutesAgo(80 * DAY) }] } })
  const own = withSpec({ volumes }, [{ name: 'app', age: 60 * DAY }])
  const objects = [...CALLER, ...deployment('hub'), own, renewed(30 * DAY), other]
  const scene = await signalSceneOf({ ...ALERT, objects, logs: calls('10.1.0.11'), series: ending(50) })
  assert.deepEqual(onlyFinding(staleCertificate(scene), scene).actions, [])
})

test('the container that mounts the Secret counts, not one beside it', async () => {
  const mounting = (user: string) => ({
    ...SECRET,
    containers: ['app', 'proxy'].map((name) => ({
      ...{ name, image: 'a' },
      volumeMounts: name === user ? [{ name: 'tls', mountPath: '/tls' }] : [],
    })),
  })
  const ages = [
    { name: 'app', age: 2 * DAY },
    { name: 'proxy', age: 60 * DAY },
  ]
  const sceneOf = (user: string) =>
    signalSceneOf({
      ...ALERT,
      objects: [...CALLER, ...deployment('hub'), withSpec(mounting(user), ages), renewed(30 * DAY)],
      ...{ logs: calls('10.1.0.11'), series: ending(50) },
    })
  assert.deepEqual(staleCertificate(await sceneOf('app')), [])
  const stale = await sceneOf('proxy')
  assert.equal(onlyFinding(staleCertificate(stale), stale).actions.length, 1)
})
