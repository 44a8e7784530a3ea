import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, NOW, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { certificateExpired } from './certificates.ts'

const LABELS = { deployment: 'bridge', service: 'bridge' }
const OBJECTS = [...deployment('bridge'), pod('bridge-1-aaaaa', { owner: 'ReplicaSet/bridge-1' })]
const EXPIRED = `ERROR Post "https://hub.shop.svc:8443/in": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time ${minutesAgo(20)} is after ${minutesAgo(30)}`

function saying(...lines: readonly string[]) {
  return [{ pod: 'bridge-1-aaaaa', lines: lines.map((line) => `${minutesAgo(20)} ${line}`) }]
}

test('a certificate that has run out is told with its host and its end, and nothing is restarted', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, logs: saying(EXPIRED) })
  const found = onlyFinding(certificateExpired(scene), scene)
  assert.match(
    found.statement,
    /The certificate of hub\.shop\.svc has expired \(it was valid until 2026-11-15T11:30:00Z\)/,
  )
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('a failed renewal is told along with it', async () => {
  const renewal = event({ about: 'Certificate/hub-tls', reason: 'Failed', message: 'the self check answered 404' })
  const series = [
    {
      name: 'certmanager_certificate_ready_status',
      labels: { namespace: 'shop', name: 'hub-tls', condition: 'False' },
      values: steady(1),
    },
  ]
  const scene = await signalSceneOf({ labels: LABELS, objects: [...OBJECTS, renewal], logs: saying(EXPIRED), series })
  const found = onlyFinding(certificateExpired(scene), scene)
  assert.match(found.statement, /Certificate hub-tls is not ready/)
  assert.match(found.statement, /the self check answered 404/)
})

test('a certificate nobody trusts is refused, but not expired', async () => {
  const line = 'ERROR Get "https://hub.shop.svc/": x509: certificate signed by unknown authority'
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, logs: saying(line) })
  const found = onlyFinding(certificateExpired(scene), scene)
  assert.equal(found.kind, 'certificate_refused')
  assert.match(found.statement, /certificate of hub\.shop\.svc is refused/)
})

function ending(days: number) {
  const seconds = Math.round(NOW.getTime() / 1000 + days * 86_400)
  const labels = { namespace: 'shop', name: 'hub-tls' }
  return [{ name: 'certmanager_certificate_expiration_timestamp_seconds', labels, values: steady(seconds) }]
}

test('the date of a certificate alone tells that it has ended, or that it will', async () => {
  const alert = { alertName: 'CertificateExpiry', labels: { name: 'hub-tls' } }
  const past = await signalSceneOf({ ...alert, objects: [], series: ending(-1) })
  assert.match(
    onlyFinding(certificateExpired(past), past).statement,
    /hub-tls has expired: it was valid until 2026-11-14/,
  )
  const soon = await signalSceneOf({ ...alert, objects: [], series: ending(6) })
  const found = onlyFinding(certificateExpired(soon), soon)
  assert.equal(found.kind, 'certificate_expiring')
  assert.match(found.statement, /is still valid, but expires on 2026-11-21 12:00 UTC, in 6 days/)
  assert.deepEqual(certificateExpired(await signalSceneOf({ ...alert, objects: [], series: ending(80) })), [])
})

test('a figure may tell what is left of it instead of its end, and a yes or no is no date', async () => {
  const alert = { alertName: 'CertificateExpiry', labels: { name: 'hub-tls' }, objects: [] }
  const series = (name: string, value: number) => [
    { name, labels: { namespace: 'shop', name: 'hub-tls' }, values: steady(value) },
  ]
  const soon = await signalSceneOf({ ...alert, series: series('x509_cert_expires_in_seconds', 6 * 86_400) })
  assert.match(onlyFinding(certificateExpired(soon), soon).statement, /is still valid, but expires on .*, in 6 days/)
  const past = await signalSceneOf({ ...alert, series: series('x509_cert_expires_in_seconds', -60) })
  assert.match(onlyFinding(certificateExpired(past), past).statement, /hub-tls has expired/)
  assert.deepEqual(certificateExpired(await signalSceneOf({ ...alert, series: series('x509_cert_expired', 1) })), [])
})

test('an ordinary refusal of a connection is no matter of certificates', async () => {
  const logs = saying('ERROR Post "https://hub.shop.svc:8443/in": connect: connection refused')
  assert.deepEqual(certificateExpired(await signalSceneOf({ labels: LABELS, objects: OBJECTS, logs })), [])
})

test('a refusal that was followed by many lines of other things has passed', async () => {
  const old = `${minutesAgo(200)} ${EXPIRED}`
  const since = Array.from({ length: 20 }, (_, at) => `${minutesAgo(190 - at)} INFO sent a message`)
  const logs = [{ pod: 'bridge-1-aaaaa', lines: [old, ...since] }]
  assert.deepEqual(certificateExpired(await signalSceneOf({ labels: LABELS, objects: OBJECTS, logs })), [])
})

const MESH =
  '"GET /p HTTP/1.1" 503 UF,URX upstream_reset{TLS_error:|268435581:SSL_routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED:TLS_error_end} - "outbound|443||hub.depot.svc.cluster.local"'
const HUB = [...deployment('hub'), pod('hub-1-aaaaa', { owner: 'ReplicaSet/hub-1' })].map((one) => ({
  ...one,
  metadata: { ...one.metadata, namespace: 'depot' },
}))

test('what the proxy does not say the server does, and its date stands under another namespace', async () => {
  const ended = Math.round(NOW.getTime() / 1000 - 3600)
  const series = [
    {
      name: 'certmanager_certificate_expiration_timestamp_seconds',
      labels: { exported_namespace: 'depot', namespace: 'cert-manager', name: 'hub-tls' },
      values: steady(ended),
    },
  ]
  const logs = [
    ...saying(MESH),
    {
      namespace: 'depot',
      pod: 'hub-1-aaaaa',
      lines: [`${minutesAgo(3)} WARN handshake with 10.1.0.3:51022 failed: received fatal alert: CertificateExpired`],
    },
  ]
  const scene = await signalSceneOf({ labels: LABELS, objects: [...OBJECTS, ...HUB], logs, series })
  const found = onlyFinding(certificateExpired(scene), scene)
  assert.match(found.statement, /The certificate of hub\.depot\.svc\.cluster\.local has expired/)
  assert.match(found.statement, /Certificate hub-tls ended at/)
  assert.equal(found.subject.namespace, 'depot')
})

test('a refusal that does not say why is not called expired', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: [...OBJECTS, ...HUB], logs: saying(MESH) })
  const found = onlyFinding(certificateExpired(scene), scene)
  assert.equal(found.kind, 'certificate_refused')
  assert.doesNotMatch(found.noActionReason ?? '', /same certificate/)
})
