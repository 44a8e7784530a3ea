import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { counting } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { overload } from './load.ts'

const LABELS = { deployment: 'web', service: 'web' }
const TEMPLATE = { containers: [{ name: 'app', image: 'web:1', resources: { limits: { cpu: '1' } } }] }
const NAMES = ['web-2-aaaaa', 'web-2-bbbbb', 'web-2-ccccc', 'web-2-ddddd']

function replicas(age = 9000) {
  const revisions = [
    { template: TEMPLATE, replicas: 0, age: 20_000 },
    { template: TEMPLATE, replicas: 4, age },
  ]
  const running = { owner: 'ReplicaSet/web-2', spec: TEMPLATE }
  return [...deployment('web', { replicas: 4, revisions }), ...NAMES.map((name) => pod(name, running))]
}

function using(...cpu: readonly string[]) {
  return cpu.map((used, at) =>
    object('PodMetrics', NAMES[at] ?? '', { containers: [{ name: 'app', usage: { cpu: used, memory: '100Mi' } }] }),
  )
}

const EVENLY = using('978m', '983m', '991m', '996m')
const TRIPLED = [
  {
    name: 'http_requests_total',
    labels: { namespace: 'shop', service: 'web', code: '200' },
    values: counting([30, 60], [90, 30]),
  },
]
const STEADY = [
  {
    name: 'http_requests_total',
    labels: { namespace: 'shop', service: 'web', code: '200' },
    values: counting([30, 90]),
  },
]
const ALERT = { alertName: 'HighLatency', text: 'p95 latency of web above 2 s', labels: LABELS }

test('replicas that are all at their limit since the load rose are more by half', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(), samples: EVENLY, series: TRIPLED })
  const found = onlyFinding(overload(scene), scene)
  assert.match(found.statement, /requests rose from 30\/s to 90\/s \(3 times as many\)/)
  assert.match(found.statement, /all 4 replicas use 978m to 996m of a CPU limit of 1 \(container app\), evenly/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', deployment: 'web', replicas: 6 })
  assert.equal(found.confidence, 0.9)
})

test('where the load goes down by itself nobody is given more replicas, and that is said', async () => {
  const values = counting([30, 60], [300, 10], [200, 8], [130, 8], [100, 6])
  const series = TRIPLED.map((one) => ({ ...one, values }))
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(), samples: EVENLY, series })
  const found = onlyFinding(overload(scene), scene)
  assert.match(found.statement, /It is going down again by itself: [\d.]+\/s by now\./)
  assert.deepEqual([found.actions, found.noActionReason], [[], 'Load that goes down by itself needs no more hands.'])
})

test('one busy replica among idle ones is no overload', async () => {
  const samples = using('996m', '120m', '110m', '130m')
  assert.deepEqual(overload(await signalSceneOf({ ...ALERT, objects: replicas(), samples, series: TRIPLED })), [])
})

test('replicas at their limit under the same load as ever are no overload', async () => {
  assert.deepEqual(
    overload(await signalSceneOf({ ...ALERT, objects: replicas(), samples: EVENLY, series: STEADY })),
    [],
  )
})

test('where nothing is known of one replica nothing is said of all', async () => {
  const samples = EVENLY.slice(0, 3)
  assert.deepEqual(overload(await signalSceneOf({ ...ALERT, objects: replicas(), samples, series: TRIPLED })), [])
})

test('a load that rose in the minutes of a release may be the release’s doing', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(33), samples: EVENLY, series: TRIPLED })
  assert.deepEqual(overload(scene), [])
})

test('under an autoscaler nothing is scaled by hand', async () => {
  const autoscaler = object('HorizontalPodAutoscaler', 'web', {
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, minReplicas: 2, maxReplicas: 4 },
    status: { currentReplicas: 4, desiredReplicas: 4 },
  })
  const objects = [...replicas(), autoscaler]
  const scene = await signalSceneOf({ ...ALERT, objects, samples: EVENLY, series: TRIPLED })
  const found = onlyFinding(overload(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.match(found.statement, /Autoscaler web has reached its maximum of 4 replicas/)
})

test('without a metrics server the counters of the containers tell the same', async () => {
  const cores = NAMES.map((name) => ({
    name: 'container_cpu_usage_seconds_total',
    labels: { namespace: 'shop', pod: name, container: 'app' },
    values: counting([0.3, 60], [0.98, 30]),
  }))
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(), series: [...TRIPLED, ...cores] })
  assert.match(onlyFinding(overload(scene), scene).statement, /all 4 replicas use 980m of a CPU limit of 1/)
})
