import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { noReplicas } from './no-replicas.ts'

const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }
const OBJECTS = [
  ...deployment('front'),
  pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' }),
  ...deployment('ledger', { replicas: 0 }),
]
const LOGS = [
  {
    pod: 'front-1-aaaaa',
    lines: [`${minutesAgo(20)} ERROR Post "http://ledger/credit": dial tcp 10.96.2.9:80: connect: connection refused`],
  },
]

function scaled(message: string, age = 25) {
  return event({ about: 'Deployment/ledger', reason: 'ScalingReplicaSet', message, age, type: 'Normal' })
}

function toReplicas(replicas: number) {
  return [['scale_deployment', { namespace: 'shop', deployment: 'ledger', replicas }]]
}

test('a dependency scaled to zero is brought back to the count before, in either wording', async () => {
  for (const words of [
    'Scaled down replica set ledger-1 from 3 to 0',
    'Scaled down replica set ledger-1 to 0 from 3',
  ]) {
    const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, scaled(words)], logs: LOGS })
    const found = onlyFinding(noReplicas(scene), scene)
    assert.match(
      found.statement,
      /Deployment shop\/ledger has no pods because it is scaled to zero: it was scaled down from 3 to 0/,
    )
    assert.match(found.statement, /front-1-aaaaa cannot reach it/)
    assert.deepEqual(
      found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
      toReplicas(3),
    )
    assert.equal(found.confidence, 0.9)
  }
})

test('nobody is sure that it is a fault where another scaler put it to sleep', async () => {
  const words = {
    reason: 'KEDAScaleTargetDeactivated',
    message: 'Deactivated apps/v1.Deployment shop/ledger from 3 to 0',
  }
  const told = event({ about: 'ScaledObject/ledger', age: 25, type: 'Normal', ...words })
  const steps = [scaled('Scaled down replica set ledger-1 from 3 to 0'), told]
  const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, ...steps], logs: LOGS })
  assert.equal(noReplicas(scene)[0]?.confidence, 0.6)
})

test('the oldest wording names only the new count; then the step before tells', async () => {
  const steps = [scaled('Scaled up replica set ledger-1 to 2', 500), scaled('Scaled down replica set ledger-1 to 0')]
  const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, ...steps], logs: LOGS })
  assert.deepEqual(
    onlyFinding(noReplicas(scene), scene).actions.map(({ plugin, parameters }) => [plugin, parameters]),
    toReplicas(2),
  )
})

test('where events are gone, the metrics server remembers the count, and one is all that policy lets be set', async () => {
  const values = [
    [1_794_700_000, '4'],
    [1_794_700_300, '4'],
    [1_794_700_600, '0'],
  ]
  const series = [
    { metric: { __name__: 'kube_deployment_spec_replicas', namespace: 'shop', deployment: 'ledger' }, values },
  ]
  const scene = await clusterSceneOf({
    ...ALERT,
    objects: OBJECTS,
    logs: LOGS,
    answers: { 'metrics.query_range': { series } },
  })
  const { actions } = onlyFinding(noReplicas(scene), scene)
  assert.deepEqual(
    actions.map(({ plugin, parameters }) => [plugin, parameters]),
    toReplicas(1),
  )
  assert.match(actions[0]?.why ?? '', /ledger had 4 replicas .* set the others when it works/)
})

test('without any memory of a count none is proposed', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: OBJECTS, logs: LOGS })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.match(found.noActionReason ?? '', /is not known/)
})

test('the subject itself at zero is told, and an autoscaler over it is left alone', async () => {
  const labels = { deployment: 'ledger' }
  const step = scaled('Scaled down replica set ledger-1 from 3 to 0')
  const own = await clusterSceneOf({ alertName: 'AppDown', labels, objects: [...OBJECTS, step] })
  assert.equal(onlyFinding(noReplicas(own), own).actions.length, 1)
  const spec = { scaleTargetRef: { kind: 'Deployment', name: 'ledger' }, maxReplicas: 5 }
  const under = await clusterSceneOf({
    alertName: 'AppDown',
    labels,
    objects: [...OBJECTS, step, object('HorizontalPodAutoscaler', 'ledger', { spec })],
  })
  assert.deepEqual(onlyFinding(noReplicas(under), under).actions, [])
})

test('what people say the subject depends on counts without a log', async () => {
  const environment = { services: [{ name: 'front', namespace: 'shop', dependencies: ['ledger'] }] }
  const objects = [...OBJECTS, scaled('Scaled down replica set ledger-1 from 3 to 0')]
  const scene = await clusterSceneOf({ ...ALERT, objects, environment })
  assert.equal(onlyFinding(noReplicas(scene), scene).confidence, 0.7)
})

test('an empty deployment nobody misses is no news, nor one scaled down after the trouble began', async () => {
  const step = scaled('Scaled down replica set ledger-1 from 3 to 0')
  assert.deepEqual(noReplicas(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, step] })), [])
  const late = scaled('Scaled down replica set ledger-1 from 3 to 0', 5)
  assert.deepEqual(noReplicas(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, late], logs: LOGS })), [])
})

test('where the alert names nobody, what was taken away just before it is suspected', async () => {
  const step = scaled('Scaled down replica set ledger-1 from 3 to 0', 20)
  const alert = { alertName: 'HighErrorRate', labels: {}, text: 'errors in the shop' }
  const scene = await clusterSceneOf({ ...alert, objects: [...OBJECTS, step] })
  assert.equal(onlyFinding(noReplicas(scene), scene).confidence, 0.6)
  const long = scaled('Scaled down replica set ledger-1 from 3 to 0', 900)
  assert.deepEqual(noReplicas(await clusterSceneOf({ ...alert, objects: [...OBJECTS, long] })), [])
})

test('a StatefulSet at zero is told too, and left to its owner', async () => {
  const empty = object('StatefulSet', 'ledger', { spec: { replicas: 0 }, status: {} })
  const objects = [...deployment('front'), pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' }), empty]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: LOGS })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.match(found.statement, /StatefulSet shop\/ledger has no pods/)
  assert.deepEqual(found.actions, [])
})

test('whom a pod is told to call by its own variables counts like a dependency', async () => {
  const env = [{ name: 'BROKER_URL', value: 'amqp://app@broker.shop.svc:5672/orders' }]
  const spec = { containers: [{ name: 'app', image: 'a', env }] }
  const removals = [0, 1, 2].map((at) =>
    event({
      about: 'StatefulSet/broker',
      reason: 'SuccessfulDelete',
      message: `delete Pod broker-${at} in StatefulSet broker successful`,
      age: 25 + at,
      type: 'Normal',
    }),
  )
  const objects = [
    ...deployment('front'),
    pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1', spec }),
    object('StatefulSet', 'broker', { spec: { replicas: 0 }, status: {} }),
    ...removals,
  ]
  const scene = await clusterSceneOf({ ...ALERT, objects })
  assert.match(
    onlyFinding(noReplicas(scene), scene).statement,
    /broker has no pods.*scaled down from 3 to 0.*front depends on it/,
  )
})

test('who should empty a queue is suspected where it was taken away just before', async () => {
  const alert = { alertName: 'QueueTooLong', labels: { pod: 'broker-0' } }
  const broker = [
    object('StatefulSet', 'broker', { spec: { replicas: 1 }, status: { readyReplicas: 1, updatedReplicas: 1 } }),
    pod('broker-0', { owner: 'StatefulSet/broker' }),
    ...deployment('ledger', { replicas: 0 }),
  ]
  const logs = [
    { pod: 'broker-0', lines: ['[info] closing AMQP connection (10.1.0.4:51002 -> 10.1.0.9:5672 - ledger)'] },
  ]
  const just = scaled('Scaled down replica set ledger-1 from 4 to 0', 20)
  const scene = await clusterSceneOf({ ...alert, objects: [...broker, just], logs })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.match(found.statement, /just before the trouble of broker began/)
  assert.equal(found.actions.length, 1)
  const long = scaled('Scaled down replica set ledger-1 from 4 to 0', 900)
  assert.deepEqual(noReplicas(await clusterSceneOf({ ...alert, objects: [...broker, long], logs })), [])
})

test('whoever stands behind a webhook is brought back, in another namespace and under another name', async () => {
  const message =
    'Error creating: failed calling webhook "m.policy.io": failed to call webhook: Post "https://policy-svc.policy.svc:443/m?timeout=10s": no endpoints available for service "policy-svc"'
  const away = { metadata: { namespace: 'policy' } }
  const controller = deployment('policy-engine', { replicas: 0 }).map((one) => ({
    ...one,
    metadata: { ...one.metadata, namespace: 'policy' },
  }))
  const objects = [
    ...deployment('web', { replicas: 2 }),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
    event({ about: 'ReplicaSet/web-1', reason: 'FailedCreate', message }),
    ...controller,
    object('Service', 'policy-svc', { ...away, spec: { selector: { app: 'policy-engine' }, ports: [{ port: 443 }] } }),
    event({
      about: 'Deployment/policy-engine',
      reason: 'ScalingReplicaSet',
      message: 'Scaled down replica set policy-engine-1 from 3 to 0',
      age: 40,
      type: 'Normal',
      namespace: 'policy',
    }),
  ]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.match(found.statement, /Service policy\/policy-svc leads to it, and so Deployment web has 1 of the 2 pods/)
  assert.ok(found.explains?.includes('admission_webhook_down'))
  assert.deepEqual(
    found.actions.map(({ parameters }) => parameters),
    [{ namespace: 'policy', deployment: 'policy-engine', replicas: 3 }],
  )
})

test('what was taken away in the very minute is told beside a subject that is well, and not brought back', async () => {
  const objects = [...OBJECTS, scaled('Scaled down replica set ledger-1 from 3 to 0', 17)]
  const scene = await clusterSceneOf({ ...ALERT, objects })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.equal(found.weight, 'symptom')
  assert.deepEqual(found.actions, [])
  assert.match(found.statement, /just before the trouble of front began/)
})

test('a parked Deployment that a routine warning mentions is told beside and left, one the subject fails over is not', async () => {
  const objects = [...OBJECTS, scaled('Scaled down replica set ledger-1 from 3 to 0', 25)]
  const said = (level: string) => [
    {
      pod: 'front-1-aaaaa',
      lines: [`${minutesAgo(20)} ${level} Service "shop/ledger" does not have any active Endpoint.`],
    },
  ]
  const routine = await clusterSceneOf({ ...ALERT, objects, logs: said('WARN') })
  const beside = onlyFinding(noReplicas(routine), routine)
  assert.equal(beside.weight, 'symptom')
  assert.deepEqual(beside.actions, [])
  const failing = await clusterSceneOf({ ...ALERT, objects, logs: said('ERROR') })
  assert.equal(onlyFinding(noReplicas(failing), failing).actions.length, 1)
})

test('what sleeps since a run of whoever was to wake it failed gets back as many as are noted on it', async () => {
  const asleep = (annotations: Record<string, string>, phase: string) => {
    const kept = object('Deployment', 'ledger', { metadata: { annotations }, spec: { replicas: 0 } })
    const run = pod('dozer-up-77-aaaaa', { owner: 'Job/dozer-up-77', status: { phase } })
    return clusterSceneOf({ ...ALERT, objects: [...OBJECTS.slice(0, 3), kept, run] })
  }
  const scene = await asleep({ 'dozer/replicas': '2' }, 'Failed')
  const found = onlyFinding(noReplicas(scene), scene)
  assert.match(found.statement, /kept how many it had \(dozer\/replicas: 2\), and failed since \(dozer-up-77-aaaaa\)/)
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
    toReplicas(1),
  )
  assert.equal(found.confidence, 0.6)
  assert.deepEqual(noReplicas(await asleep({ 'dozer/replicas': '2' }, 'Running')), [], 'nobody failed')
  assert.deepEqual(noReplicas(await asleep({ 'dozer/replicas': '0' }, 'Failed')), [], 'it had none')
  const retired = { 'dozer/replicas': '2', note: 'switched off for good' }
  assert.deepEqual(noReplicas(await asleep(retired, 'Failed')), [], 'somebody wants it so')
})
