import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, event, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { evictedPods } from './evicted-pods.ts'

const ALERT = { alertName: 'KubeNodeEviction', labels: { namespace: '', node: 'worker-1' } }

function evicted(name: string, message: string) {
  return pod(name, {
    node: 'worker-1',
    status: { phase: 'Failed', reason: 'Evicted', message, conditions: [], containerStatuses: [] },
  })
}

const FILLED = [
  evicted(
    'build-1',
    'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 2Gi. Container packer was using 43Gi, request is 0, has larger consumption of ephemeral-storage. ',
  ),
  evicted(
    'web-1',
    'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 2Gi. Container app was using 64Ki, request is 0, has larger consumption of ephemeral-storage. ',
  ),
]
const THRESHOLD = event({
  about: 'Node/worker-1',
  reason: 'EvictionThresholdMet',
  message: 'Attempting to reclaim ephemeral-storage',
  age: 25,
})

test('who filled the disk is read out of the records, which are then cleared away', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('worker-1'), ...FILLED, THRESHOLD] })
  const found = onlyFinding(evictedPods(scene), scene)
  assert.match(
    found.statement,
    /2 pods of namespace shop were evicted from node worker-1 because it was low on ephemeral-storage/,
  )
  assert.match(found.statement, /container packer of pod shop\/build-1 used most ephemeral-storage: 43Gi/)
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
    [['delete_evicted_pods', { namespace: 'shop', node: 'worker-1' }]],
  )
  assert.equal(found.confidence, 0.9)
})

test('while the node is still pressed it is closed, and nothing is cleared away', async () => {
  const pressed = node('worker-1', { conditions: [condition('DiskPressure', 'True', 'KubeletHasDiskPressure', 25)] })
  const scene = await clusterSceneOf({ ...ALERT, objects: [pressed, ...FILLED] })
  const found = onlyFinding(evictedPods(scene), scene)
  assert.match(found.statement, /The pressure is not over: DiskPressure is True/)
  assert.deepEqual(
    found.actions.map(({ plugin }) => plugin),
    ['cordon_node'],
  )
})

test('a pod that broke its own limit does not accuse the node', async () => {
  const own = evicted('build-1', 'Pod ephemeral local storage usage exceeds the total limit of containers 2Gi. ')
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('worker-1'), own] })
  assert.match(onlyFinding(evictedPods(scene), scene).statement, /because of their own limit of ephemeral-storage/)
})

test('a pod that failed for reasons of its own was not evicted', async () => {
  const failed = pod('job-1', {
    node: 'worker-1',
    status: { phase: 'Failed', reason: 'DeadlineExceeded', conditions: [] },
  })
  assert.deepEqual(evictedPods(await clusterSceneOf({ ...ALERT, objects: [node('worker-1'), failed] })), [])
})

test('old records are an aside for an alert about something else', async () => {
  const objects = [node('worker-1'), ...FILLED, pod('web-2', { node: 'worker-1' })]
  const scene = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { pod: 'web-2' }, objects })
  assert.equal(onlyFinding(evictedPods(scene), scene).weight, 'context')
})

test('who filled the node is looked for in every namespace, and only the alert’s own records are cleared away', async () => {
  const [filler, victim] = FILLED as [(typeof FILLED)[0], (typeof FILLED)[0]]
  const stranger = { ...filler, metadata: { ...filler.metadata, namespace: 'labs' } }
  const alert = { alertName: 'PodsEvicted', labels: { namespace: 'shop' } }
  const scene = await clusterSceneOf({ ...alert, objects: [node('worker-1'), stranger, victim] })
  const found = onlyFinding(evictedPods(scene), scene)
  assert.match(found.statement, /container packer of pod labs\/build-1 used most ephemeral-storage: 43Gi/)
  assert.deepEqual(
    found.actions.map(({ parameters }) => parameters),
    [{ namespace: 'shop' }],
  )
})

test('a victim that used next to nothing is not called the cause', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [node('worker-1'), ...FILLED.slice(1)] })
  const found = onlyFinding(evictedPods(scene), scene)
  assert.match(
    found.statement,
    /Who filled it is not among the evicted.*container app of pod shop\/web-1, used only 64Ki/,
  )
  assert.match(found.suggestions.join(), /the evicted did not/)
})

const EXPORTER = [
  ...deployment('exporter'),
  pod('exporter-1-aaaaa', {
    owner: 'ReplicaSet/exporter-1',
    node: 'worker-1',
    status: {
      phase: 'Failed',
      reason: 'Evicted',
      message:
        'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 2Gi. Container app was using 60Gi, request is 0, has larger consumption of ephemeral-storage. ',
      conditions: [],
      containerStatuses: [],
    },
  }),
  pod('exporter-1-bbbbb', { owner: 'ReplicaSet/exporter-1', node: 'worker-2', age: 9 }),
].map((one) => ({ ...one, metadata: { ...one.metadata, namespace: 'labs' } }))

test('after who filled the node it is told where its owner runs now, and whether it does the same there', async () => {
  const alert = { alertName: 'PodsEvicted', labels: { namespace: 'shop' } }
  const objects = [node('worker-1'), node('worker-2'), ...FILLED.slice(1), ...EXPORTER]
  const quiet = await clusterSceneOf({ ...alert, objects })
  assert.match(
    onlyFinding(evictedPods(quiet), quiet).statement,
    /But Deployment labs\/exporter, whose pod that was, runs on as pod exporter-1-bbbbb on node worker-2, so the same may happen there/,
  )
  const logs = [
    { namespace: 'labs', pod: 'exporter-1-bbbbb', lines: ['INFO started', 'INFO spilled 214 partitions (7.4 GiB)'] },
  ]
  const writing = await clusterSceneOf({ ...alert, objects, logs })
  const found = onlyFinding(evictedPods(writing), writing)
  assert.match(found.statement, /which says "INFO spilled 214 partitions \(7\.4 GiB\)"/)
  assert.doesNotMatch(found.statement, /what is left are the records/)
  assert.match(found.suggestions.join(), /container app of Deployment labs\/exporter a request and a limit/)
})

const COUNTED = [node('worker-1'), ...FILLED, THRESHOLD]
const NAMING: readonly { alertName: string; labels?: Record<string, string>; text?: string }[] = [
  { alertName: 'KubePodsFailed', labels: { phase: 'Failed' }, text: '2 pods in phase Failed' },
  { alertName: 'PodsInBadState', labels: { reason: 'Evicted' } },
  { alertName: 'TooManyFailedPods' },
  { alertName: 'Backlog', text: '2 pods in namespace shop are in phase Failed' },
]

for (const given of NAMING)
  test(`evicted pods are what ${given.alertName} ${JSON.stringify(given.labels ?? given.text ?? '')} counts`, async () => {
    const scene = await clusterSceneOf({ ...given, objects: COUNTED })
    const found = onlyFinding(evictedPods(scene), scene)
    assert.deepEqual([found.weight, found.actions[0]?.plugin], ['cause', 'delete_evicted_pods'])
  })

test('where other pods failed too, only the count tells whether the evicted are meant', async () => {
  const broken = pod('job-1', { node: 'worker-2', status: { phase: 'Failed', conditions: [], containerStatuses: [] } })
  const weigh = async (text: string) => {
    const scene = await clusterSceneOf({ alertName: 'PodsFailed', text, objects: [...COUNTED, broken] })
    return evictedPods(scene)[0]?.weight
  }
  assert.deepEqual([await weigh('2 pods failed'), await weigh('3 pods failed')], ['cause', 'context'])
})

test('an alert about one evicted pod takes no records of other nodes and owners', async () => {
  const message = 'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 2Gi. '
  const gone = (name: string, owner: string, on: string) =>
    pod(name, {
      owner,
      node: on,
      status: { phase: 'Failed', reason: 'Evicted', message, conditions: [], containerStatuses: [] },
    })
  const objects = [
    node('worker-1'),
    node('worker-2'),
    gone('web-1-aaaaa', 'ReplicaSet/web-1', 'worker-1'),
    gone('job-1-aaaaa', 'ReplicaSet/job-1', 'worker-1'),
    gone('web-1-bbbbb', 'ReplicaSet/web-1', 'worker-2'),
  ]
  const scene = await clusterSceneOf({ alertName: 'KubePodNotReady', labels: { pod: 'web-1-aaaaa' }, objects })
  const wanted = evictedPods(scene).flatMap(({ actions }) => actions.map(({ parameters }) => parameters))
  assert.deepEqual(wanted, [{ namespace: 'shop', node: 'worker-1', owner: 'ReplicaSet/web-1' }])
})

test('an alert about a Deployment takes the records of that Deployment alone, and none where it has none', async () => {
  const message = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 61Mi. '
  const gone = (name: string, on: string, owner?: string) =>
    pod(name, {
      ...(owner !== undefined && { owner }),
      node: on,
      status: { phase: 'Failed', reason: 'Evicted', message, conditions: [], containerStatuses: [] },
    })
  const objects = [
    ...[node('worker-1'), node('worker-2'), ...deployment('web'), ...deployment('cart')],
    ...[pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' }), pod('cart-1-bbbbb', { owner: 'ReplicaSet/cart-1' })],
    ...[
      gone('web-1-aaaaa', 'worker-1', 'ReplicaSet/web-1'),
      gone('thumbs-0', 'worker-1'),
      gone('thumbs-1', 'worker-2'),
    ],
  ]
  const wantedFor = async (name: string) => {
    const scene = await clusterSceneOf({
      alertName: 'KubeDeploymentPodsEvicted',
      labels: { deployment: name },
      objects,
    })
    return evictedPods(scene).flatMap(({ actions }) => actions.map(({ parameters }) => parameters))
  }
  assert.deepEqual(await wantedFor('web'), [{ namespace: 'shop', node: 'worker-1', owner: 'ReplicaSet/web-1' }])
  assert.deepEqual(await wantedFor('cart'), [])
})

test('the alert’s own pods speak for themselves, and a stranger only where it tells who filled the node', async () => {
  const LOW = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 61Mi. '
  const gone = (name: string, message: string, owner?: string) =>
    pod(name, {
      ...(owner !== undefined && { owner }),
      node: 'worker-1',
      status: { phase: 'Failed', reason: 'Evicted', message, conditions: [], containerStatuses: [] },
    })
  const filling = (resource: string) =>
    `The node was low on resource: ${resource}. Container packer was using 43Gi, which exceeds its request of 0. `
  const statementBeside = async (...strangers: string[]) => {
    const objects = [
      ...[node('worker-1'), ...deployment('web'), pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1' })],
      ...strangers.map((message, at) => gone(`build-${at}`, message)),
      gone('web-1-aaaaa', LOW, 'ReplicaSet/web-1'),
    ]
    const labels = { deployment: 'web' }
    const scene = await clusterSceneOf({ alertName: 'KubeDeploymentPodsEvicted', labels, objects })
    return onlyFinding(evictedPods(scene), scene).statement
  }
  const alike = await statementBeside(LOW, filling('ephemeral-storage'))
  assert.match(alike, /^Pod shop\/web-1-aaaaa was evicted from node worker-1 because it was low on memory; 2 pods of /)
  assert.match(alike, /The record of pod shop\/web-1-aaaaa says: "The node was low on resource: memory/)
  assert.doesNotMatch(alike, /build-|packer/)
  assert.match(await statementBeside(LOW, filling('memory')), /packer of pod shop\/build-1 used most memory: 43/)
})

test('an alert about a namespace leaves the records of a node that still evicts', async () => {
  const message = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 61Mi. '
  const status = { phase: 'Failed', reason: 'Evicted', message, conditions: [], containerStatuses: [] }
  const pressed = node('worker-2', {
    conditions: [condition('MemoryPressure', 'True', 'KubeletHasInsufficientMemory', 25)],
  })
  const objects = [
    node('worker-1'),
    pressed,
    pod('a-1', { node: 'worker-1', status }),
    pod('b-1', { node: 'worker-2', status }),
  ]
  const scene = await clusterSceneOf({ alertName: 'KubePodEvicted', objects })
  const wanted = evictedPods(scene).flatMap(({ actions }) => actions)
  assert.deepEqual(
    wanted.filter(({ plugin }) => plugin === 'delete_evicted_pods').map(({ parameters }) => parameters),
    [{ namespace: 'shop', node: 'worker-1' }],
  )
})
