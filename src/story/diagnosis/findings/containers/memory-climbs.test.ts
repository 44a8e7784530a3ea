import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { memoryClimbs } from './memory-climbs.ts'

const MIB = 2 ** 20
const TEMPLATE = { containers: [{ name: 'app', image: 'web:1', resources: { limits: { memory: '400Mi' } } }] }
const ALERT = { alertName: 'ContainerMemoryNearLimit', labels: { deployment: 'web' } }

function replicas(status?: Record<string, unknown>) {
  const running = { owner: 'ReplicaSet/web-1', spec: TEMPLATE }
  return [
    ...deployment('web', { replicas: 2, revisions: [{ template: TEMPLATE, replicas: 2, age: 9000 }] }),
    pod('web-1-aaaaa', { ...running, ...(status && { status }) }),
    pod('web-1-bbbbb', running),
  ]
}

function using(first: readonly number[], second: readonly number[] = steady(150)) {
  return [first, second].map((values, at) => ({
    name: 'container_memory_working_set_bytes',
    labels: { namespace: 'shop', pod: at === 0 ? 'web-1-aaaaa' : 'web-1-bbbbb', container: 'app' },
    values: values.map((one) => one * MIB),
  }))
}

const CLIMBING = Array.from({ length: 90 }, (_, at) => 130 + at * 3)

test('memory that climbs to its limit while its sibling stays is told with both', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(), series: using(CLIMBING) })
  const found = onlyFinding(memoryClimbs(scene), scene)
  assert.match(
    found.statement,
    /container app of pod web-1-aaaaa climbed from 13\d MiB at .* to 39\d MiB, 9\d % of its limit of 400 MiB/,
  )
  assert.match(found.statement, /Its siblings stand at 150 MiB/)
  assert.equal(found.weight, 'cause')
  assert.deepEqual(found.actions, [])
})

test('of a container that was killed for it, it only shows how it came', async () => {
  const killed = crashing({ reason: 'OOMKilled', exitCode: 137 })
  const scene = await signalSceneOf({ ...ALERT, objects: replicas(killed), series: using(CLIMBING) })
  assert.equal(onlyFinding(memoryClimbs(scene), scene).weight, 'context')
})

test('memory that is high and stays, or climbs far below its limit, is no climb', async () => {
  assert.deepEqual(memoryClimbs(await signalSceneOf({ ...ALERT, objects: replicas(), series: using(steady(390)) })), [])
  const low = using(CLIMBING.map((value) => value / 3))
  assert.deepEqual(memoryClimbs(await signalSceneOf({ ...ALERT, objects: replicas(), series: low })), [])
})
