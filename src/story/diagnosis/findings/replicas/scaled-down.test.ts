import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { scaledDown } from './scaled-down.ts'

const TEMPLATE = { containers: [{ name: 'app', image: 'web:1', resources: { limits: { cpu: '1' } } }] }
const NAMES = ['web-1-aaaaa', 'web-1-bbbbb', 'web-1-ccccc', 'web-1-ddddd']
const ALERT = {
  alertName: 'HighLatency',
  text: 'p95 latency of web above 2 s',
  labels: { deployment: 'web', service: 'web' },
}

function shop(message: string, age = 50) {
  return [
    ...deployment('web', { replicas: 4, revisions: [{ template: TEMPLATE, replicas: 4 }] }),
    ...NAMES.map((name) => pod(name, { owner: 'ReplicaSet/web-1', spec: TEMPLATE })),
    event({ about: 'Deployment/web', reason: 'ScalingReplicaSet', message, age, type: 'Normal' }),
  ]
}

function using(...cpu: readonly string[]) {
  return cpu.map((used, at) =>
    object('PodMetrics', NAMES[at] ?? '', { containers: [{ name: 'app', usage: { cpu: used, memory: '100Mi' } }] }),
  )
}

const BUSY = using('978m', '983m', '991m', '996m')

test('replicas at their limit since half of them went are scaled back as far as policy goes', async () => {
  const objects = shop('Scaled down replica set web-1 from 8 to 4')
  const scene = await signalSceneOf({ ...ALERT, objects, samples: BUSY })
  const found = onlyFinding(scaledDown(scene), scene)
  assert.match(found.statement, /scaled down from 8 to 4 .*all 4 replicas use 978m to 996m/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', deployment: 'web', replicas: 6 })
})

test('never more than there were', async () => {
  const objects = shop('Scaled down replica set web-1 from 5 to 4')
  const scene = await signalSceneOf({ ...ALERT, objects, samples: BUSY })
  assert.equal(onlyFinding(scaledDown(scene), scene).actions[0]?.parameters.replicas, 5)
})

test('an old set that shrank in a rollout, idle replicas, or a later step say nothing', async () => {
  const rollout = shop('Scaled down replica set web-0 from 8 to 4')
  assert.deepEqual(scaledDown(await signalSceneOf({ ...ALERT, objects: rollout, samples: BUSY })), [])
  const down = 'Scaled down replica set web-1 from 8 to 4'
  const idle = using('178m', '183m', '191m', '196m')
  assert.deepEqual(scaledDown(await signalSceneOf({ ...ALERT, objects: shop(down), samples: idle })), [])
  assert.deepEqual(scaledDown(await signalSceneOf({ ...ALERT, objects: shop(down, 2), samples: BUSY })), [])
})
