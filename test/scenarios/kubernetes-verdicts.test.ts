/** What a remediation says of its own deed, from what the server shows at that moment: nothing out of an older state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, type TestCluster } from '../world/cluster-hands.ts'
import type { GivenObject, Json, KubeObject } from '../world/kubernetes/kube-object.ts'
import { sampleNode, sampleWorkload } from '../world/kubernetes/sample-workload.ts'
import { shopObjects } from '../world/shop-cluster.ts'

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

test('the way back is judged by its own generation too', async (t) => {
  const shop = await openShop(t, { objects: objects(), pace: 'by hand', foretell: () => 'ready' })
  const carryOut = async (name: string, parameters: Record<string, unknown>) => {
    const { preconditions, rollback } = await shop.plan(name, parameters)
    const { before } = await shop.act(name, parameters, { planned: preconditions })
    const verify = () => shop.verify(name, parameters, { preconditions, before, startedAt: new Date() })
    return { rollback: rollback as { plugin: string; parameters: Record<string, unknown> }, verify }
  }
  for (const [name, parameters] of CHANGES) {
    const { rollback } = await carryOut(name, parameters)
    shop.simulator.settle()
    const { verify } = await carryOut(rollback.plugin, rollback.parameters)
    assert.equal((await verify()).state, 'not_yet', `${name}: the status is of what is to be undone`)
    shop.simulator.settle()
    assert.equal((await verify()).state, 'holds')
  }
})

test('a release after the rollback, and a Deployment made anew, are not taken for the deed', async (t) => {
  const shop = await openShop(t, { objects: objects(), pace: 'by hand', foretell: () => 'ready' })
  const { preconditions } = await shop.plan('rollback_deployment', CHECKOUT)
  const { before } = await shop.act('rollback_deployment', CHECKOUT, { planned: preconditions })
  const verify = () => shop.verify('rollback_deployment', CHECKOUT, { preconditions, before, startedAt: new Date() })
  const change = (edit: (draft: Json) => void) => {
    shop.simulator.store.edit(checkout(shop), (draft) => {
      edit(draft)
      draft.metadata.generation = (draft.metadata.generation ?? 0) + 1
    })
    shop.simulator.settle()
  }
  change(({ spec }) => Object.assign(spec, { replicas: 3 }))
  assert.equal((await verify()).state, 'holds', 'an autoscaler has only counted')
  change(({ spec }) => Object.assign(spec.template.spec.containers[0], { image: 'registry.example/checkout:1.2.0' }))
  const released = await verify()
  assert.equal(released.state, 'fails')
  assert.match(released.text, /^checkout was changed again after the rollback: generation 4 does not have the template/)
  const target = shop.simulator.store
    .ofKind('ReplicaSet', SHOP)
    .find(({ metadata }) => metadata.uid === preconditions.target_replicaset_uid)
  shop.simulator.store.remove(target as KubeObject)
  const forgotten = await verify()
  assert.equal(forgotten.state, 'fails', 'what is not kept any more does not run')
  assert.match(forgotten.text, /^checkout was changed again after the rollback: revision 1 is no longer there/)
  shop.simulator.store.edit(checkout(shop), ({ metadata }) => Object.assign(metadata, { uid: 'another' }))
  assert.match((await verify()).text, /was made anew/)
})

test('what a finalizer keeps is told by name, and not as gone', async (t) => {
  const shop = await openShop(t, { pace: 'by hand' })
  const { preconditions } = await shop.plan('delete_evicted_pods', { namespace: SHOP })
  const [held] = preconditions.pods as Json[]
  shop.simulator.store.edit(shop.simulator.store.find('Pod', SHOP, held?.name) as KubeObject, ({ metadata }) =>
    Object.assign(metadata, { finalizers: ['example.com/keep'] }),
  )
  const { before } = await shop.act('delete_evicted_pods', { namespace: SHOP }, { planned: preconditions })
  const past = { preconditions, before, startedAt: new Date() }
  const { state, text } = await shop.verify('delete_evicted_pods', { namespace: SHOP }, past)
  assert.equal(state, 'fails')
  assert.match(
    text,
    /^1 evicted pod of the plan is still there: \S+ \(ending since \S+, held by finalizer example\.com\/keep\)/,
  )
})

test('that the records of evicted pods are gone is no proof while their node is under pressure', async (t) => {
  const shop = await openShop(t, { objects: shopObjects(), pace: 'by hand' })
  const { preconditions } = await shop.plan('delete_evicted_pods', { namespace: SHOP })
  const [evicted] = preconditions.pods as Json[]
  const node = shop.simulator.store.find('Node', undefined, evicted?.node) as Json
  const press = (status: string) =>
    shop.simulator.store.edit(node, (draft) => {
      draft.status.conditions = [{ type: 'DiskPressure', status }, ...draft.status.conditions.slice(1)]
    })
  await shop.act('delete_evicted_pods', { namespace: SHOP }, { planned: preconditions })
  const past = { preconditions, before: {}, startedAt: new Date() }
  press('True')
  const pressed = await shop.verify('delete_evicted_pods', { namespace: SHOP }, past)
  assert.equal(pressed.state, 'fails')
  assert.match(pressed.text, /are gone, but what evicted them goes on: node node-a is under DiskPressure/)
  press('False')
  assert.equal((await shop.verify('delete_evicted_pods', { namespace: SHOP }, past)).state, 'holds')
})

test('evicted pods of another node or owner are left alone', async (t) => {
  const shop = await openShop(t, { objects: shopObjects(), pace: 'by hand' })
  const plan = (more: Record<string, string>) => shop.plan('delete_evicted_pods', { namespace: SHOP, ...more })
  assert.equal((await plan({ node: 'node-a' })).effect.targets.length, 2)
  await assert.rejects(plan({ node: 'node-b' }), /There is no evicted pod of node node-b in namespace shop/)
  await assert.rejects(plan({ owner: 'ReplicaSet/other' }), /There is no evicted pod of ReplicaSet\/other/)
})

test('a restart took when the owner has all it wants again, whatever records of ended pods lie beside', async (t) => {
  const workload = sampleWorkload({ namespace: SHOP, name: 'checkout', replicas: 2 })
  const given = workload.find(({ metadata }) => metadata.name === 'checkout-1-1')
  const named = (name: string, status?: Json): GivenObject => ({
    ...structuredClone(given as GivenObject),
    metadata: { ...structuredClone(given?.metadata), name, uid: `uid-${name}` },
    ...(status && { status }),
  })
  const record = named('checkout-1-0', { phase: 'Failed', reason: 'Evicted' })
  const shop = await openShop(t, { objects: [sampleNode('node-1'), ...workload, record], pace: 'by hand' })
  const target = { namespace: SHOP, pod_name: 'checkout-1-1' }
  const { preconditions } = await shop.plan('restart_pod', target)
  const verify = () => shop.verify('restart_pod', target, { preconditions, before: {}, startedAt: new Date() })
  assert.equal((await verify()).state, 'fails', 'it is still there')
  shop.simulator.store.remove(shop.simulator.store.find('Pod', SHOP, target.pod_name) as KubeObject)
  const missing = await verify()
  assert.deepEqual([missing.state, missing.after], ['not_yet', '1 of 2 pods of ReplicaSet/checkout-1 ready'])
  shop.simulator.store.put(named('checkout-1-9'))
  const replaced = await verify()
  assert.deepEqual([replaced.state, replaced.after], ['holds', '2 of 2 pods of ReplicaSet/checkout-1 ready'])
  assert.match(replaced.basis, /the 2 pods that generation 1 of ReplicaSet\/checkout-1 wants/)
})

test('a restart whose owner wants no pods any more has not taken, and nobody waits for a successor', async (t) => {
  const workload = sampleWorkload({ namespace: SHOP, name: 'checkout', replicas: 1 })
  const shop = await openShop(t, { objects: [sampleNode('node-1'), ...workload], pace: 'by hand' })
  const target = { namespace: SHOP, pod_name: 'checkout-1-1' }
  const { preconditions } = await shop.plan('restart_pod', target)
  const { store } = shop.simulator
  store.remove(store.find('Pod', SHOP, target.pod_name) as KubeObject)
  store.edit(store.find('ReplicaSet', SHOP, 'checkout-1') as KubeObject, ({ spec }) =>
    Object.assign(spec, { replicas: 0 }),
  )
  const { state, text } = await shop.verify('restart_pod', target, { preconditions, before: {}, startedAt: new Date() })
  assert.deepEqual(
    [state, text],
    ['fails', 'Pod checkout-1-1 is gone, and ReplicaSet/checkout-1 wants no pods any more.'],
  )
})

test('a node that is gone, or came back under its name, is not taken for the one that was closed', async (t) => {
  const shop = await openShop(t, { pace: 'by hand' })
  const target = { node: 'node-b' }
  const { preconditions } = await shop.plan('cordon_node', target)
  const { before } = await shop.act('cordon_node', target, { planned: preconditions })
  const verify = () => shop.verify('cordon_node', target, { preconditions, before, startedAt: new Date() })
  const { store } = shop.simulator
  const node = () => store.find('Node', undefined, 'node-b') as KubeObject
  assert.equal((await verify()).state, 'holds')
  store.edit(node(), ({ metadata }) => Object.assign(metadata, { uid: 'another' }))
  assert.match((await verify()).text, /^Node node-b was made anew/)
  store.remove(node())
  const { state, text } = await verify()
  assert.deepEqual([state, text], ['fails', 'Node node-b is gone.'])
})
