import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../test/world/scene/container-states.ts'
import { diskFull } from './disk-full.ts'

const SPEC = {
  containers: [{ name: 'app', image: 'app:1', volumeMounts: [{ name: 'data', mountPath: '/var/lib/queue' }] }],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-queue-0' } }],
}
const CLAIM = object('PersistentVolumeClaim', 'data-queue-0', {
  spec: { resources: { requests: { storage: '20Gi' } } },
  status: { phase: 'Bound', capacity: { storage: '20Gi' } },
})

function world(...lines: string[]) {
  return {
    labels: { pod: 'queue-0' },
    objects: [
      object('StatefulSet', 'queue', { spec: {} }),
      pod('queue-0', { owner: 'StatefulSet/queue', spec: SPEC, status: crashing() }),
      CLAIM,
    ],
    logs: [{ pod: 'queue-0', previous: true, lines }],
  }
}

test('a full volume is told with its claim and size, and nothing is restarted', async () => {
  const scene = await clusterSceneOf(
    world('ERROR append to /var/lib/queue/7.log: no space left on device', 'FATAL log offline'),
  )
  const finding = onlyFinding(diskFull(scene), scene)
  assert.match(
    finding.statement,
    /persistent volume of claim data-queue-0 \(20Gi\), mounted at \/var\/lib\/queue, is full/,
  )
  assert.deepEqual(finding.actions, [])
})

test('a path no volume is mounted at lies on the disk of the node', async () => {
  const scene = await clusterSceneOf(world('write /tmp/spool/9: no space left on device'))
  assert.match(onlyFinding(diskFull(scene), scene).statement, /disk under \/tmp\/spool\/9 \(no persistent volume/)
})

test('a program that speaks of space without lacking it is not full', async () => {
  assert.deepEqual(diskFull(await clusterSceneOf(world('INFO 12 GB of space left, compaction at 5 GB'))), [])
})
