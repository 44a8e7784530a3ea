/** What a remediation says of its own deed, from what the server shows at that moment: nothing out of an older state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, type TestCluster } from '../world/cluster-hands.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { sampleNode, sampleWorkload } from '../world/kubernetes/sample-workload.ts'

const SHOP = 'shop'
const CHECKOUT = { namespace: SHOP, deployment: 'checkout' }
const BEFORE = '2026-11-15T03:15:00Z'

function objects() {
  const images = ['registry.example/checkout:1.0.0', 'registry.example/checkout:1.1.0']
  return [sampleNode('node-1'), ...sampleWorkload({ namespace: SHOP, name: 'checkout', images })]
}

function checkout({ simulator }: TestCluster): Json {
  return simulator.store.find('Deployment', SHOP, 'checkout') as Json
}

/** As the controller leaves a rollout that made no progress for too long. */
function giveUp(shop: TestCluster, lastUpdateTime: string): void {
  shop.simulator.store.edit(checkout(shop), ({ status, metadata }) => {
    status.observedGeneration = metadata.generation
    status.updatedReplicas = 1
    status.conditions = [
      { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', lastUpdateTime },
      ...(status.conditions ?? []).filter(({ type }: Json) => type !== 'Progressing'),
    ]
  })
}

const CHANGES: [name: string, parameters: Record<string, unknown>][] = [
  ['rollback_deployment', CHECKOUT],
  ['scale_deployment', { ...CHECKOUT, replicas: 4 }],
]

for (const [name, parameters] of CHANGES) {
  test(`${name}: a condition of the generation before decides nothing, and neither do its counts`, async (t) => {
    const shop = await openShop(t, { objects: objects(), pace: 'by hand', foretell: () => 'ready' })
    giveUp(shop, BEFORE)
    const { preconditions } = await shop.plan(name, parameters)
    const startedAt = new Date()
    const { before } = await shop.act(name, parameters, { planned: preconditions })
    const verify = () => shop.verify(name, parameters, { preconditions, before, startedAt })
    const lagging = await verify()
    assert.deepEqual(
      [lagging.state, lagging.after],
      ['not_yet', 'the status is still of generation 1'],
      'the controller has not seen the write',
    )
    shop.simulator.settle()
    const settled = await verify()
    assert.equal(settled.state, 'holds', settled.text)
    assert.match(settled.basis, /of generation 2; the controller has seen generation 2/)
  })

  test(`${name}: a rollout that is given up after the act has failed, in the same words as before`, async (t) => {
    const shop = await openShop(t, { objects: objects(), pace: 'by hand', foretell: () => 'unready' })
    giveUp(shop, BEFORE)
    const { preconditions } = await shop.plan(name, parameters)
    const { before } = await shop.act(name, parameters, { planned: preconditions })
    const verify = (known: Json = before) =>
      shop.verify(name, parameters, { preconditions, before: known, startedAt: new Date('2026-11-15T04:00:00Z') })
    giveUp(shop, BEFORE)
    assert.equal((await verify()).state, 'not_yet', 'the controller has seen the write and not moved yet')
    assert.equal((await verify({})).state, 'not_yet', 'what was there before is lost, but the condition is older')
    giveUp(shop, '2026-11-15T05:00:00Z')
    assert.equal((await verify()).state, 'fails')
    assert.equal((await verify({})).state, 'fails')
  })
}
