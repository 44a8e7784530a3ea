import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing, restarted } from '../../../../../test/world/scene/container-states.ts'
import { recovered } from './passing.ts'

const labels = { pod: 'web-1-aaaaa' }
const alertName = 'KubernetesPodRestarting'

function world(status: object, more: readonly object[] = [], name = alertName) {
  return {
    alertName: name,
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: status as never }),
      ...(more as never[]),
    ],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: ['ERROR unexpected EOF from upstream, exiting'] }],
  }
}

test('one restart an hour ago and quiet since needs nothing', async () => {
  const scene = await clusterSceneOf(world(restarted({ ago: 65 })))
  const finding = onlyFinding(recovered(scene), scene)
  assert.equal(finding.situation, 'recovered')
  assert.match(
    finding.statement,
    /restarted once \(Error, exit code 1: "ERROR unexpected EOF.*recovered.*running for 65 minutes.*No action/,
  )
  assert.equal(finding.confidence, 0.9)
})

test('a restart some minutes ago is too fresh to call it over', async () => {
  assert.deepEqual(recovered(await clusterSceneOf(world(restarted({ ago: 6 })))), [])
})

test('a fresh warning contradicts', async () => {
  const warning = event({
    about: 'Pod/web-1-aaaaa',
    reason: 'Unhealthy',
    message: 'Liveness probe failed: timeout',
    age: 3,
  })
  assert.deepEqual(recovered(await clusterSceneOf(world(restarted({ ago: 65 }), [warning]))), [])
})

test('eleven restarts in some hours are no single one', async () => {
  assert.deepEqual(recovered(await clusterSceneOf(world(restarted({ ago: 50, restarts: 11 })))), [])
})

test('a sibling in trouble means that the workload has not recovered', async () => {
  const sibling = pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', status: crashing() })
  assert.deepEqual(recovered(await clusterSceneOf(world(restarted({ ago: 65 }), [sibling]))), [])
})

test('how a service answers cannot be told from its pods', async () => {
  assert.deepEqual(recovered(await clusterSceneOf(world(restarted({ ago: 65 }), [], 'HighErrorRate'))), [])
})

test('whoever never failed has not recovered: what the alert waits for is somebody else', async () => {
  const never = restarted({ ago: 3 * 24 * 60, restarts: 0 })
  assert.deepEqual(recovered(await clusterSceneOf(world(never, [], 'CheckoutWaitingForPods'))), [])
})
