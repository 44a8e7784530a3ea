import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, event, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { failingNode } from './failing-node.ts'

const NODES = ['worker-1', 'worker-2', 'worker-3']

function spread(name: string) {
  return [
    ...deployment(name, { replicas: 3 }),
    ...NODES.map((place, at) => pod(`${name}-1-aaaa${at}`, { owner: `ReplicaSet/${name}-1`, node: place })),
  ]
}

function stream(name: string, words: readonly string[]) {
  const lines = [18, 12, 6, 1].map((age, at) => [age, words[at % words.length] ?? ''] as const)
  return { labels: { namespace: 'shop', pod: name }, lines }
}

const TIMEOUT = 'ERROR dial tcp 10.96.4.4:6379: i/o timeout'
const ELSEWHERE = 'ERROR Put "https://store.example/x": dial tcp 52.1.1.1:443: i/o timeout'
const OBJECTS = [...NODES.map((name) => node(name)), ...spread('web'), ...spread('worker')]
const OF_TWO = [stream('web-1-aaaa2', [TIMEOUT, ELSEWHERE]), stream('worker-1-aaaa2', [ELSEWHERE])]
const ALERT = { labels: { service: 'web', deployment: 'web' } }

function warning(given: { reason: string; message: string; about?: string; age?: number; first?: number }) {
  return event({ about: 'Node/worker-3', age: 1, first: 20, count: 40, ...given })
}

const CORDON = [['cordon_node', { node: 'worker-3' }]]

test('where all that fails stands on one node that warns now, the node is the matter, whatever it warns of', async () => {
  for (const given of [
    { reason: 'ConntrackFull', message: 'nf_conntrack: table full, dropping packet' },
    { reason: 'TaskHung', message: 'task kworker blocked for more than 120 seconds' },
    { reason: 'NetworkUnavailable', message: 'calico-node is not ready: BIRD is not ready' },
  ]) {
    const scene = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, warning(given)], streams: OF_TWO })
    const found = onlyFinding(failingNode(scene), scene)
    assert.match(found.statement, /Only pods on node worker-3 fail: .*web-1-aaaa2.*worker-1-aaaa2 \(2 workloads\)/)
    assert.ok(found.statement.includes(given.message))
    assert.deepEqual(
      found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
      CORDON,
    )
  }
})

test('a table that is full there and nowhere else proves it without a warning', async () => {
  const series = NODES.flatMap((name, at) => [
    { name: 'node_filefd_allocated', labels: { node: name }, values: steady(at === 2 ? 99_500 : 9_000, 70) },
    { name: 'node_filefd_maximum', labels: { node: name }, values: steady(100_000, 70) },
  ])
  const scene = await signalSceneOf({ ...ALERT, objects: OBJECTS, streams: OF_TWO, series })
  const found = onlyFinding(failingNode(scene), scene)
  assert.match(
    found.statement,
    /Its limit of open files is 100 % used there \(node_filefd_allocated\), on its peers at most 9 %/,
  )
  assert.deepEqual(
    found.actions.map(({ plugin }) => plugin),
    ['cordon_node'],
  )
})

test('without any proof of the node two workloads are told and one is not; nothing is closed', async () => {
  const two = await signalSceneOf({ ...ALERT, objects: OBJECTS, streams: OF_TWO })
  assert.deepEqual(onlyFinding(failingNode(two), two).actions, [])
  const one = await signalSceneOf({ ...ALERT, objects: OBJECTS, streams: [stream('web-1-aaaa2', [TIMEOUT])] })
  assert.deepEqual(failingNode(one), [])
})

test('what fails on several nodes, a warning that is old or everywhere, and a lost node are other matters', async () => {
  const full = { reason: 'ConntrackFull', message: 'nf_conntrack: table full, dropping packet' }
  const everywhere = await signalSceneOf({
    ...ALERT,
    objects: [...OBJECTS, warning(full)],
    streams: [...OF_TWO, stream('web-1-aaaa0', [TIMEOUT])],
  })
  assert.deepEqual(failingNode(everywhere), [])
  for (const more of [
    [warning({ ...full, age: 300, first: 400 })],
    [warning(full), warning({ ...full, about: 'Node/worker-1' })],
    [warning({ reason: 'DNSConfigForming', message: 'Nameserver limits were exceeded' })],
  ]) {
    const scene = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, ...more], streams: OF_TWO.slice(0, 1) })
    assert.deepEqual(failingNode(scene), [])
  }
  const lost = node('worker-3', { conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 20)] })
  const scene = await signalSceneOf({
    ...ALERT,
    objects: [lost, ...OBJECTS.filter((one) => one.metadata.name !== 'worker-3')],
    streams: OF_TWO,
  })
  assert.deepEqual(failingNode(scene), [])
})

test('a pod of another revision, or one that broke its own memory limit, does not accuse the node', async () => {
  const killed = warning({ reason: 'OOMKilling', message: 'Memory cgroup out of memory: Killed process 811 (node)' })
  const own = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, killed], streams: OF_TWO.slice(0, 1) })
  assert.deepEqual(failingNode(own), [])
  const canary = [
    ...NODES.map((name) => node(name)),
    ...deployment('web', { replicas: 3, revisions: [{ replicas: 2 }, { replicas: 1 }] }),
    pod('web-1-aaaa0', { owner: 'ReplicaSet/web-1', node: 'worker-1' }),
    pod('web-1-aaaa1', { owner: 'ReplicaSet/web-1', node: 'worker-2' }),
    pod('web-2-aaaa2', { owner: 'ReplicaSet/web-2', node: 'worker-3' }),
    warning({ reason: 'ConntrackFull', message: 'nf_conntrack: table full, dropping packet' }),
  ]
  const scene = await signalSceneOf({ ...ALERT, objects: canary, streams: [stream('web-2-aaaa2', [TIMEOUT])] })
  assert.deepEqual(failingNode(scene), [])
})

test('one workload that fails for a reason of its own does not accuse the node it stands on', async () => {
  const full = { reason: 'ConntrackFull', message: 'nf_conntrack: table full, dropping packet' }
  const declined = [stream('web-1-aaaa2', ['ERROR payment declined code=INSUFFICIENT_FUNDS'])]
  const own = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, warning(full)], streams: declined })
  assert.deepEqual(onlyFinding(failingNode(own), own).actions, [])
  const timeouts = [stream('web-1-aaaa2', [TIMEOUT])]
  const fitting = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, warning(full)], streams: timeouts })
  assert.equal(onlyFinding(failingNode(fitting), fitting).actions.length, 1)
  for (const reason of ['ImageGCFailed', 'ContainerGCFailed', 'FreeDiskSpaceFailed', 'Rebooted']) {
    const more = warning({ reason, message: 'failed to get imageFs info' })
    const scene = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, more], streams: timeouts })
    assert.deepEqual(failingNode(scene), [])
  }
})
