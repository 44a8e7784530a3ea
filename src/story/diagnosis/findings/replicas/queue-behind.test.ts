import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { queueBehind } from './load.ts'

const ALERT = { alertName: 'KafkaConsumerLag', labels: { consumergroup: 'mail', topic: 'out', deployment: 'worker' } }
const TEMPLATE = { containers: [{ name: 'app', image: 'worker:1', resources: { limits: { cpu: '1' } } }] }
const PODS = ['worker-1-aaaaa', 'worker-1-bbbbb', 'worker-1-ccccc', 'worker-1-ddddd']
const OBJECTS = [
  ...deployment('worker', { replicas: 4, revisions: [{ template: TEMPLATE, replicas: 4, age: 9000 }] }),
  ...PODS.map((name) => pod(name, { owner: 'ReplicaSet/worker-1', spec: TEMPLATE })),
]
const GROWING = [...steady(10, 60), ...Array.from({ length: 30 }, (_, at) => at * 150)]

function lag(partitions: number, growing = partitions) {
  return Array.from({ length: partitions }, (_, at) => ({
    name: 'kafka_consumergroup_lag',
    labels: { consumergroup: 'mail', topic: 'out', partition: String(at) },
    values: at < growing ? GROWING : steady(10),
  }))
}

function using(cpu: string) {
  return PODS.map((name) =>
    object('PodMetrics', name, { containers: [{ name: 'app', usage: { cpu, memory: '90Mi' } }] }),
  )
}

test('consumers that are all at their limit while all partitions fall behind are more by half', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(12), samples: using('995m') })
  const found = onlyFinding(queueBehind(scene), scene)
  assert.match(found.statement, /Deployment worker falls behind on all 12 partitions of out evenly/)
  assert.match(found.statement, /all 4 replicas use 995m of a CPU limit of 1/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', deployment: 'worker', replicas: 6 })
})

test('there are never more consumers than partitions', async () => {
  const five = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(5), samples: using('995m') })
  assert.equal(onlyFinding(queueBehind(five), five).actions[0]?.parameters.replicas, 5)
  const four = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(4), samples: using('995m') })
  const found = onlyFinding(queueBehind(four), four)
  assert.deepEqual(found.actions, [])
  assert.match(found.noActionReason ?? '', /one more would have nothing to read/)
})

test('consumers that have time and yet fall behind wait for something else', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(12), samples: using('120m') })
  const found = onlyFinding(queueBehind(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.equal(found.weight, 'symptom')
  assert.match(found.statement, /wait for something else/)
})

test('one partition out of many is not all of them', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(12, 1), samples: using('995m') })
  assert.deepEqual(queueBehind(scene), [])
})

test('consumers that hand back what they take up, and finish less than before, are not made more', async () => {
  const seen = await signalSceneOf({ ...ALERT, objects: OBJECTS, series: lag(12), samples: using('995m') })
  const rate = (name: string, from: number, to: number) => ({
    metric: { __name__: name, topic: 'out' },
    ...{ from, to, last: to, at: minutesAgo(29), strength: 0.9, per_second: true },
  })
  const turning = (done: number) => {
    const changes = [rate('worker_mails_requeued_total', 0, 90), rate('worker_mails_processed_total', 30, done)]
    const result = { success: true as const, data: { changes }, message: '' }
    const scene = {
      ...seen,
      exhibits: [...seen.exhibits, { id: 'C99', plugin: 'metrics.query_range', parameters: {}, result }],
    }
    return queueBehind(scene)[0]
  }
  assert.match(turning(1)?.statement ?? '', /What is taken up is handed back: worker_mails_requeued_total went from 0/)
  assert.deepEqual(turning(1)?.actions, [])
  assert.equal(turning(29)?.actions.length, 1)
})
