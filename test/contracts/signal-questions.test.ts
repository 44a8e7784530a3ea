/** What diagnosis asks of metrics is put to a real Prometheus: it must understand every question. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasProgram } from '../world/debian-program.ts'
import { PROMETHEUS, startPrometheus } from '../world/prometheus.ts'
import { deployment, pod } from '../world/scene/cluster-objects.ts'
import { counting, steady } from '../world/scene/pictured-signals.ts'
import { signalSceneOf } from '../world/scene/signal-scene-of.ts'

const OBJECTS = [
  ...deployment('web', { replicas: 2 }),
  pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
  pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' }),
]
const LABELS = { deployment: 'web', service: 'web', job: 'we"b\\', topic: 'or.ders', persistentvolumeclaim: 'data' }
const OWN = { namespace: 'shop', service: 'web' }
const SERIES = [
  { name: 'http_requests_total', labels: { ...OWN, code: '500' }, values: counting([1, 90]) },
  { name: 'http_client_requests_total', labels: { ...OWN, peer: 'bank' }, values: counting([1, 90]) },
  { name: 'orders_failed_total', labels: OWN, values: counting([1, 90]) },
  { name: 'http_request_duration_seconds_bucket', labels: { ...OWN, le: '1' }, values: counting([1, 90]) },
  { name: 'http_latency_seconds', labels: OWN, values: steady(1) },
]
const ALERTS = [
  'errors and latency of web',
  'cpu, memory and queue lag of web',
  'volume full, certificate expired',
  'target down, web_orders_total is absent',
]

test('a real Prometheus understands every question', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  const address = await startPrometheus(t, { target: '127.0.0.1:9' })
  const asked = await Promise.all(
    ALERTS.map((text) => signalSceneOf({ text, labels: LABELS, objects: OBJECTS, series: SERIES })),
  )
  const questions = asked.flatMap(({ exhibits }) => exhibits.filter(({ plugin }) => plugin.startsWith('metrics.')))
  assert.ok(questions.length > 10)
  for (const { parameters } of questions) {
    const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: String(parameters.query) })}`)
    assert.equal(answer.status, 200, `${parameters.query}: ${await answer.text()}`)
  }
})
