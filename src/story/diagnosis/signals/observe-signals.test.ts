import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { counting, type PicturedSeries, steady } from '../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../test/world/scene/signal-scene-of.ts'
import { onsetsOf } from './fault-onset.ts'

const LABELS = { deployment: 'web', service: 'web' }
const OBJECTS = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]
const RISING = counting([0, 60], [3, 30])
const FINE = counting([9, 90])

function series(name: string, labels: Record<string, string>, values: readonly number[]): PicturedSeries {
  return { name, labels: { namespace: 'shop', ...labels }, values }
}

/** The same story, as different programs count it. */
const DIALECTS: Record<string, readonly PicturedSeries[]> = {
  'by code': [
    series('http_requests_total', { service: 'web', code: '500' }, RISING),
    series('http_requests_total', { service: 'web', code: '200' }, FINE),
  ],
  'of a mesh': [
    series('istio_requests_total', { destination_workload: 'web', response_code: '503' }, RISING),
    series('istio_requests_total', { destination_workload: 'web', response_code: '200' }, FINE),
  ],
  'of a framework, by outcome': [
    series('http_server_requests_seconds_count', { application: 'web', outcome: 'SERVER_ERROR' }, RISING),
    series('http_server_requests_seconds_count', { application: 'web', outcome: 'SUCCESS' }, FINE),
  ],
  'of remote calls': [
    series('grpc_server_handled_total', { job: 'web', grpc_code: 'Unavailable' }, RISING),
    series('grpc_server_handled_total', { job: 'web', grpc_code: 'OK' }, FINE),
  ],
  'known only by its pod': [
    series('http_requests_total', { pod: 'web-1-aaaaa', status: '500' }, RISING),
    series('http_requests_total', { pod: 'web-1-aaaaa', status: '200' }, FINE),
  ],
  'errors alone': [series('orders_failed_total', { service: 'web' }, RISING)],
  'a recorded share': [
    series('service:request_errors:ratio_rate5m', { service: 'web' }, [...steady(0.001, 60), ...steady(0.4, 30)]),
  ],
  refusals: [
    series('http_requests_total', { service: 'web', code: '403' }, RISING),
    series('http_requests_total', { service: 'web', code: '200' }, FINE),
  ],
  'only fewer good answers': [
    series('http_requests_total', { service: 'web', code: '200' }, counting([9, 60], [1, 30])),
  ],
}

for (const [dialect, given] of Object.entries(DIALECTS))
  test(`the beginning of errors is found in metrics ${dialect}`, async () => {
    const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series: given })
    const [onset] = onsetsOf(scene, { names: ['web'], isSubject: true })
    assert.equal(onset?.source, 'errors')
    const minutes = (Date.parse(minutesAgo(0)) - onset.at.getTime()) / 60_000
    assert.ok(minutes >= 26 && minutes <= 30, `${minutes} minutes ago`)
  })

/** Seconds of the slowest requests, in the forms they come in. */
const LATENCIES: Record<string, readonly PicturedSeries[]> = {
  'a quantile in its name': [
    series('http_request_duration_seconds_p95', { service: 'web' }, [...steady(0.1, 60), ...steady(2, 30)]),
  ],
  milliseconds: [series('http_latency_milliseconds', { service: 'web' }, [...steady(100, 60), ...steady(2000, 30)])],
  'a summary': [
    series('http_request_duration_seconds', { service: 'web', quantile: '0.95' }, [
      ...steady(0.1, 60),
      ...steady(2, 30),
    ]),
    series('http_request_duration_seconds', { service: 'web', quantile: '0.5' }, steady(0.1)),
  ],
  buckets: [
    series('http_request_duration_seconds_bucket', { service: 'web', le: '0.1' }, counting([10, 60], [1, 30])),
    series('http_request_duration_seconds_bucket', { service: 'web', le: '4' }, counting([10, 90])),
    series('http_request_duration_seconds_bucket', { service: 'web', le: '+Inf' }, counting([10, 90])),
  ],
}

for (const [form, given] of Object.entries(LATENCIES))
  test(`the beginning of slowness is found in ${form}`, async () => {
    const scene = await signalSceneOf({ alertName: 'HighLatency', labels: LABELS, objects: OBJECTS, series: given })
    const onset = onsetsOf(scene, { names: ['web'], isSubject: true }).find(({ source }) => source === 'latency')
    assert.match(onset?.clause ?? '', /latency of web rose from \d+ ms to (2|3\.\d) s/)
  })

test('the metrics of a namesake elsewhere are not taken for those of the subject', async () => {
  const elsewhere = {
    name: 'http_requests_total',
    labels: { namespace: 'other', service: 'web', code: '500' },
    values: RISING,
  }
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series: [elsewhere] })
  assert.deepEqual(onsetsOf(scene, { names: ['web'], isSubject: true }), [])
})

test('no data is remembered as no data, and is not taken for zero', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS })
  assert.ok(scene.signals?.silent.some(({ family }) => family === 'requests'))
  assert.deepEqual(scene.signals?.figures, [])
})

test('at most seven questions are asked, and four are left for the database', async () => {
  const text = 'errors, latency, cpu, memory, queue lag, volume full, certificate, target down'
  const scene = await signalSceneOf({ labels: { ...LABELS, issue_id: '7' }, text, objects: OBJECTS })
  const asked = scene.exhibits.filter(({ plugin }) => /^(metrics|logs|errors)\./.test(plugin))
  assert.ok(asked.length > 3 && asked.length <= 7, `${asked.length} questions`)
  assert.ok(scene.exhibits.length <= 21)
})

test('an alert about a pod that cannot start is not looked for in metrics', async () => {
  const scene = await signalSceneOf({
    alertName: 'KubeContainerWaiting',
    labels: { pod: 'web-1-aaaaa' },
    objects: OBJECTS,
    text: 'waits for 1 h',
  })
  assert.deepEqual(
    scene.exhibits.filter(({ plugin }) => plugin.startsWith('metrics.')).map(({ plugin }) => plugin),
    [],
  )
})

test('names out of an alert are only ever values in a question', async () => {
  const evil = 'nobody"} or up{job="'
  const up = { name: 'up', labels: { job: '' }, values: steady(1) }
  const scene = await signalSceneOf({ labels: { service: evil }, objects: OBJECTS, series: [up] })
  const asked = scene.exhibits.filter(({ plugin }) => plugin.startsWith('metrics.'))
  assert.ok(asked.length > 0)
  assert.ok(asked.every(({ result }) => result.success))
  assert.deepEqual(scene.signals?.figures, [])
})

test('a server that is not there is asked once, and not again', async () => {
  const text = 'errors, latency, cpu, memory and queue lag of web'
  const scene = await signalSceneOf({ labels: LABELS, text, objects: OBJECTS, isMonitored: false })
  const asked = scene.exhibits.map(({ plugin }) => plugin).filter((plugin) => /^(metrics|logs)\./.test(plugin))
  assert.deepEqual(asked, ['metrics.query', 'logs.query'])
})
