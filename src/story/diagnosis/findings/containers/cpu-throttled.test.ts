import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { counting } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { cpuThrottled } from './limits.ts'

const CONTAINER = (cpu: string) => ({ containers: [{ name: 'app', image: 'web:1', resources: { limits: { cpu } } }] })

function replicas(before: string, now: string, age: number) {
  const revisions = [
    { template: CONTAINER(before), replicas: 0, age: 9000 },
    { template: CONTAINER(now), replicas: 2, age },
  ]
  const running = { owner: 'ReplicaSet/web-2', spec: CONTAINER(now) }
  return [...deployment('web', { replicas: 2, revisions }), pod('web-2-aaaaa', running), pod('web-2-bbbbb', running)]
}

/** Ten periods a second, and so many of them held back. */
function throttled(share: number) {
  return ['web-2-aaaaa', 'web-2-bbbbb'].flatMap((name) => {
    const labels = { namespace: 'shop', pod: name, container: 'app' }
    return [
      { name: 'container_cpu_cfs_periods_total', labels, values: counting([10, 90]) },
      { name: 'container_cpu_cfs_throttled_periods_total', labels, values: counting([10 * share, 90]) },
      { name: 'container_cpu_usage_seconds_total', labels, values: counting([0.198, 90]) },
    ]
  })
}

const ALERT = { alertName: 'CPUThrottlingHigh', labels: { pod: 'web-2-aaaaa', container: 'app' } }

test('a container that is held back at its limit is told with its limit, and nothing is restarted for it', async () => {
  const objects = replicas('200m', '200m', 5000)
  const scene = await signalSceneOf({ ...ALERT, objects, series: throttled(0.62) })
  const found = onlyFinding(cpuThrottled(scene), scene)
  assert.match(
    found.statement,
    /Container app of pod web-2-aaaaa \(Deployment web\) is throttled in 62 % of its CPU periods/,
  )
  assert.match(found.statement, /uses 198m of its CPU limit of 200m/)
  assert.equal(found.weight, 'cause')
  assert.deepEqual(found.actions, [])
})

test('a limit that came down with the newest revision is taken back with it', async () => {
  const objects = replicas('1', '200m', 40)
  const scene = await signalSceneOf({ ...ALERT, objects, series: throttled(0.62) })
  const found = onlyFinding(cpuThrottled(scene), scene)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('a little throttling is not worth a word', async () => {
  const objects = replicas('200m', '200m', 5000)
  assert.deepEqual(cpuThrottled(await signalSceneOf({ ...ALERT, objects, series: throttled(0.1) })), [])
})

test('no data about throttling is no throttling, and no finding', async () => {
  const objects = replicas('200m', '200m', 5000)
  assert.deepEqual(cpuThrottled(await signalSceneOf({ ...ALERT, objects, series: [] })), [])
})

test('beside an alert about something else throttling is an aside', async () => {
  const objects = replicas('200m', '200m', 5000)
  const alert = { alertName: 'KafkaConsumerLag', labels: { deployment: 'web' }, text: 'web falls behind' }
  const scene = await signalSceneOf({ ...alert, objects, series: throttled(0.62) })
  assert.equal(onlyFinding(cpuThrottled(scene), scene).weight, 'context')
})
