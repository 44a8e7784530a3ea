/** A cordon does not go away by itself: the way back is on the plan, and the node is named until it has been taken back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { openCluster } from '../world/kubernetes/cluster-of-test.ts'
import { openLifecycle } from '../world/lifecycle.ts'
import { shopObjects } from '../world/shop-cluster.ts'

test('a node we have closed is named in the status, with the way back, until it is open again', async (t) => {
  const { cluster, kubeconfig } = await openCluster(t, { objects: shopObjects(), pace: 'by hand' })
  // The node stays lost: nobody waits for it to be back.
  const life = await openLifecycle(t, kubeconfig, { VERIFY_WITHIN_SECONDS: '1' })
  const asked = await life.diagnose({ alertname: 'KubeNodeUnreachable', node: 'node-b', severity: 'critical' })
  assert.equal(asked.status, 'awaiting_approval', JSON.stringify(asked.diagnosis))
  assert.deepEqual(asked.proposal.actions[0].rollback, {
    plugin: 'cordon_node',
    parameters: { node: 'node-b', uncordon: true },
  })
  assert.deepEqual(
    (await life.warnings()).filter((one) => /node-b/.test(one)),
    [],
  )
  const ended = await life.carryOut(asked)
  assert.equal(ended.execution_result.actions[0].outcome, 'done', JSON.stringify(ended.execution_result))
  const named = await eventually('the node is named', async () =>
    (await life.warnings()).find((one) => /^Node node-b is closed to new pods/.test(one)),
  )
  assert.match(named, new RegExp(`since incident ${asked.id} closed it at .*kubectl uncordon node-b`))
  const node = cluster.store.find('Node', undefined, 'node-b')
  assert.ok(node)
  cluster.store.edit(node, ({ spec }) => {
    delete spec.unschedulable
  })
  await eventually('it is named no more', async () => !(await life.warnings()).some((one) => /node-b/.test(one)))
})
