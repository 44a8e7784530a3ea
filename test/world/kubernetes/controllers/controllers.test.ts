import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AskedCluster, askCluster } from '../ask-cluster.ts'
import type { Json } from '../kube-object.ts'
import { barePod, sampleNode, sampleWorkload } from '../sample-workload.ts'

const PODS = '/api/v1/namespaces/default/pods'
const SHOP = '/apis/apps/v1/namespaces/default/deployments/shop'
const SETS = '/apis/apps/v1/namespaces/default/replicasets'

const CRASHING = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'False' }],
  startTime: '2026-01-01T00:00:00Z',
  containerStatuses: [
    {
      name: 'app',
      ready: false,
      restartCount: 12,
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: 'back-off 5m0s restarting failed container=app pod=shop-1-1_default',
        },
      },
      lastState: { terminated: { exitCode: 1, reason: 'Error' } },
    },
  ],
}

test('a pod of a ReplicaSet is replaced: first pending, then running, then ready, and the old one is gone', async (t) => {
  const cluster = await askCluster(t, {
    objects: [sampleNode('node-1'), ...sampleWorkload({ name: 'shop' })],
    pace: 'by hand',
  })
  const deleted = await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
  assert.equal(deleted.status, 200)
  assert.ok(deleted.body.metadata.deletionTimestamp)
  assert.deepEqual(await podNames(cluster), ['shop-1-1', 'shop-1-2'])
  const seen: string[] = []
  do {
    const replacement = (await pods(cluster)).find(({ metadata }) => !/^shop-1-\d$/.test(metadata.name))
    seen.push(replacement ? `${replacement.status.phase} ${readiness(replacement)}` : 'none')
  } while (cluster.step())
  assert.deepEqual([...new Set(seen)], ['none', 'Pending undefined', 'Running False', 'Running True'])
  const names = await podNames(cluster)
  assert.equal(names.length, 2)
  assert.ok(!names.includes('shop-1-1'))
})

test('a poll sees the cluster move where rounds come with requests', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop', replicas: 1 }), pace: 'by request' })
  await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
  const ready: boolean[] = []
  for (let poll = 0; poll < 6; poll += 1)
    ready.push((await pods(cluster)).some((pod) => readiness(pod) === 'True' && pod.metadata.name !== 'shop-1-1'))
  assert.equal(ready[0], false)
  assert.equal(ready.at(-1), true)
})

test('a template that crashes crashes again after a restart, under the new name and with the same log', async (t) => {
  const cluster = await askCluster(t, {
    objects: sampleWorkload({ name: 'shop', replicas: 1, podStatus: CRASHING }),
    podLogs: [{ namespace: 'default', pod: 'shop-1-1', container: 'app', lines: ['DB_DSN is not set'] }],
  })
  await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
  const [replacement] = await pods(cluster)
  const [container] = replacement.status.containerStatuses
  assert.notEqual(replacement.metadata.name, 'shop-1-1')
  assert.equal(container.state.waiting.reason, 'CrashLoopBackOff')
  assert.match(container.state.waiting.message, new RegExp(replacement.metadata.name))
  assert.equal(container.restartCount, 1)
  assert.equal((await cluster.get(`${PODS}/${replacement.metadata.name}/log`)).body, 'DB_DSN is not set\n')
})

test('a pod that stopped answering is helped by a restart, unless the test foretells otherwise', async (t) => {
  const silent = {
    ...CRASHING,
    containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state: { running: {} }, lastState: {} }],
  }
  for (const [foretell, expected] of [
    [undefined, 'True'],
    [() => 'unready' as const, 'False'],
  ] as const) {
    const objects = sampleWorkload({ name: 'shop', replicas: 1, podStatus: silent })
    const cluster = await askCluster(t, { objects, ...(foretell && { foretell }) })
    await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
    assert.equal(readiness((await pods(cluster))[0]), expected)
  }
})

test('a pod on a lost node stays Terminating although it has a replacement', async (t) => {
  const nodes = [sampleNode('node-1', { isLost: true }), sampleNode('node-2')]
  const cluster = await askCluster(t, { objects: [...nodes, ...sampleWorkload({ name: 'shop', replicas: 1 })] })
  await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
  cluster.settle()
  const [lost, replacement] = await pods(cluster)
  assert.equal(lost.metadata.name, 'shop-1-1')
  assert.ok(lost.metadata.deletionTimestamp)
  assert.equal(lost.status.phase, 'Running')
  assert.equal(replacement.spec.nodeName, 'node-2')
})

test('a bare pod is gone, and an evicted one at once', async (t) => {
  const evicted = barePod({ name: 'evicted', status: { phase: 'Failed', reason: 'Evicted' } })
  const cluster = await askCluster(t, { objects: [barePod({ name: 'lonely' }), evicted], pace: 'by hand' })
  await cluster.send('DELETE', `${PODS}/evicted`, undefined)
  assert.deepEqual(await podNames(cluster), ['lonely'])
  await cluster.send('DELETE', `${PODS}/lonely`, undefined)
  cluster.settle()
  assert.deepEqual(await podNames(cluster), [])
})

test('scaling makes and ends pods, and at zero the counts are absent', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 5 } })
  assert.equal((await podNames(cluster)).length, 5)
  assert.equal((await cluster.get(SHOP)).body.status.readyReplicas, 5)
  await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 0 } })
  const { status, metadata } = (await cluster.get(SHOP)).body
  assert.deepEqual(await podNames(cluster), [])
  assert.equal(metadata.generation, 3)
  assert.equal(status.observedGeneration, 3)
  for (const count of ['replicas', 'readyReplicas', 'availableReplicas', 'updatedReplicas'])
    assert.ok(!(count in status), count)
  assert.deepEqual((await cluster.get(`${SHOP}/scale`)).body.spec, {})
})

test('a new template is a new ReplicaSet with the next revision', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop', replicas: 3 }) })
  await rollTo(cluster, 'registry.example/shop:2.0.0')
  assert.deepEqual(await revisions(cluster), { '1': 0, '2': 3 })
  const images = (await pods(cluster)).map(({ spec }) => spec.containers[0].image)
  assert.deepEqual(images, Array(3).fill('registry.example/shop:2.0.0'))
  const { status, metadata } = (await cluster.get(SHOP)).body
  assert.equal(metadata.annotations['deployment.kubernetes.io/revision'], '2')
  assert.equal(status.updatedReplicas, 3)
  assert.equal(status.conditions.find(({ type }: Json) => type === 'Progressing').reason, 'NewReplicaSetAvailable')
})

test('going back to an old template reuses its ReplicaSet as revision N+1, and the old number is gone', async (t) => {
  const images = ['registry.example/shop:1.0.0', 'registry.example/shop:2.0.0']
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop', replicas: 3, images }) })
  await rollTo(cluster, 'registry.example/shop:1.0.0')
  assert.deepEqual(await revisions(cluster), { '2': 0, '3': 3 })
  const sets = (await cluster.get(SETS)).body.items
  assert.equal(sets.length, 2)
  const reused = sets.find(({ metadata }: Json) => metadata.name === 'shop-1')
  assert.equal(reused.metadata.annotations['deployment.kubernetes.io/revision'], '3')
})

test('a rollout whose pods never become ready stalls and keeps the old ones', async (t) => {
  const objects = sampleWorkload({ name: 'shop', replicas: 3 })
  const cluster = await askCluster(t, { objects, foretell: () => 'unready' })
  await rollTo(cluster, 'registry.example/shop:2.0.0')
  const { status } = (await cluster.get(SHOP)).body
  const { replicas, updatedReplicas, readyReplicas, unavailableReplicas } = status
  assert.deepEqual(
    { replicas, updatedReplicas, readyReplicas, unavailableReplicas },
    { replicas: 4, updatedReplicas: 1, readyReplicas: 3, unavailableReplicas: 1 },
  )
})

test('an autoscaler undoes a count beyond its bounds, and leaves zero alone', async (t) => {
  const scaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'shop', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' },
      minReplicas: 2,
      maxReplicas: 8,
    },
  }
  const cluster = await askCluster(t, { objects: [...sampleWorkload({ name: 'shop' }), scaler] })
  const scaled = await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 10 } })
  assert.equal(scaled.body.spec.replicas, 10)
  assert.equal((await cluster.get(`${SHOP}/scale`)).body.spec.replicas, 8)
  assert.equal((await podNames(cluster)).length, 8)
  await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 0 } })
  assert.equal((await podNames(cluster)).length, 0)
})

test('a pod that no node takes stays pending, with an event that has only an eventTime', async (t) => {
  const cordoned = { ...sampleNode('node-1'), spec: { unschedulable: true } }
  const cluster = await askCluster(t, { objects: [cordoned, ...sampleWorkload({ name: 'shop', replicas: 1 })] })
  await cluster.send('DELETE', `${PODS}/shop-1-1`, undefined)
  const [pending] = await pods(cluster)
  assert.equal(pending.status.phase, 'Pending')
  const events = await cluster.get('/api/v1/namespaces/default/events?fieldSelector=reason%3DFailedScheduling')
  const [event] = events.body.items
  assert.deepEqual([event.lastTimestamp, event.count], [null, undefined])
  assert.ok(event.eventTime)
})

test('a StatefulSet gives the new pod the old name, once the old one is gone', async (t) => {
  const [deployment, set, pod] = sampleWorkload({ name: 'ledger', replicas: 1 })
  const owner = { ...deployment, kind: 'StatefulSet', metadata: { ...deployment?.metadata, name: 'ledger' } } as Json
  const reference = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    name: 'ledger',
    uid: owner.metadata.uid,
    controller: true,
  }
  const member = { ...pod, metadata: { ...pod?.metadata, name: 'ledger-0', ownerReferences: [reference] } } as Json
  assert.ok(set)
  const cluster = await askCluster(t, { objects: [owner, member] })
  const before = (await cluster.get(`${PODS}/ledger-0`)).body.metadata.uid
  await cluster.send('DELETE', `${PODS}/ledger-0`, undefined)
  const after = (await cluster.get(`${PODS}/ledger-0`)).body
  assert.notEqual(after.metadata.uid, before)
  assert.equal(readiness(after), 'True')
})

test('the addresses behind a Service follow the pods', async (t) => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'shop' },
    spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] },
  }
  const endpoints = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'shop' } }
  const cluster = await askCluster(t, { objects: [...sampleWorkload({ name: 'shop' }), service, endpoints] })
  await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 3 } })
  const { subsets } = (await cluster.get('/api/v1/namespaces/default/endpoints/shop')).body
  assert.equal(subsets[0].addresses.length, 3)
})

test('what nobody touched stays as it was loaded', async (t) => {
  const objects = sampleWorkload({ name: 'shop', replicas: 3 }).filter(({ kind }) => kind !== 'Pod')
  const cluster = await askCluster(t, { objects })
  cluster.settle()
  assert.deepEqual(await podNames(cluster), [])
})

async function rollTo(cluster: AskedCluster, image: string): Promise<void> {
  const answer = await cluster.send('PATCH', SHOP, {
    spec: { template: { spec: { containers: [{ name: 'app', image }] } } },
  })
  assert.equal(answer.status, 200)
}

async function revisions(cluster: AskedCluster): Promise<Record<string, number>> {
  const sets: Json[] = (await cluster.get(SETS)).body.items
  const revision = ({ metadata }: Json) => metadata.annotations['deployment.kubernetes.io/revision']
  return Object.fromEntries(sets.map((set) => [revision(set), set.spec.replicas]))
}

async function pods(cluster: AskedCluster): Promise<Json[]> {
  return (await cluster.get(PODS)).body.items
}

async function podNames(cluster: AskedCluster): Promise<string[]> {
  return (await pods(cluster)).map(({ metadata }) => metadata.name)
}

function readiness({ status }: Json): string | undefined {
  return status.conditions?.find(({ type }: Json) => type === 'Ready')?.status
}
