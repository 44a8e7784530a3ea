import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, minutesAgo, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { stuckTerminating } from './passing.ts'

const labels = { pod: 'web-1-aaaaa' }

function leaving(minutes: number, more = {}, nodes: readonly object[] = []) {
  const metadata = { deletionTimestamp: minutesAgo(minutes), ...more }
  return {
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'node-a', metadata }),
      ...(nodes as never[]),
    ],
  }
}

test('a finalizer that nobody clears is named, and the pod is not forced away', async () => {
  const scene = await clusterSceneOf(leaving(300, { finalizers: ['calls.example/drain'] }))
  const finding = onlyFinding(stuckTerminating(scene), scene)
  assert.match(finding.statement, /terminating for 5 hours .*finalizer calls\.example\/drain/)
  assert.deepEqual(finding.actions, [])
  assert.equal(finding.confidence, 0.9)
})

test('a lost node cannot confirm the end', async () => {
  const lost = node('node-a', {
    conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 200, 'Kubelet stopped posting node status.')],
  })
  const scene = await clusterSceneOf(leaving(180, {}, [lost]))
  assert.match(onlyFinding(stuckTerminating(scene), scene).statement, /node node-a is not ready/)
})

test('without finalizer and with a node that is well, the cause is not known', async () => {
  const scene = await clusterSceneOf(leaving(180, {}, [node('node-a')]))
  assert.ok(onlyFinding(stuckTerminating(scene), scene).confidence <= 0.5)
})

test('a pod within its time to end is not stuck', async () => {
  assert.deepEqual(stuckTerminating(await clusterSceneOf(leaving(3))), [])
})
