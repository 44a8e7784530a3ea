import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { atCpuLimit } from './at-cpu-limit.ts'

const SPEC = { containers: [{ name: 'app', image: 'web:1', resources: { limits: { cpu: '200m' } } }] }
const NAMES = ['web-1-aaaaa', 'web-1-bbbbb']
const OBJECTS = [
  ...deployment('web', { replicas: 2, revisions: [{ template: SPEC }] }),
  ...NAMES.map((name) => pod(name, { owner: 'ReplicaSet/web-1', spec: SPEC })),
]

function used(...amounts: readonly string[]) {
  return amounts.map((cpu, at) =>
    object('PodMetrics', NAMES[at] ?? '', {
      timestamp: minutesAgo(0),
      containers: [{ name: 'app', usage: { cpu, memory: '20Mi' } }],
    }),
  )
}

const NAMED = { alertName: 'CPUThrottlingHigh', labels: { pod: 'web-1-aaaaa', container: 'app' }, objects: OBJECTS }

test('both replicas at their CPU limit are told of to whoever asks about throttling, without a metrics server for it', async () => {
  const scene = await clusterSceneOf({ ...NAMED, samples: used('197m', '196m') })
  const found = onlyFinding(atCpuLimit(scene), scene)
  assert.match(found.statement, /^Both replicas of web are at the CPU limit: /)
  assert.match(found.statement, /container app of web-1-aaaaa uses 197m of 200m \(99 %\)/)
  assert.match(found.statement, /container app of web-1-bbbbb uses 196m of 200m \(98 %\)/)
  assert.deepEqual([found.weight, found.actions], ['cause', []])
})

test('an alert that names only a namespace is told of whoever is at the limit there', async () => {
  const scene = await clusterSceneOf({ ...NAMED, labels: {}, samples: used('197m', '20m') })
  assert.match(onlyFinding(atCpuLimit(scene), scene).statement, /^1 of 2 replicas of web is at the CPU limit: /)
})

test('replicas with room, and alerts about something else, are no matter of the limit', async () => {
  assert.deepEqual(atCpuLimit(await clusterSceneOf({ ...NAMED, samples: used('120m', '90m') })), [])
  const other = { ...NAMED, alertName: 'KubePodNotReady', samples: used('197m', '196m') }
  assert.deepEqual(atCpuLimit(await clusterSceneOf(other)), [])
})
