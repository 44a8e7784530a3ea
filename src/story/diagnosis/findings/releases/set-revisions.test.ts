/** Rollouts of StatefulSets and DaemonSets, told with what their newest revision changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, minutesAgo, object, PLACE, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { rank } from '../../rank.ts'
import type { Scene } from '../../scene.ts'
import { CLUSTER_ANALYZERS, CONTAINER_ANALYZERS } from '../analyzers.ts'
import { badRevision, setHeldBack, setLeftBehind } from './failing-revision.ts'

const LABELS = { app: 'store' }

type Set = { kind?: 'StatefulSet' | 'DaemonSet'; spec?: object; status?: object }

function setOf({ kind = 'StatefulSet', spec, status }: Set = {}, image = 'store:2') {
  return object(kind, 'store', {
    spec: {
      replicas: 3,
      selector: { matchLabels: LABELS },
      template: templateOf(image),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status: {
      ...(kind === 'StatefulSet' && { replicas: 3, readyReplicas: 2, updatedReplicas: 1 }),
      ...(kind === 'DaemonSet' && { desiredNumberScheduled: 3, numberReady: 2, updatedNumberScheduled: 1 }),
      ...status,
    },
  })
}

function templateOf(image: string) {
  return { metadata: { labels: LABELS }, spec: { containers: [{ name: 'app', image }] } }
}

function revision(hash: string, number: number, image: string, age: number, kind = 'StatefulSet') {
  return object('ControllerRevision', `store-${hash}`, {
    metadata: {
      labels: LABELS,
      creationTimestamp: minutesAgo(age),
      ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'store', uid: `${kind}-store`, controller: true }],
    },
    revision: number,
    data: { spec: { template: { $patch: 'replace', ...templateOf(image) } } },
  })
}

const CRASHES = {
  conditions: [condition('Ready', 'False', 'ContainersNotReady', 20)],
  containerStatuses: [
    {
      name: 'app',
      ready: false,
      restartCount: 6,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: {
        terminated: { reason: 'Error', exitCode: 1, startedAt: minutesAgo(2), finishedAt: minutesAgo(2) },
      },
    },
  ],
}

function member(
  name: string,
  hash: string,
  image: string,
  given: { age?: number; status?: object; kind?: string } = {},
) {
  const { kind = 'StatefulSet', age = 300, status } = given
  return pod(name, {
    owner: `${kind}/store`,
    node: `worker-${name}`,
    age,
    labels: { ...LABELS, 'controller-revision-hash': kind === 'DaemonSet' ? hash : `store-${hash}` },
    spec: { containers: [{ name: 'app', image }] },
    ...(status && { status: status as Record<string, unknown> }),
  })
}

const UPDATING = { updateRevision: 'store-new', currentRevision: 'store-old' }
const PODS = [
  member('store-0', 'old', 'store:1'),
  member('store-1', 'old', 'store:1'),
  member('store-2', 'new', 'store:2', { age: 20, status: CRASHES }),
]

function first(scene: Scene) {
  const findings = [...CONTAINER_ANALYZERS, ...CLUSTER_ANALYZERS].flatMap((analyze) => analyze(scene))
  return rank(findings, scene.subject)[0]
}

test('a StatefulSet whose newest revision fails is told with what it changed, and how a person returns it', async () => {
  const revisions = [revision('old', 6, 'store:1', 900), revision('new', 7, 'store:2', 22)]
  const objects = [setOf({ status: UPDATING }), ...revisions, ...PODS]
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects })
  const { statement, actions, noActionReason = '' } = onlyFinding(badRevision(scene), scene)
  assert.match(statement, /rollout of StatefulSet store is stuck: every pod of revision 7 \(image store:2\)/)
  assert.match(statement, /image went from store:1 to store:2/)
  assert.deepEqual(actions, [])
  assert.match(noActionReason, /kubectl rollout undo statefulset\/store -n shop --to-revision=6/)
  assert.match(noActionReason, /deleting store-2 afterwards/)
  assert.equal(first(scene)?.kind, 'bad_revision')
})

test('where nobody may read revisions, a pod of each shows what the newest changed', async () => {
  const objects = [setOf({ status: UPDATING }), ...PODS]
  const scene = await clusterSceneOf({
    labels: { statefulset: 'store' },
    objects,
    forbidden: ['ControllerRevision'],
  })
  const { statement, noActionReason = '' } = onlyFinding(badRevision(scene), scene)
  assert.match(statement, /image went from store:1 to store:2/)
  assert.doesNotMatch(noActionReason, /to-revision|undefined/)
})

test('a DaemonSet that fails on the first node of its rollout is told the same way, and no pod is to be deleted', async () => {
  const kind = 'DaemonSet' as const
  const objects = [
    setOf({ kind, spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } } }),
    revision('aaa', 3, 'store:1', 900, kind),
    revision('bbb', 4, 'store:2', 22, kind),
    member('store-xaaaa', 'aaa', 'store:1', { kind }),
    member('store-xbbbb', 'aaa', 'store:1', { kind }),
    member('store-xcccc', 'bbb', 'store:2', { kind, age: 20, status: CRASHES }),
  ]
  const scene = await clusterSceneOf({ labels: { daemonset: 'store' }, objects })
  const { statement, noActionReason = '' } = onlyFinding(badRevision(scene), scene)
  assert.match(statement, /rollout of DaemonSet store is stuck: every pod of revision 4/)
  assert.match(noActionReason, /rollout undo daemonset\/store -n shop --to-revision=3"\.$/)
})

const FIXED = [
  setOf({ status: { updateRevision: 'store-old', currentRevision: 'store-old', updatedReplicas: 2 } }, 'store:1'),
  revision('old', 8, 'store:1', 900),
  revision('new', 7, 'store:2', 22),
  ...PODS,
]

test('a broken pod that a corrected StatefulSet does not replace is to be deleted', async () => {
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects: FIXED })
  const { statement, actions, explains } = onlyFinding(setLeftBehind(scene), scene)
  assert.match(statement, /Pod store-2 of StatefulSet shop\/store fails .* with revision 7 .* has revision 8 by now/)
  assert.match(statement, /does not replace one that is not ready/)
  assert.match(statement, /A new pod would differ in this: container app: image went from store:2 to store:1/)
  assert.deepEqual(
    actions.map(({ plugin, parameters }) => [plugin, parameters]),
    [['restart_pod', { namespace: PLACE, pod_name: 'store-2' }]],
  )
  assert.ok(explains?.includes('configuration_error'))
  assert.equal(first(scene)?.kind, 'set_pod_left_behind')
})

const STATES = {
  'its own data': [CRASHES, 'FATAL segment _2f corrupt: checksum failed'],
  'its full disk': [CRASHES, 'write /data/wal/1: no space left on device'],
  'a neighbour that is away': [CRASHES, 'dial tcp 10.0.0.9:2379: connect: connection refused'],
  'a volume that does not come': [waitsFor('ContainerCreating')],
  'a registry that is away': [waitsFor('ImagePullBackOff', 'dial tcp 10.1.1.1:443: connect: connection refused')],
  'a long recovery': [{ containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state: { running: {} } }] }],
} as const

function waitsFor(reason: string, message?: string) {
  const state = { waiting: { reason, ...(message && { message }) } }
  return { phase: 'Pending', containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state }] }
}

for (const [what, [state, said]] of Object.entries(STATES))
  test(`a pod left behind that suffers from ${what} is not deleted for its template`, async () => {
    const status = { conditions: [condition('Ready', 'False', 'ContainersNotReady', 20)], ...state }
    const objects = [...FIXED.slice(0, -1), member('store-2', 'new', 'store:2', { age: 20, status })]
    const scene = await clusterSceneOf({
      labels: { statefulset: 'store' },
      objects,
      ...(said && { logs: [{ pod: 'store-2', previous: true, lines: [said] }] }),
    })
    const { statement, actions, confidence } = onlyFinding(setLeftBehind(scene), scene)
    assert.match(statement, /store-2 .* is not ready/)
    assert.deepEqual([actions, confidence], [[], 0.6])
  })

test('a pod of an older template that has just started is left to start', async () => {
  const status = { conditions: [condition('Ready', 'False', 'ContainersNotReady', 1)], ...STATES['a long recovery'][0] }
  const objects = [...FIXED.slice(0, -1), member('store-2', 'new', 'store:2', { age: 1, status })]
  assert.deepEqual(setLeftBehind(await clusterSceneOf({ labels: { statefulset: 'store' }, objects })), [])
})

test('a set that makes its pods side by side replaces it by itself', async () => {
  const status = { updateRevision: 'store-old', currentRevision: 'store-old' }
  const parallel = setOf({ spec: { podManagementPolicy: 'Parallel' }, status }, 'store:1')
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects: [parallel, ...FIXED.slice(1)] })
  assert.deepEqual(setLeftBehind(scene), [])
})

test('an older revision that others run well is not what a pod suffers from', async () => {
  const objects = [
    setOf({ status: UPDATING }),
    revision('old', 6, 'store:1', 900),
    revision('new', 7, 'store:2', 22),
    member('store-0', 'old', 'store:1', { status: CRASHES }),
    member('store-1', 'old', 'store:1'),
    member('store-2', 'new', 'store:2', { age: 20 }),
  ]
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects })
  assert.deepEqual(setLeftBehind(scene), [])
  assert.deepEqual(badRevision(scene), [])
})

const WELL = [
  member('store-0', 'old', 'store:1'),
  member('store-1', 'old', 'store:1'),
  member('store-2', 'new', 'store:2', { age: 20 }),
  revision('old', 6, 'store:1', 900),
  revision('new', 7, 'store:2', 22),
]

test('an update that OnDelete or a partition holds back is said to wait by design, and closes nothing', async () => {
  const strategies = [
    [{ type: 'OnDelete' }, /update strategy of the set is OnDelete/],
    [{ type: 'RollingUpdate', rollingUpdate: { partition: 2 } }, /partition 2/],
  ] as const
  for (const [updateStrategy, words] of strategies) {
    const objects = [setOf({ spec: { updateStrategy }, status: { ...UPDATING, readyReplicas: 3 } }), ...WELL]
    const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects })
    const { statement, confidence, actions } = onlyFinding(setHeldBack(scene), scene)
    assert.match(statement, words)
    assert.match(statement, /2 pods \(store-0, store-1\) of 3/)
    assert.ok(confidence < 0.8)
    assert.deepEqual(actions, [])
  }
})

test('a rolling update on its way is nobody’s fault', async () => {
  const objects = [setOf({ status: UPDATING }), ...WELL]
  const scene = await clusterSceneOf({ labels: { statefulset: 'store' }, objects })
  assert.deepEqual([...setHeldBack(scene), ...setLeftBehind(scene)], [])
})
