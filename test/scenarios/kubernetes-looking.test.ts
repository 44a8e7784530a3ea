/** What the diagnostic plugins of the cluster see, over the wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '../world/cluster-hands.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { OLD_TEMPLATE, ofShop, SHOP, shopObjects } from '../world/shop-cluster.ts'

const BAD_POD = { namespace: SHOP, pod_name: 'checkout-2-ccccc' }

function named(list: Json[], name: string): Json {
  const found = list.find((one) => one.name === name)
  assert.ok(found, `${name} is not among ${list.map((one) => one.name).join(', ')}`)
  return found
}

test('a pod that crashes is described with its last end, its owners and the step that brought it', async (t) => {
  const { ask } = await openShop(t)
  const { data } = await ask('describe_pod', BAD_POD)
  const [status] = data.pod.containerStatuses
  assert.deepEqual([status.restartCount, status.state.waiting.reason], [7, 'CrashLoopBackOff'])
  assert.deepEqual([status.lastState.terminated.reason, status.lastState.terminated.exitCode], ['OOMKilled', 137])
  assert.deepEqual(
    data.owner_chain.map(({ kind, name }: Json) => `${kind}/${name}`),
    ['ReplicaSet/checkout-2', 'Deployment/checkout'],
  )
  const { from_revision, to_revision, differences, replicaset_created_at } = data.what_changed
  assert.deepEqual([from_revision, to_revision, replicaset_created_at], [1, 2, '2026-11-15T03:00:00Z'])
  const fields = differences.map(({ field }: Json) => field)
  assert.ok(fields.includes('spec.containers[app].image') && fields.includes('spec.containers[app].env[DB_HOST]'))
  assert.ok(!fields.some((field: string) => field.includes('pod-template-hash')))
  assert.deepEqual(data.differs_from_template, [
    { field: 'spec.containers[app].resources.limits.memory', from: '128Mi', to: '64Mi' },
  ])
})

test('what a pod refers to is told by name, existence and last write, and never by value', async (t) => {
  const { ask, simulator } = await openShop(t)
  const { data } = await ask('describe_pod', BAD_POD)
  const config = named(data.references, 'checkout-config')
  assert.deepEqual(
    [config.exists, config.last_write, config.written_after_pod_start],
    [true, '2026-11-15T04:00:00Z', true],
  )
  assert.deepEqual(named(data.references, 'checkout-token').missing_keys, ['token'])
  assert.equal(named(data.references, 'nowhere').exists, false)
  // What every pod is given is no reference of its own.
  assert.equal(data.references.length, 3)
  assert.ok(!JSON.stringify(data).includes('Y2FuYXJ5'))
  const asked = simulator.recorder.requests.filter(({ path }) => path.includes('/secrets'))
  assert.ok(asked.length > 0 && asked.every(({ accept }) => accept?.includes('as=PartialObjectMetadata')))
})

test('what touches a pod is told: Services, policies, quotas, limits, claims, webhooks, node', async (t) => {
  const { ask } = await openShop(t)
  const { data } = await ask('describe_pod', BAD_POD)
  assert.deepEqual(named(data.services, 'checkout').endpoints, { ready: 1, not_ready: 1 })
  assert.deepEqual(named(data.other_services_without_ready_endpoints, 'typo').selector, { app: 'chekout' })
  assert.deepEqual(
    data.network_policies.map(({ name }: Json) => name),
    ['deny-egress'],
  )
  assert.deepEqual(named(data.quotas, 'cores').used, { 'limits.cpu': '4' })
  assert.deepEqual(named(data.limit_ranges, 'defaults').limits[0].default, { memory: '64Mi' })
  const claim = named(data.claims, 'checkout-data')
  assert.deepEqual([claim.phase, claim.storage_class], ['Pending', { exists: false }])
  assert.deepEqual(
    data.webhooks.map(({ webhook }: Json) => webhook),
    ['shrink.example'],
  )
  assert.equal(data.node.ready, true)
  assert.equal(data.not_seen, undefined)
})

const PARTS = [
  ['Service', 'services'],
  ['Endpoints', 'endpoints'],
  ['NetworkPolicy', 'network policies'],
  ['ResourceQuota', 'quotas'],
  ['LimitRange', 'limit ranges'],
  ['PersistentVolumeClaim', 'claim checkout-data'],
  ['StorageClass', 'storage class fast'],
  ['MutatingWebhookConfiguration', 'MutatingWebhookConfigurations'],
  ['Namespace', 'namespace labels'],
  ['Node', 'node'],
  ['ServiceAccount', 'service account'],
  ['Secret', 'Secret checkout-token'],
  ['ConfigMap', 'ConfigMap checkout-config'],
  ['ReplicaSet', 'owner ReplicaSet/checkout-2'],
  ['HorizontalPodAutoscaler', 'autoscalers'],
] as const

test('a part that may not be read is named as not seen, and costs only itself', async (t) => {
  const { ask, simulator } = await openShop(t)
  for (const [kind, part] of PARTS) {
    simulator.access.denials = [{ kinds: [kind] }]
    const { success, data } = await ask('describe_pod', BAD_POD)
    assert.ok(success, kind)
    assert.equal(data.pod.name, 'checkout-2-ccccc')
    const found = data.not_seen?.find((one: Json) => one.part === part)
    assert.match(found?.why ?? '', /is forbidden: User "system:serviceaccount:firebreak:firebreak"/, kind)
  }
  simulator.access.denials = [{ kinds: ['Secret'] }]
  const { data } = await ask('describe_pod', BAD_POD)
  assert.equal(named(data.references, 'checkout-token').exists, 'not seen')
  simulator.access.denials = [{ kinds: ['Pod'] }]
  const { success, error } = await ask('describe_pod', BAD_POD)
  assert.equal(success, false)
  assert.match(error ?? '', /^pods "checkout-2-ccccc" is forbidden/)
})

test('a pod that is not there is said so, with the names that are near', async (t) => {
  const { ask } = await openShop(t)
  const { success, error, data } = await ask('describe_pod', { namespace: SHOP, pod_name: 'checkout-2-zzzzz' })
  assert.equal(success, false)
  assert.match(error ?? '', /no pod checkout-2-zzzzz in namespace shop/)
  assert.ok(data.near_names.includes('shop/checkout-2-ccccc'))
  const elsewhere = await ask('describe_pod', { namespace: 'default', pod_name: 'lonely' })
  assert.deepEqual(elsewhere.data.near_names, ['shop/lonely'])
})

test('a namespace is listed with those in trouble first, its workloads and its nodes', async (t) => {
  const { ask } = await openShop(t)
  const { data } = await ask('list_pods', { namespace: SHOP })
  const names = data.pods.map(({ name }: Json) => name)
  assert.ok(names.indexOf('checkout-2-ccccc') < names.indexOf('checkout-1-aaaaa'))
  const lost = named(data.pods, 'checkout-1-bbbbb')
  assert.deepEqual([lost.ready, lost.containers_ready, lost.phase], [false, '1/1', 'Running'])
  const deployment = named(data.deployments, 'checkout')
  assert.deepEqual([deployment.readyReplicas, deployment.updatedReplicas, deployment.unavailableReplicas], [2, 1, 1])
  assert.equal(deployment.conditions[0].reason, 'ProgressDeadlineExceeded')
  assert.deepEqual(
    deployment.replicaSets.map(({ revision, replicas }: Json) => [revision, replicas]),
    [
      [2, 1],
      [1, 2],
    ],
  )
  const [node] = data.nodes
  assert.deepEqual([node.name, node.ready, node.taints[0].key], ['node-b', false, 'node.kubernetes.io/unreachable'])
  const healthy = named(data.nodes, 'node-a')
  assert.deepEqual([healthy.allocatable.cpu, healthy.requested.cpu, healthy.requested.pods], ['4', '600m', '3'])
})

test('pods are narrowed by label and by node, and a list that was cut says so', async (t) => {
  const { ask } = await openShop(t)
  const byLabel = await ask('list_pods', { namespace: SHOP, label: 'app=trainer' })
  assert.deepEqual(
    byLabel.data.pods.map(({ name }: Json) => name),
    ['trainer'],
  )
  const byNode = await ask('list_pods', { namespace: '*', node: 'node-b' })
  assert.deepEqual(
    byNode.data.pods.map(({ name }: Json) => name),
    ['checkout-1-bbbbb'],
  )
  const few = await ask('list_pods', { namespace: SHOP, limit: 2 })
  assert.equal(few.data.pods.length, 2)
  assert.match(few.message ?? '', /first 2 of 8 pods/)
})

test('an unknown namespace and a malformed selector are told apart from an empty one', async (t) => {
  const { ask } = await openShop(t)
  const unknown = await ask('list_pods', { namespace: 'nope' })
  assert.deepEqual([unknown.success, unknown.data.pods], [true, []])
  assert.match(unknown.message ?? '', /if it exists at all/)
  const malformed = await ask('list_pods', { namespace: SHOP, label: 'a in (' })
  assert.equal(malformed.success, false)
  assert.match(malformed.error ?? '', /unable to parse requirement/)
})

test('a deployment at zero has no counts, and is shown with zeros', async (t) => {
  const idle = ofShop('apps/v1', 'Deployment', 'idle', {
    spec: { replicas: 0, selector: { matchLabels: { app: 'idle' } }, template: OLD_TEMPLATE },
    status: {},
  })
  const { ask } = await openShop(t, { objects: [idle] })
  const { data } = await ask('list_pods', { namespace: SHOP })
  const { replicas, readyReplicas, updatedReplicas } = named(data.deployments, 'idle')
  assert.deepEqual([replicas, readyReplicas, updatedReplicas], [0, 0, 0])
})

test('who may not see nodes still sees pods', async (t) => {
  const { ask } = await openShop(t, { denials: [{ kinds: ['Node'] }] })
  const { success, data } = await ask('list_pods', { namespace: SHOP })
  assert.ok(success && data.pods.length > 0)
  assert.deepEqual([data.nodes, data.not_seen[0].part], [undefined, 'nodes'])
})

test('events stand in the order in which things happened, the scheduler’s in its place', async (t) => {
  const { ask } = await openShop(t)
  const { data } = await ask('get_events', { namespace: SHOP })
  assert.deepEqual(
    data.events.map(({ reason }: Json) => reason),
    ['ScalingReplicaSet', 'ProvisioningFailed', 'NodeNotReady', 'BackOff', 'FailedCreate', 'FailedScheduling'],
  )
  assert.equal(data.events.at(-1).time, '2026-11-15T03:30:00.790470Z')
  assert.deepEqual([data.events[4].time, data.events[4].count], ['2026-11-15T03:25:00.000000Z', 4])
})

test('the events of a pod are also those of its owners, its claims and its node', async (t) => {
  const { ask } = await openShop(t)
  const ofPod = await ask('get_events', BAD_POD)
  assert.deepEqual(
    ofPod.data.events.map(({ object }: Json) => object),
    ['Deployment/checkout', 'PersistentVolumeClaim/checkout-data', 'Pod/checkout-2-ccccc', 'ReplicaSet/checkout-2'],
  )
  const onLostNode = await ask('get_events', { namespace: SHOP, pod_name: 'checkout-1-bbbbb' })
  assert.ok(onLostNode.data.events.some(({ object }: Json) => object === 'Node/node-b'))
  const ofDeployment = await ask('get_events', { namespace: SHOP, deployment: 'checkout' })
  const objects = new Set(ofDeployment.data.events.map(({ object }: Json) => object))
  for (const object of ['Pod/checkout-2-ccccc', 'ReplicaSet/checkout-2', 'Node/node-b'])
    assert.ok(objects.has(object), object)
  const ofNode = await ask('get_events', { node: 'node-b' })
  assert.deepEqual(
    ofNode.data.events.map(({ reason }: Json) => reason),
    ['NodeNotReady'],
  )
})

test('a pod that is gone is still spoken of, and silence is said to be silence', async (t) => {
  const gone = ofShop('v1', 'Event', 'e', {
    involvedObject: { kind: 'Pod', name: 'gone', namespace: SHOP },
    reason: 'Killing',
    lastTimestamp: '2026-11-15T03:00:00Z',
  })
  const { ask } = await openShop(t, { objects: [gone] })
  const heard = await ask('get_events', { namespace: SHOP, pod_name: 'gone' })
  assert.equal(heard.data.events[0].reason, 'Killing')
  const silent = await ask('get_events', { namespace: SHOP, pod_name: 'never-was' })
  assert.deepEqual([silent.success, silent.data.events], [true, []])
  assert.match(silent.message ?? '', /No events about pod never-was/)
})

test('more events than can be held are narrowed to warnings, and that is told', async (t) => {
  const events = Array.from({ length: 10_001 }, (_, at) =>
    ofShop('v1', 'Event', `e${at}`, {
      involvedObject: { kind: 'Pod', name: 'trainer', namespace: SHOP },
      reason: at === 5_000 ? 'FailedScheduling' : 'Pulled',
      type: at === 5_000 ? 'Warning' : 'Normal',
      message: 'said',
      lastTimestamp: '2026-11-15T03:20:00Z',
    }),
  )
  const { ask } = await openShop(t, { objects: events })
  const { success, data, error } = await ask('get_events', { namespace: SHOP })
  assert.ok(success, error)
  assert.deepEqual(
    data.events.map(({ reason }: Json) => reason),
    ['FailedScheduling'],
  )
  assert.match(data.not_seen[0].part, /there are too many, so only warnings were read/)
})

test('of more warnings than can be held the newest are kept, wherever the server has them', async (t) => {
  const told = (name: string, minute: number, reason: string) =>
    ofShop('v1', 'Event', name, {
      involvedObject: { kind: 'Pod', name: 'trainer', namespace: SHOP },
      ...{ reason, type: 'Warning', message: 'said' },
      lastTimestamp: new Date(Date.UTC(2026, 10, 15, 3, minute)).toISOString(),
    })
  const crowd = Array.from({ length: 10_001 }, (_, at) => told(`m${at}`, 20, 'BackOff'))
  const { ask } = await openShop(t, { objects: [told('a', 30, 'FailedMount'), ...crowd, told('z', 31, 'OOMKilling')] })
  const { success, data, error } = await ask('get_events', { namespace: SHOP, limit: 3 })
  assert.ok(success, error)
  assert.deepEqual(
    data.events.map(({ reason }: Json) => reason),
    ['BackOff', 'FailedMount', 'OOMKilling'],
  )
  assert.match(JSON.stringify(data.not_seen), /only warnings were read.*the newest were kept/)
})

const LOG = { namespace: SHOP, pod: 'checkout-1-aaaaa', container: 'app' }

test('a log is read from its end, and the one before a restart apart', async (t) => {
  const podLogs = [
    { ...LOG, lines: ['one', 'two', 'three'] },
    { ...LOG, pod: 'checkout-2-ccccc', previous: true, lines: ['allocation failed'] },
  ]
  const { ask, simulator } = await openShop(t, { podLogs })
  const last = await ask('get_pod_logs', { namespace: SHOP, pod_name: LOG.pod, tail_lines: 2 })
  assert.deepEqual(last.data.lines, ['two', 'three'])
  const before = await ask('get_pod_logs', { ...BAD_POD, previous: true })
  assert.deepEqual(before.data.lines, ['allocation failed'])
  const asked = simulator.recorder.requests.filter(({ path }) => path.includes('/log?'))
  assert.ok(asked.every(({ path }) => /tailLines=\d+&limitBytes=\d+/.test(path)))
})

test('a log that is not there is no data and no failure', async (t) => {
  const { ask } = await openShop(t)
  for (const [parameters, words] of [
    [{ pod_name: 'trainer' }, /never ran/],
    [{ pod_name: LOG.pod, previous: true }, /previous terminated container "app"/],
  ] as const) {
    const { success, data, message } = await ask('get_pod_logs', { namespace: SHOP, ...parameters })
    assert.deepEqual([success, data.lines], [true, []])
    assert.match(message ?? '', words)
  }
})

test('a log that cannot be had fails in the server’s words', async (t) => {
  const several = ofShop('v1', 'Pod', 'chatty', {
    spec: { nodeName: 'node-a', containers: [{ name: 'app' }, { name: 'sidecar' }] },
    status: { phase: 'Running' },
  })
  const { ask } = await openShop(t, { objects: [...shopObjects(), several] })
  for (const [parameters, words] of [
    [{ pod_name: 'chatty' }, /choose one of: \[app sidecar\]/],
    [{ pod_name: LOG.pod, container: 'nope' }, /container nope is not valid/],
    [{ pod_name: 'nope' }, /pods "nope" not found/],
    [{ pod_name: 'checkout-1-bbbbb' }, /containerLogs|connection refused|dial tcp/],
  ] as const) {
    const { success, error } = await ask('get_pod_logs', { namespace: SHOP, ...parameters })
    assert.equal(success, false)
    assert.match(error ?? '', words)
  }
})

test('of long lines the newest are kept', async (t) => {
  const lines = Array.from({ length: 400 }, (_, at) => `${at} ${'x'.repeat(2_000)}`)
  const { ask } = await openShop(t, { podLogs: [{ ...LOG, lines }] })
  const { data, message } = await ask('get_pod_logs', { namespace: SHOP, pod_name: LOG.pod, tail_lines: 400 })
  assert.match(data.lines.at(-1), /^399 /)
  assert.equal(data.cut, true)
  assert.match(message ?? '', /only the newest/)
})

const SAMPLE = {
  metadata: { name: 'checkout-1-aaaaa', namespace: SHOP },
  timestamp: '2026-11-15T03:00:00Z',
  window: '15s',
  containers: [{ name: 'app', usage: { cpu: '107400000n', memory: '254280Ki' } }],
}

test('use is shown beside request and limit, and a pod without a sample is none at zero', async (t) => {
  const { ask } = await openShop(t, { podMetrics: [SAMPLE] })
  const { data } = await ask('top_pods', { namespace: SHOP })
  const [container] = named(data.pods, 'checkout-1-aaaaa').containers
  assert.deepEqual(container.cpu, { used: '107m', request: '200m' })
  assert.deepEqual(container.memory, { used: '248Mi', request: '128Mi', limit: '256Mi', of_limit: 0.97 })
  const silent = data.without_sample.map(({ name }: Json) => name)
  assert.ok(silent.includes('trainer') && silent.includes('checkout-1-bbbbb') && !silent.includes('evicted-1'))
  const narrowed = await ask('top_pods', { namespace: SHOP, label: 'app=trainer' })
  assert.deepEqual([narrowed.data.pods, narrowed.data.without_sample.length], [[], 1])
})

test('metrics that are not installed are told apart from metrics that are down', async (t) => {
  const { ask, simulator } = await openShop(t)
  assert.match((await ask('top_pods', { namespace: SHOP })).error ?? '', /is not installed/)
  simulator.metrics.server = 'down'
  assert.match((await ask('top_pods', { namespace: SHOP })).error ?? '', /does not answer/)
})

test('a server that hangs is waited for only so long, by every plugin', async (t) => {
  const { ask, simulator } = await openShop(t, { timeoutMs: 100 })
  // The client is loaded by now, and what is measured is the server.
  await ask('get_events', { node: 'node-a' })
  simulator.faults.add({ does: 'hang', times: 1000 })
  for (const [name, parameters] of Object.entries({
    list_pods: {},
    describe_pod: BAD_POD,
    get_events: {},
    get_pod_logs: BAD_POD,
    top_pods: {},
    'llm.orchestrator_action': { command: 'get pods' },
  })) {
    const { success, error } = await ask(name, parameters)
    assert.equal(success, false)
    assert.match(error ?? '', /did not answer within 0\.1 s/, name)
  }
})

test('whoever stops waiting is let go', async (t) => {
  const { ask, simulator } = await openShop(t)
  simulator.faults.add({ does: 'hang', times: 1000 })
  const stop = new AbortController()
  const asked = ask('list_pods', { namespace: SHOP }, stop.signal)
  stop.abort(new Error('enough'))
  await assert.rejects(asked, /enough/)
})

const NO_NAMES = [
  '-A',
  '--as=root',
  'a/b',
  '../x',
  'a b',
  'a"b',
  'ä',
  'Default',
  '',
  'a'.repeat(300),
  'x\n-n kube-system',
]

test('what is no name is refused before anything is asked', async (t) => {
  const { ask, simulator } = await openShop(t)
  for (const text of NO_NAMES) {
    await assert.rejects(ask('list_pods', { namespace: text }), /namespace/, text)
    await assert.rejects(ask('describe_pod', { pod_name: text }), /pod_name/, text)
    await assert.rejects(ask('get_pod_logs', { pod_name: 'web', container: text }), /container/, text)
    await assert.rejects(ask('get_events', { node: text }), /node/, text)
  }
  assert.equal(simulator.recorder.requests.length, 0)
})
