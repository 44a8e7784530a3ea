/** Claims and namespaces that go, or are gone, while something still needs them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  deployment,
  event,
  minutesAgo,
  object,
  pendingPod,
  pod,
} from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { namespaceLeaving } from '../placement/namespace-leaving.ts'
import { claimLeaving } from './claim-leaving.ts'
import { volumeUnbound } from './volume-unbound.ts'

const MOUNTS = {
  spec: {
    containers: [{ name: 'app', image: 'app:1' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'ledger' } }],
  },
}
const LEAVING = { deletionTimestamp: minutesAgo(50), finalizers: ['kubernetes.io/pvc-protection'] }

function claim(metadata: object = {}) {
  return object('PersistentVolumeClaim', 'ledger', {
    metadata: { ...metadata },
    spec: { volumeName: 'pv-7', resources: { requests: { storage: '5Gi' } } },
    status: { phase: 'Bound' },
  })
}

function volume(policy: string, phase = 'Bound') {
  return object('PersistentVolume', 'pv-7', {
    spec: {
      persistentVolumeReclaimPolicy: policy,
      claimRef: { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'ledger' },
    },
    status: { phase, lastPhaseTransitionTime: minutesAgo(90) },
  })
}

const RUNNING = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', ...MOUNTS })]
const NOT_FOUND =
  '0/3 nodes are available: persistentvolumeclaim "ledger" not found. preemption: 0/3 nodes are available.'
const DELETED = '0/3 nodes are available: persistentvolumeclaim "ledger" is being deleted.'

test('a claim that is held only by the pod that uses it is told with what goes with it', async () => {
  const objects = [...RUNNING, claim(LEAVING), volume('Delete')]
  const scene = await clusterSceneOf({ labels: { persistentvolumeclaim: 'ledger' }, objects })
  const { statement, suggestions, actions } = onlyFinding(claimLeaving(scene), scene)
  assert.match(statement, /claim shop\/ledger is being deleted since .* finalizer kubernetes\.io\/pvc-protection/)
  assert.match(statement, /as soon as pod web-1-aaaaa, which still uses it, ends/)
  assert.match(statement, /the data goes with the claim/)
  assert.match(suggestions.join(' '), /Retain/)
  assert.deepEqual(actions, [])
})

test('a claim that stays is no news, and one seen by chance is no cause', async () => {
  const calm = await clusterSceneOf({ labels: { deployment: 'web' }, objects: [...RUNNING, claim(), volume('Delete')] })
  assert.deepEqual(claimLeaving(calm), [])
  const objects = [...RUNNING, claim(LEAVING), volume('Retain')]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  assert.equal(onlyFinding(claimLeaving(scene), scene).weight, 'context')
})

test('a pod that waits for a claim on its way out is told so', async () => {
  const waiting = pendingPod('web-1-bbbbb', DELETED, { owner: 'ReplicaSet/web-1', ...MOUNTS })
  const objects = [...deployment('web'), waiting, claim(LEAVING), volume('Retain')]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  const { statement } = onlyFinding(volumeUnbound(scene), scene)
  assert.match(statement, /volume claim ledger is being deleted since .* reclaim policy Retain: the data stays on it/)
  assert.deepEqual(claimLeaving(scene), [])
})

test('the volume of a deleted claim tells that it was there, and that its data still is', async () => {
  const waiting = pendingPod('store-0', NOT_FOUND, { owner: 'StatefulSet/store', ...MOUNTS })
  const set = object('StatefulSet', 'store', { spec: { replicas: 1 }, status: { readyReplicas: 0 } })
  const scene = await clusterSceneOf({
    labels: { statefulset: 'store' },
    objects: [set, waiting, volume('Retain', 'Released')],
  })
  const { statement, suggestions } = onlyFinding(volumeUnbound(scene), scene)
  assert.match(
    statement,
    /volume claim ledger does not exist\. It was there and was deleted: volume pv-7 still names it and is Released since/,
  )
  assert.match(suggestions.join(' '), /volumeName pv-7.*StatefulSet would make claim ledger anew, empty/)
})

test('where no volume remembers a claim, its last event does, and nothing is made up without one', async () => {
  const waiting = pendingPod('web-1-bbbbb', NOT_FOUND, { owner: 'ReplicaSet/web-1', ...MOUNTS })
  const provisioned = event({
    ...{ about: 'PersistentVolumeClaim/ledger', reason: 'ProvisioningSucceeded', message: 'provisioned', age: 55 },
    type: 'Normal',
  })
  const statementOf = async (objects: Parameters<typeof clusterSceneOf>[0]['objects']) => {
    const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
    return onlyFinding(volumeUnbound(scene), scene).statement
  }
  assert.match(
    await statementOf([...deployment('web'), waiting, provisioned]),
    /\(ProvisioningSucceeded\) and was deleted since/,
  )
  assert.doesNotMatch(await statementOf([...deployment('web'), waiting]), /was there/)
})

function namespace(minutes: number, conditions: readonly object[]) {
  return object('Namespace', 'shop', {
    metadata: { deletionTimestamp: minutesAgo(minutes) },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating', conditions },
  })
}

const REMAINING = {
  type: 'NamespaceFinalizersRemaining',
  status: 'True',
  reason: 'SomeFinalizersRemain',
  message: 'Some content in the namespace has finalizers remaining: queues.example.com/cleanup in 2 resource instances',
}

test('a namespace that does not go is told with what its conditions name', async () => {
  const scene = await clusterSceneOf({
    alertName: 'NamespaceStuckTerminating',
    text: 'Namespace shop is terminating for more than an hour',
    objects: [namespace(90, [REMAINING])],
  })
  const { statement, actions } = onlyFinding(namespaceLeaving(scene), scene)
  assert.match(statement, /Namespace shop is being deleted since .* does not go: "Some content .* queues\.example\.com/)
  assert.deepEqual(actions, [])
})

test('pods that cannot be made because their namespace goes are explained by that', async () => {
  const refused = event({
    about: 'ReplicaSet/web-1',
    reason: 'FailedCreate',
    message:
      'Error creating: pods "web-1-x" is forbidden: unable to create new content in namespace shop because it is being terminated',
  })
  const objects = [...deployment('web', { status: { readyReplicas: 0 } }), refused, namespace(4, [])]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  const { statement, explains } = onlyFinding(namespaceLeaving(scene), scene)
  assert.match(statement, /nothing new can be made in it\.$/)
  assert.ok(explains?.includes('creation_refused'))
})

test('a namespace that stays is not asked for where nothing says that it goes', async () => {
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects: RUNNING })
  assert.ok(!scene.exhibits.some(({ parameters }) => String(parameters.command).includes('namespace shop')))
})
