import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { counting, steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { oneBadReplica } from './one-bad-replica.ts'

const LABELS = { deployment: 'web', service: 'web' }
const PODS = ['web-1-aaaaa', 'web-1-bbbbb', 'web-1-ccccc'] as const
const OBJECTS = [
  ...deployment('web', { replicas: 3 }),
  ...PODS.map((name, at) => pod(name, { owner: 'ReplicaSet/web-1', age: at === 0 ? 40_000 : 4000 })),
]

/** Errors a second of each replica. */
function errors(...rates: readonly number[]) {
  return rates.flatMap((rate, at) => {
    const labels = { namespace: 'shop', service: 'web', pod: PODS[at] ?? '' }
    return [
      { name: 'http_requests_total', labels: { ...labels, code: '500' }, values: counting([0, 60], [rate, 30]) },
      { name: 'http_requests_total', labels: { ...labels, code: '200' }, values: counting([5, 90]) },
    ]
  })
}

function handles(...open: readonly number[]) {
  return open.flatMap((count, at) => {
    const labels = { namespace: 'shop', pod: PODS[at] ?? '' }
    return [
      { name: 'process_open_fds', labels, values: steady(count) },
      { name: 'process_max_fds', labels, values: steady(1024) },
    ]
  })
}

test('the replica with all the errors and no handles left is restarted, for a while', async () => {
  const series = [...errors(3, 0, 0), ...handles(1024, 190, 200)]
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })
  const found = onlyFinding(oneBadReplica(scene), scene)
  assert.match(
    found.statement,
    /Only one of 3 replicas is bad, pod web-1-aaaaa: 100 % of all errors \(3\/s\) come from it/,
  )
  assert.match(found.statement, /its process_open_fds stands at 1024 of 1024, that of its siblings at 200/)
  assert.match(found.statement, /the oldest of them/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', pod_name: 'web-1-aaaaa' })
  assert.equal(found.confidence, 0.9)
})

test('errors from one replica without any sign of a leak or a lock are no reason to restart it', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series: errors(3, 0, 0) })
  const found = onlyFinding(oneBadReplica(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.ok(found.confidence < 0.6)
})

/** Of each replica, in thousandths of a processor. */
function computing(...cores: readonly number[]) {
  return cores.map((used, at) =>
    object('PodMetrics', PODS[at] ?? '', { containers: [{ name: 'app', usage: { cpu: `${used}m`, memory: '90Mi' } }] }),
  )
}

test('the replica that fails and does not compute, where its siblings do, hangs and is restarted', async () => {
  const given = { labels: LABELS, objects: OBJECTS, series: errors(3, 0, 0) }
  const hanging = await signalSceneOf({ ...given, samples: computing(2, 300, 320) })
  const found = onlyFinding(oneBadReplica(hanging), hanging)
  assert.match(found.statement, /it uses 2m of a processor where its siblings use 3\d\dm, so it hangs/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', pod_name: 'web-1-aaaaa' })
  const working = await signalSceneOf({ ...given, samples: computing(280, 300, 320) })
  assert.deepEqual(onlyFinding(oneBadReplica(working), working).actions, [])
})

test('errors of all replicas alike are no matter of one', async () => {
  const series = [...errors(3, 3, 3), ...handles(210, 190, 200)]
  assert.deepEqual(oneBadReplica(await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })), [])
})

test('signs that point at two replicas convict neither', async () => {
  const series = [...errors(3, 0, 0), ...handles(190, 1024, 200)]
  assert.deepEqual(oneBadReplica(await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })), [])
})

test('words of one log that nothing measured agrees with are left to who judges logs', async () => {
  const logs = [{ pod: PODS[0], lines: [`${minutesAgo(2)} ERROR accept4: too many open files`] }]
  assert.deepEqual(oneBadReplica(await signalSceneOf({ labels: LABELS, objects: OBJECTS, logs })), [])
})

test('metrics that know only addresses are matched to pods by them', async () => {
  const addressed = PODS.map((name, at) =>
    pod(name, { owner: 'ReplicaSet/web-1', age: 4000, status: { podIP: `10.0.0.${at + 1}` } }),
  )
  const series = errors(3, 0, 0).map(({ labels: { pod: name, ...labels }, ...rest }) => ({
    ...rest,
    labels: { ...labels, instance: `10.0.0.${PODS.indexOf(name as (typeof PODS)[number]) + 1}:8080` },
  }))
  const objects = [...deployment('web', { replicas: 3 }), ...addressed]
  const scene = await signalSceneOf({ labels: LABELS, objects, series: [...series, ...handles(1024, 190, 200)] })
  assert.equal(onlyFinding(oneBadReplica(scene), scene).subject.name, 'web-1-aaaaa')
})

const READ_ONLY = `${minutesAgo(3)} ERROR cannot execute INSERT in a read-only transaction`

test('the replica that alone still writes to a former primary is restarted', async () => {
  const logs = PODS.map((name, at) => ({ pod: name, lines: at === 0 ? [READ_ONLY] : ['INFO POST /orders 201'] }))
  const scene = await signalSceneOf({
    labels: LABELS,
    alertName: 'HighErrorRate',
    objects: OBJECTS,
    series: errors(3, 0, 0),
    logs,
  })
  const found = onlyFinding(oneBadReplica(scene), scene)
  assert.match(
    found.statement,
    /read-only transaction", so it still holds on to a server that takes no writes any more/,
  )
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', pod_name: 'web-1-aaaaa' })
})

test('where siblings are told the same, no fresh process finds another server', async () => {
  const logs = PODS.map((name) => ({ pod: name, lines: [READ_ONLY] }))
  const scene = await signalSceneOf({
    labels: LABELS,
    alertName: 'HighErrorRate',
    objects: OBJECTS,
    series: errors(3, 0, 0),
    logs,
  })
  assert.ok(oneBadReplica(scene).every(({ actions }) => actions.length === 0))
})
