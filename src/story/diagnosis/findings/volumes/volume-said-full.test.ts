import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { volumeFull } from './volume-full.ts'

const SPEC = {
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'data-store-0' } },
    { name: 'scratch', emptyDir: {} },
  ],
  containers: [
    {
      name: 'app',
      image: 'a',
      volumeMounts: [
        { name: 'data', mountPath: '/var/data' },
        { name: 'scratch', mountPath: '/scratch' },
      ],
    },
  ],
}
const OBJECTS = [
  object('StatefulSet', 'store', { spec: { replicas: 1 }, status: { readyReplicas: 1, updatedReplicas: 1 } }),
  object('PersistentVolumeClaim', 'data-store-0', {
    spec: { volumeName: 'pv' },
    status: { phase: 'Bound', capacity: { storage: '50Gi' } },
  }),
  pod('store-0', { owner: 'StatefulSet/store', spec: SPEC, node: 'worker-1' }),
]
const ALERT = { alertName: 'KubePersistentVolumeFillingUp', labels: { persistentvolumeclaim: 'data-store-0' } }

function logs(...lines: readonly string[]) {
  return [{ pod: 'store-0', lines }]
}

test('the claim behind the path that is full is named with its size', async () => {
  const full = 'ERROR append to /var/data/00012.log: write: no space left on device'
  const scene = await clusterSceneOf({ ...ALERT, objects: OBJECTS, logs: logs(full, full) })
  const found = onlyFinding(volumeFull(scene), scene)
  assert.match(found.statement, /Volume claim data-store-0 \(50Gi\) of pod store-0 is full: .*no space left on device/)
  assert.deepEqual(found.subject, { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data-store-0' })
  assert.deepEqual(found.actions, [])
})

test('a scratch directory that is full does not accuse the claim', async () => {
  const scene = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { statefulset: 'store' },
    objects: OBJECTS,
    logs: logs('ERROR open /scratch/tmp.1: No space left on device'),
  })
  assert.match(onlyFinding(volumeFull(scene), scene).statement, /No volume claim of it fits that path/)
})

test('a complaint followed by much ordinary work is over', async () => {
  const after = Array.from({ length: 30 }, (_, at) => `INFO appended batch ${at}`)
  const scene = await clusterSceneOf({
    ...ALERT,
    objects: OBJECTS,
    logs: logs('ERROR /var/data: no space left on device', ...after),
  })
  assert.deepEqual(volumeFull(scene), [])
})
