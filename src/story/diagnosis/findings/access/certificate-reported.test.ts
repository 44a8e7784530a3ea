import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, NOW, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import type { TrackedIssue } from '../../../../ports/error-tracker.ts'
import { objectNotFound } from '../containers/object-not-found.ts'
import { failingService } from '../dependencies/failing-service.ts'
import { certificateExpired } from './certificate-expired.ts'
import { certificateReported } from './certificate-reported.ts'

const EXPIRED =
  'app.ERROR: SQLSTATE[08006] [7] connection to server at "ledger-pg.example.net" (10.9.4.8), port 5432 failed: SSL error: certificate verify failed: certificate has expired'

function lines(labels: Readonly<Record<string, string>>, text = EXPIRED) {
  return [{ labels, lines: [25, 12, 3].map((at) => [at, text] as const) }]
}

const ISSUE = {
  id: '88',
  shortId: 'LEDGER-1',
  title: EXPIRED,
  culprit: 'connect',
  project: { slug: 'ledger', name: 'ledger' },
  metadata: { type: 'QueryException', value: 'SSL error: certificate has expired' },
  count: '91',
  firstSeen: minutesAgo(25),
  lastSeen: minutesAgo(1),
} as unknown as TrackedIssue

for (const label of ['app', 'service', 'service_name', 'job'])
  test(`outside the cluster the lines a shipper keeps under ${label} tell whose certificate has expired`, async () => {
    const streams = lines({ [label]: 'ledger', host: 'vm-3' })
    const scene = await signalSceneOf({ labels: { service: 'ledger' }, objects: [], streams })
    const found = onlyFinding(certificateReported(scene), scene)
    assert.equal(found.kind, 'certificate_expired')
    assert.match(found.statement, /The certificate of ledger-pg\.example\.net has expired: ledger says/)
    assert.deepEqual(found.actions, [])
    const [place] = objectNotFound(scene)
    assert.equal(place?.kind, 'lives_elsewhere')
    assert.equal(place?.weight, 'context')
  })

test('an issue alone tells it too, and is a finding even where the alert names nobody', async () => {
  const scene = await signalSceneOf({ labels: { issue_id: '88' }, objects: [], issues: [ISSUE] })
  const found = onlyFinding(certificateReported(scene), scene)
  assert.match(found.statement, /The certificate of ledger-pg\.example\.net has expired: issue LEDGER-1 says/)
  assert.match(onlyFinding(failingService(scene), scene).statement, /ledger does not work as it should: issue LEDGER-1/)
})

test('who probes the server tells when it ended', async () => {
  const end = NOW.getTime() / 1000 - 1800
  const labels = { instance: 'ledger-pg.example.net:5432', job: 'blackbox' }
  const scene = await signalSceneOf({
    labels: { service: 'ledger' },
    objects: [],
    streams: lines({ app: 'ledger' }),
    series: [{ name: 'probe_ssl_earliest_cert_expiry', labels, values: steady(end) }],
  })
  const found = onlyFinding(certificateReported(scene), scene)
  assert.match(found.statement, /it was valid until 2026-11-15 11:30 UTC/)
  assert.equal(found.confidence, 0.85)
  assert.deepEqual(certificateExpired(scene), [], 'its date is told once')
})

test('one that is not trusted is not expired', async () => {
  const text = 'ERROR Get "https://hub.example.net/": x509: certificate signed by unknown authority'
  const scene = await signalSceneOf({
    labels: { service: 'ledger' },
    objects: [],
    streams: lines({ app: 'ledger' }, text),
  })
  assert.equal(onlyFinding(certificateReported(scene), scene).kind, 'certificate_refused')
})

test('what a neighbour says of a certificate is not the trouble of the subject', async () => {
  const objects = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]
  const streams = lines({ namespace: 'shop', app: 'mailer' })
  const scene = await signalSceneOf({ labels: { deployment: 'web', service: 'web' }, objects, streams })
  assert.deepEqual(certificateReported(scene), [])
})

test('what nobody hears of any more does not exist', async () => {
  const streams = [{ labels: { app: 'ledger' }, lines: [[70, EXPIRED] as const] }]
  const scene = await signalSceneOf({ labels: { service: 'ledger' }, objects: [], streams })
  assert.deepEqual(certificateReported(scene), [])
  assert.equal(objectNotFound(scene)[0]?.kind, 'object_not_found')
})
