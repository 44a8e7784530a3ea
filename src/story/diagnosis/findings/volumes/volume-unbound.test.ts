import assert from 'node:assert/strict'
import { test } from 'node:test'
import { event, node, object, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { volumeUnbound } from './volume-unbound.ts'

const LABELS = { statefulset: 'store' }
const SET = object('StatefulSet', 'store', { spec: { replicas: 1 }, status: { readyReplicas: 0, updatedReplicas: 1 } })
const MOUNT = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-store-0' } }] }
const UNBOUND = '0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: none.'
const CLASSES = [object('StorageClass', 'standard', { provisioner: 'disk' }), object('StorageClass', 'fast-ssd', {})]

function claim(spec: object, phase = 'Pending') {
  return object('PersistentVolumeClaim', 'data-store-0', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, ...spec },
    status: { phase },
  })
}

function waiting(message: string) {
  return pendingPod('store-0', message, { owner: 'StatefulSet/store', spec: MOUNT })
}

test('a storage class that does not exist is named, with those that do', async () => {
  const failed = event({
    about: 'PersistentVolumeClaim/data-store-0',
    reason: 'ProvisioningFailed',
    message: 'storageclass.storage.k8s.io "fast" not found',
  })
  const objects = [node('worker-1'), SET, ...CLASSES, claim({ storageClassName: 'fast' }), failed, waiting(UNBOUND)]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(volumeUnbound(scene), scene)
  assert.match(
    found.statement,
    /claim data-store-0 is Pending because the storage class fast it asks for does not exist/,
  )
  assert.match(found.statement, /storage classes: standard, fast-ssd/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('what the provisioner says of a class that exists is passed on literally', async () => {
  const failed = event({
    about: 'PersistentVolumeClaim/data-store-0',
    reason: 'ProvisioningFailed',
    message: 'failed to provision volume: volume quota of project exceeded',
  })
  const objects = [SET, ...CLASSES, claim({ storageClassName: 'standard' }), failed, waiting(UNBOUND)]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.match(
    onlyFinding(volumeUnbound(scene), scene).statement,
    /ProvisioningFailed, "failed to provision volume: volume/,
  )
})

test('a volume in a zone without nodes is told with both zones', async () => {
  const nodeAffinity = {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['c'] }] }] },
  }
  const message = '0/1 nodes are available: 1 node(s) had volume node affinity conflict.'
  const objects = [
    node('worker-1', { labels: { zone: 'a' } }),
    SET,
    claim({ volumeName: 'pv-1' }, 'Bound'),
    object('PersistentVolume', 'pv-1', { spec: { nodeAffinity }, status: { phase: 'Bound' } }),
    waiting(message),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const { statement } = onlyFinding(volumeUnbound(scene), scene)
  assert.match(
    statement,
    /volume pv-1 \(claim data-store-0\) is only reachable from nodes with zone=c, and no node is there/,
  )
  assert.match(statement, /the nodes have zone a/)
})

test('a node in the right zone that is cordoned is named as the obstacle', async () => {
  const nodeAffinity = {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['c'] }] }] },
  }
  const objects = [
    node('worker-1', { labels: { zone: 'a' } }),
    node('worker-2', { labels: { zone: 'c' }, unschedulable: true }),
    SET,
    claim({ volumeName: 'pv-1' }, 'Bound'),
    object('PersistentVolume', 'pv-1', { spec: { nodeAffinity }, status: { phase: 'Bound' } }),
    waiting('0/2 nodes are available: 1 node(s) had volume node affinity conflict, 1 node(s) were unschedulable.'),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(volumeUnbound(scene), scene)
  assert.match(found.statement, /there node worker-2 is cordoned/)
  assert.match(found.suggestions.join(' '), /Uncordon worker-2 if its maintenance is over/)
  assert.doesNotMatch(found.suggestions.join(' '), /restore the data into/)
})

test('a claim an alert names is told without a pod, and a failed volume too', async () => {
  const labels = { persistentvolumeclaim: 'data-store-0', phase: 'Pending' }
  const ofClaim = await clusterSceneOf({
    alertName: 'KubePersistentVolumeErrors',
    labels,
    objects: [...CLASSES, claim({ storageClassName: 'fast' })],
  })
  assert.match(onlyFinding(volumeUnbound(ofClaim), ofClaim).statement, /^Volume claim data-store-0 is Pending because/)
  const ofVolume = await clusterSceneOf({
    alertName: 'KubePersistentVolumeErrors',
    labels: { persistentvolume: 'pv-1', phase: 'Failed' },
    objects: [
      object('PersistentVolume', 'pv-1', {
        spec: { claimRef: { namespace: 'shop', name: 'data' } },
        status: { phase: 'Failed', message: 'delete failed: disk is in use' },
      }),
    ],
  })
  assert.match(
    onlyFinding(volumeUnbound(ofVolume), ofVolume).statement,
    /pv-1 \(claim shop\/data\) is Failed: "delete failed/,
  )
})

test('a bound claim of a pod that waits for memory is not to blame', async () => {
  const objects = [
    SET,
    ...CLASSES,
    claim({ volumeName: 'pv-1' }, 'Bound'),
    waiting('0/1 nodes are available: 1 Insufficient memory.'),
  ]
  assert.deepEqual(volumeUnbound(await clusterSceneOf({ labels: LABELS, objects })), [])
})

test('a claim that failed once and is bound now is history', async () => {
  const failed = event({
    about: 'PersistentVolumeClaim/data-store-0',
    reason: 'ProvisioningFailed',
    message: 'timeout',
    age: 50,
  })
  const running = pod('store-0', { owner: 'StatefulSet/store', node: 'worker-1', spec: MOUNT })
  const objects = [node('worker-1'), SET, claim({ volumeName: 'pv-1' }, 'Bound'), failed, running]
  assert.deepEqual(volumeUnbound(await clusterSceneOf({ labels: LABELS, objects })), [])
})
