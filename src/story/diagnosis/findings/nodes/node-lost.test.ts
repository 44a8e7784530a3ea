import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  condition,
  deployment,
  event,
  minutesAgo,
  node,
  object,
  pod,
} from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { nodeStates } from './node-states.ts'

const SILENT = condition('Ready', 'Unknown', 'NodeStatusUnknown', 20, 'Kubelet stopped posting node status.')
const TAINTS = [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }]
const LOST = node('worker-1', { conditions: [SILENT], taints: TAINTS })
const NODE_ALERT = { alertName: 'KubeNodeUnreachable', labels: { namespace: '', node: 'worker-1' } }

test('a node that fell silent is closed to new pods, and only that one', async () => {
  const objects = [
    LOST,
    node('worker-2'),
    event({
      about: 'Node/worker-1',
      reason: 'SystemOOM',
      message: 'System OOM encountered, victim process: java',
      age: 21,
    }),
    event({
      about: 'Node/worker-1',
      reason: 'NodeNotReady',
      message: 'Node worker-1 status is now: NodeNotReady',
      age: 20,
      type: 'Normal',
    }),
    pod('web-1-aaaaa', { node: 'worker-1', metadata: { deletionTimestamp: '2026-11-15T11:45:00Z' } }),
  ]
  const scene = await clusterSceneOf({ ...NODE_ALERT, objects })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.match(
    found.statement,
    /Node worker-1 is gone: its Ready condition is Unknown \(NodeStatusUnknown\).*Kubelet stopped posting/,
  )
  assert.match(found.statement, /Before that.*SystemOOM: "System OOM encountered, victim process: java"/)
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
    [['cordon_node', { node: 'worker-1' }]],
  )
  assert.equal(found.weight, 'cause')
})

test('a node that says itself what it lacks is told in its own words', async () => {
  const words = condition('Ready', 'False', 'KubeletNotReady', 8, 'container runtime is down')
  const scene = await clusterSceneOf({ ...NODE_ALERT, objects: [node('worker-1', { conditions: [words] })] })
  assert.match(
    onlyFinding(nodeStates(scene), scene).statement,
    /is not ready .*\(KubeletNotReady\): container runtime is down/,
  )
})

test('one that is closed already needs nothing more', async () => {
  const closed = node('worker-1', { conditions: [SILENT], unschedulable: true })
  const scene = await clusterSceneOf({ ...NODE_ALERT, objects: [closed] })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.match(found.noActionReason ?? '', /takes no new pods already/)
})

test('a lost node is the cause of an alert about pods that are on it, and an aside for others', async () => {
  const unready = { conditions: [condition('Ready', 'False', 'NodeNotReady', 19)] }
  const objects = [
    LOST,
    node('worker-2'),
    ...deployment('web'),
    ...deployment('other'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', status: unready }),
    pod('other-1-aaaaa', { owner: 'ReplicaSet/other-1', node: 'worker-2' }),
  ]
  const own = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  assert.equal(onlyFinding(nodeStates(own), own).weight, 'cause')
  const other = await clusterSceneOf({ labels: { deployment: 'other' }, objects })
  assert.equal(onlyFinding(nodeStates(other), other).weight, 'context')
})

test('a node that is ready is not lost, whatever was', async () => {
  const objects = [
    node('worker-1'),
    event({
      about: 'Node/worker-1',
      reason: 'NodeNotReady',
      message: 'Node worker-1 status is now: NodeNotReady',
      age: 50,
    }),
  ]
  assert.deepEqual(nodeStates(await clusterSceneOf({ ...NODE_ALERT, objects })), [])
})

const GIB = 2 ** 30

function measured(name: string, values: readonly number[], labels: Record<string, string> = {}) {
  return { name, labels: { instance: 'worker-1:9100', ...labels }, values: values.map((value) => value * GIB) }
}

test('what a silent node measured last tells why it fell silent', async () => {
  const series = [
    measured('node_memory_MemAvailable_bytes', [...steady(12, 60), ...steady(0.1, 10)]),
    measured('node_memory_MemTotal_bytes', steady(16, 70)),
    measured('node_filesystem_avail_bytes', steady(40, 70), { mountpoint: '/', device: 'vda1' }),
    measured('node_filesystem_size_bytes', steady(80, 70), { mountpoint: '/', device: 'vda1' }),
  ]
  const scene = await signalSceneOf({ ...NODE_ALERT, objects: [LOST, node('worker-2')], series })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.match(found.statement, /run out of memory: at \S+ UTC only 102 MiB were left of 16 GiB, down from 12 GiB/)
  assert.doesNotMatch(found.statement, /disk space/)
  const well = series.map((one) => ({ ...one, values: steady(30 * GIB, 70) }))
  const other = await signalSceneOf({ ...NODE_ALERT, objects: [LOST], series: well })
  assert.doesNotMatch(onlyFinding(nodeStates(other), other).statement, /run out/)
})

const STUCK = {
  owner: 'StatefulSet/store',
  node: 'worker-1',
  metadata: { deletionTimestamp: minutesAgo(12) },
  status: { conditions: [condition('Ready', 'False', 'NodeNotReady', 19)] },
}

function storeWith(ready: number) {
  return [
    object('StatefulSet', 'store', {
      spec: { replicas: 2, template: { spec: { containers: [{ name: 'app', image: 'store:7' }] } } },
      status: { replicas: 2, readyReplicas: ready },
    }),
    pod('store-0', { owner: 'StatefulSet/store', node: 'worker-2' }),
    pod('store-1', STUCK),
  ]
}

test('an alert that names only its namespace means the pod there that went with its node minutes before', async () => {
  const objects = [LOST, node('worker-2'), ...storeWith(1)]
  const scene = await clusterSceneOf({ alertName: 'StoreHealthyNodes', text: 'A data node is missing', objects })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.equal(found.weight, 'cause')
  assert.match(found.statement, /5 minutes before the alert began/)
  assert.match(found.statement, /Pod shop\/store-1 of StatefulSet store is on it, not ready and unable to end there/)
  assert.deepEqual(
    found.actions.map(({ plugin }) => plugin),
    ['cordon_node'],
  )
  assert.match(found.suggestions.join(' '), /once the machine is certainly off, delete node worker-1/)
})

test('so does the alert of a caller that is well, and the pod of somebody it depends on', async () => {
  const objects = [
    LOST,
    node('worker-2'),
    ...storeWith(1),
    ...deployment('web'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
  ]
  const scene = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { service: 'web' }, objects })
  assert.equal(onlyFinding(nodeStates(scene), scene).weight, 'cause')
})

test('a node lost long before, or whose pods are all replaced, is an aside', async () => {
  const long = node('worker-1', {
    conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 300)],
    taints: TAINTS,
  })
  for (const objects of [
    [long, node('worker-2'), ...storeWith(1)],
    [LOST, node('worker-2'), ...storeWith(2)],
  ]) {
    const scene = await clusterSceneOf({ alertName: 'StoreHealthyNodes', text: 'A data node is missing', objects })
    assert.equal(onlyFinding(nodeStates(scene), scene).weight, 'context')
  }
})

const UNTIED: [what: string, alert: { alertName: string; labels: Record<string, string> }][] = [
  ['a pod that is well', { alertName: 'HighErrorRate', labels: { pod: 'web-1-aaaaa' } }],
  ['a pod that does not exist', { alertName: 'KubePodCrashLooping', labels: { pod: 'nobody-1-aaaaa' } }],
  ['a Deployment that should run nothing', { alertName: 'HighErrorRate', labels: { deployment: 'idle' } }],
]

for (const [what, alert] of UNTIED)
  test(`a lost node beside ${what} is told without a step and not blamed`, async () => {
    const waiting = pod('trainer-1-aaaaa', {
      owner: 'ReplicaSet/trainer-1',
      status: {
        phase: 'Pending',
        containerStatuses: [],
        conditions: [
          {
            ...condition('PodScheduled', 'False', 'Unschedulable', 10),
            message: '0/2 nodes are available: 2 node(s) had untolerated taint {node.kubernetes.io/unreachable: }.',
          },
        ],
      },
    })
    const objects = [
      LOST,
      node('worker-2'),
      ...storeWith(1),
      ...deployment('web'),
      ...deployment('idle', { replicas: 0 }),
      ...deployment('trainer'),
      waiting,
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-2' }),
    ]
    const scene = await clusterSceneOf({ ...alert, objects })
    const found = onlyFinding(nodeStates(scene), scene)
    assert.deepEqual([found.weight, found.actions], ['context', []])
    assert.ok(found.confidence <= 0.4)
    assert.match(found.statement, /^Seen beside the alert, and not known to be its cause/)
  })

test('a pod on a lost node is no reason to close what the control plane has closed', async () => {
  const unready = { conditions: [condition('Ready', 'False', 'NodeNotReady', 19)] }
  const objects = [
    LOST,
    node('worker-2'),
    ...deployment('web'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', status: unready }),
  ]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.deepEqual([found.weight, found.actions], ['cause', []])
  assert.match(found.noActionReason ?? '', /closed to new pods already \(taint node\.kubernetes\.io\/unreachable\)/)
})
