import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { queueStuck } from './queue-stuck.ts'

const ALERT = {
  alertName: 'KafkaConsumerLag',
  labels: { consumergroup: 'clearing', topic: 'trades', deployment: 'reader' },
}
const PODS = ['reader-1-aaaaa', 'reader-1-bbbbb', 'reader-1-ccccc']
const OBJECTS = [
  ...deployment('reader', { replicas: 3 }),
  ...PODS.map((name) => pod(name, { owner: 'ReplicaSet/reader-1' })),
]
const GROWING = [...steady(5, 50), ...Array.from({ length: 40 }, (_, at) => at * 400)]

function lag(...partitions: readonly (readonly number[])[]) {
  return partitions.map((values, at) => ({
    name: 'kafka_consumergroup_lag',
    labels: { consumergroup: 'clearing', topic: 'trades', partition: String(at) },
    values,
  }))
}

const POISON = {
  pod: 'reader-1-bbbbb',
  lines: [40, 30, 20, 10].map(
    (minutes, at) => `${minutesAgo(minutes)} ERROR trades-2@88120331: cannot decode record, attempt ${at * 300}`,
  ),
}

test('one partition that stands still is told with the record its consumer cannot get past', async () => {
  const series = lag(steady(6), steady(7), GROWING, steady(4))
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series, logs: [POISON] })
  const found = onlyFinding(queueStuck(scene), scene)
  assert.match(found.statement, /stands still on partition 2 of trades/)
  assert.match(found.statement, /the other 3 partitions are in step \(at most 7 behind\)/)
  assert.match(found.statement, /reader-1-bbbbb fails on the same record again and again: "ERROR trades-2@88120331/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('partitions that all fall behind are not stuck on one record', async () => {
  const series = lag(GROWING, GROWING, GROWING, GROWING)
  assert.deepEqual(queueStuck(await signalSceneOf({ ...ALERT, objects: OBJECTS, series })), [])
})

test('a lag that does not grow is no matter', async () => {
  const series = lag(steady(6), steady(900), steady(4))
  assert.deepEqual(queueStuck(await signalSceneOf({ ...ALERT, objects: OBJECTS, series })), [])
})

const QUEUE = { alertName: 'QueueBacklog', labels: { queue: 'mails', deployment: 'reader' } }
const DEPTH = [{ name: 'rabbitmq_queue_messages', labels: { queue: 'mails' }, values: GROWING }]

test('of a queue without partitions the log tells that it is always the same message', async () => {
  const scene = await signalSceneOf({ ...QUEUE, objects: OBJECTS, series: DEPTH, logs: [POISON] })
  assert.match(onlyFinding(queueStuck(scene), scene).statement, /stands still on mails/)
})

test('different messages that fail are not one that nobody can read', async () => {
  const lines = [40, 30, 20, 10].map(
    (minutes) => `${minutesAgo(minutes)} ERROR message ${minutes}7731: the mail server did not answer`,
  )
  const logs = [{ pod: 'reader-1-bbbbb', lines }]
  assert.deepEqual(queueStuck(await signalSceneOf({ ...QUEUE, objects: OBJECTS, series: DEPTH, logs })), [])
})

test('a queue that only the text names is found by it', async () => {
  const alert = {
    alertName: 'Lag',
    labels: { deployment: 'reader' },
    text: 'Lag of consumer group clearing above 10000',
  }
  const series = lag(steady(6), steady(7), GROWING, steady(4))
  const scene = await signalSceneOf({ ...alert, objects: OBJECTS, series })
  assert.match(onlyFinding(queueStuck(scene), scene).statement, /partition 2 of trades/)
})
