import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { noData } from './silence.ts'

const ALERT = { alertName: 'TargetDown', labels: { job: 'collector', service: 'collector' } }
const OBJECTS = [...deployment('collector'), pod('collector-1-aaaaa', { owner: 'ReplicaSet/collector-1' })]

function up(...values: readonly number[]) {
  return [{ name: 'up', labels: { namespace: 'shop', job: 'collector', instance: '10.0.0.8:9102' }, values }]
}

test('a target that does not answer is told to be silent, and not to be well although its pod is ready', async () => {
  const series = up(...steady(1, 60), ...steady(0, 30))
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series })
  const found = onlyFinding(noData(scene), scene)
  assert.match(found.statement, /There is no data from collector: 1 of 1 targets \(10\.0\.0\.8:9102\)/)
  assert.match(found.statement, /up is 0 since 2026-11-15 11:3\d UTC/)
  assert.match(found.statement, /No data is not zero/)
  assert.doesNotMatch(found.statement, /healthy|fine|normal/)
  assert.ok(found.confidence <= 0.6)
  assert.equal(found.weight, 'symptom')
  assert.deepEqual(found.actions, [])
})

test('a target that is not known any more is silent too', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: [] })
  assert.match(onlyFinding(noData(scene), scene).statement, /knows no target of that name any more/)
})

test('a series that ended while it was well is silence, not health', async () => {
  const ended = { ...up(...steady(1, 90))[0], values: [...steady(1, 60), ...steady(Number.NaN, 30)] }
  const scene = await signalSceneOf({
    ...ALERT,
    objects: OBJECTS,
    series: [ended as ReturnType<typeof up>[0] & object],
  })
  assert.equal(onlyFinding(noData(scene), scene).kind, 'no_data')
})

test('an alert about anything else is not told to be silence', async () => {
  const series = up(...steady(0, 90))
  assert.deepEqual(noData(await signalSceneOf({ labels: { service: 'collector' }, objects: OBJECTS, series })), [])
})

const ABSENT = { alertName: 'PaymentsAbsent', labels: { job: 'collector' }, text: 'payments_settled_total is absent' }

test('a metric the alert misses is told to be missing although its target answers', async () => {
  const scene = await signalSceneOf({ ...ABSENT, objects: OBJECTS, series: up(...steady(1)) })
  assert.match(onlyFinding(noData(scene), scene).statement, /There is no data of payments_settled_total/)
  const ended = { name: 'payments_settled_total', labels: {}, values: [...steady(7, 60), ...steady(Number.NaN, 30)] }
  const later = await signalSceneOf({ ...ABSENT, objects: OBJECTS, series: [...up(...steady(1)), ended] })
  assert.match(onlyFinding(noData(later), later).statement, /payments_settled_total any more: its last sample is of/)
})

test('a metric that is there again is not told to be missing', async () => {
  const there = { name: 'payments_settled_total', labels: {}, values: steady(7) }
  const series = [...up(...steady(1)), there]
  assert.deepEqual(noData(await signalSceneOf({ ...ABSENT, objects: OBJECTS, series })), [])
})
