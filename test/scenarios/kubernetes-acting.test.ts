/** What the remediations of the cluster do, over the wire: only what was planned, only while it still holds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, type TestCluster } from '../world/cluster-hands.ts'
import { eventually } from '../world/eventually.ts'
import { ONLY_READING } from '../world/kubernetes/access.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { OLD_TEMPLATE, ofShop, SHOP, shopObjects } from '../world/shop-cluster.ts'
import type { PlacedFault } from '../world/wire/faults.ts'

const CHECKOUT = { namespace: SHOP, deployment: 'checkout' }
const POD = { namespace: SHOP, pod_name: 'checkout-1-aaaaa' }

/** Every remediation with parameters that fit the shop. */
const ACTS: [name: string, parameters: Record<string, unknown>][] = [
  ['restart_pod', POD],
  ['scale_deployment', { ...CHECKOUT, replicas: 4 }],
  ['rollback_deployment', CHECKOUT],
  ['cordon_node', { node: 'node-b' }],
  ['delete_evicted_pods', { namespace: SHOP }],
]

function deployment({ simulator }: TestCluster): Json {
  return simulator.store.find('Deployment', SHOP, 'checkout')
}

test('planning changes nothing, and a dry run asks the server and changes nothing', async (t) => {
  const shop = await openShop(t)
  const before = JSON.stringify(shop.simulator.store.version)
  for (const [name, parameters] of ACTS) {
    await shop.plan(name, parameters)
    const result = await shop.act(name, parameters, { isDryRun: true })
    assert.ok(result.success, `${name}: ${result.error}`)
    assert.ok(result.before !== undefined && result.after !== undefined && result.rollback !== undefined, name)
  }
  const { effects } = shop.simulator.recorder
  assert.ok(effects.length >= ACTS.length && effects.every(({ isDryRun, status }) => isDryRun && status === 200))
  assert.equal(JSON.stringify(shop.simulator.store.version), before)
})

test('a plan names its target, what changes, what it relies on and the way back', async (t) => {
  const { plan } = await openShop(t)
  const { effect, preconditions, rollback } = await plan('scale_deployment', { ...CHECKOUT, replicas: 4 })
  assert.deepEqual(effect.targets, [{ system: 'kubernetes', namespace: SHOP, kind: 'Deployment', name: 'checkout' }])
  assert.deepEqual(
    [effect.replicas, effect.changes],
    [{ from: 3, to: 4 }, [{ field: 'spec.replicas', from: '3', to: '4' }]],
  )
  assert.deepEqual(preconditions, { uid: 'uid-Deployment-checkout', generation: 2, replicas: 3 })
  assert.deepEqual(rollback, { plugin: 'scale_deployment', parameters: { ...CHECKOUT, replicas: 3 } })
})

test('a restart deletes exactly this pod and waits until its successor is ready', async (t) => {
  const { act, simulator } = await openShop(t, { pace: 'by request', foretell: () => 'ready' })
  const result = await act('restart_pod', POD)
  assert.ok(result.success, result.error)
  assert.match(result.message ?? '', /has taken its place and is ready/)
  assert.equal(result.after.ready, true)
  assert.notEqual(result.after.name, POD.pod_name)
  const [effect, ...others] = simulator.recorder.changes()
  assert.deepEqual([effect?.verb, effect?.name, others.length], ['delete', POD.pod_name, 0])
  const body: Json = effect?.body
  assert.deepEqual(body.preconditions, { uid: 'uid-Pod-checkout-1-aaaaa' })
})

test('a successor that does not become ready is a failure that says so, and the pod is not deleted twice', async (t) => {
  const instants = Array.from({ length: 100 }, (_, minute) => new Date(Date.UTC(2026, 10, 15, 0, minute)))
  const clock = () => instants.shift() as Date
  const { act, simulator } = await openShop(t, { pace: 'by request', foretell: () => 'unready', clock })
  const result = await act('restart_pod', POD)
  assert.equal(result.success, false)
  assert.match(result.error ?? '', /was deleted; .* was not ready within 150 s|no new one appeared/)
  assert.equal(simulator.recorder.changes().length, 1)
})

test('a server that stutters while the successor is awaited ends nothing', async (t) => {
  const { act, simulator } = await openShop(t, { pace: 'by request', foretell: () => 'ready' })
  const faults: PlacedFault[] = []
  const stop = simulator.store.onChange(() => {
    stop()
    faults.push(simulator.faults.add({ method: 'GET', times: 2, does: { status: 500, message: 'etcd is electing' } }))
  })
  const result = await act('restart_pod', POD, { planned: { uid: 'uid-Pod-checkout-1-aaaaa' } })
  assert.ok(result.success, result.error)
  assert.equal(faults[0]?.hits(), 2)
})

const NOT_RESTARTED: [pod: string, why: RegExp][] = [
  ['lonely', /nothing owns it/],
  ['evicted-1', /it has ended \(Evicted\)/],
  ['checkout-1-bbbbb', /node node-b is not ready/],
  ['nope', /There is no pod nope in namespace shop/],
]

test('a restart that would not help is refused when it is planned', async (t) => {
  const { plan, simulator } = await openShop(t)
  for (const [pod_name, why] of NOT_RESTARTED)
    await assert.rejects(plan('restart_pod', { namespace: SHOP, pod_name }), why)
  assert.equal(simulator.recorder.effects.length, 0)
})

function budget(disruptionsAllowed: number, app = 'checkout') {
  return ofShop('policy/v1', 'PodDisruptionBudget', 'calm', {
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed },
  })
}

test('a restart that goes past a full disruption budget says so, at high risk', async (t) => {
  const planned = async (...objects: ReturnType<typeof budget>[]) =>
    (await (await openShop(t, { objects: [...shopObjects(), ...objects] })).plan('restart_pod', POD)).effect
  const full = await planned(budget(0))
  assert.equal(full.risk, 'high')
  assert.deepEqual(
    full.changes.slice(1).map(({ field, from }) => [field, from]),
    [['PodDisruptionBudget calm', 'allows no disruption now']],
  )
  assert.match(full.changes[1]?.to ?? '', /one pod fewer than it wants is there until the new one is ready/)
  for (const calm of [await planned(), await planned(budget(1)), await planned(budget(0, 'other'))])
    assert.deepEqual([calm.risk, calm.changes.length], ['low', 1])
})

test('that disruption budgets could not be read is told in the plan of a restart', async (t) => {
  const { plan } = await openShop(t, { denials: [{ kinds: ['PodDisruptionBudget'] }] })
  const { changes } = (await plan('restart_pod', POD)).effect
  assert.match(changes[1]?.from ?? '', /^could not be read \(poddisruptionbudgets\.policy is forbidden/)
})

test('a scale sets the count, and its way back sets it again', async (t) => {
  const shop = await openShop(t)
  const result = await shop.act('scale_deployment', { ...CHECKOUT, replicas: 4 })
  assert.ok(result.success, result.error)
  assert.deepEqual([result.before.replicas, result.after.replicas, deployment(shop).spec.replicas], [3, 4, 4])
  const undone = await shop.act(result.rollback.plugin, result.rollback.parameters)
  assert.ok(undone.success)
  assert.equal(deployment(shop).spec.replicas, 3)
})

test('a scale that changes nothing, or that an autoscaler would undo, is refused when it is planned', async (t) => {
  const hpa = ofShop('autoscaling/v2', 'HorizontalPodAutoscaler', 'checkout', {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'checkout' },
      minReplicas: 2,
      maxReplicas: 8,
    },
  })
  const { plan } = await openShop(t, { objects: [...shopObjects(), hpa] })
  await assert.rejects(plan('scale_deployment', { ...CHECKOUT, replicas: 3 }), /has 3 replicas already/)
  await assert.rejects(
    plan('scale_deployment', { ...CHECKOUT, replicas: 10 }),
    /between 2 and 8 replicas and would undo 10/,
  )
  await assert.rejects(
    plan('scale_deployment', { ...CHECKOUT, deployment: 'nope', replicas: 1 }),
    /There is no deployment nope/,
  )
  const { effect } = await plan('scale_deployment', { ...CHECKOUT, replicas: 5 })
  assert.match(effect.changes[0]?.to ?? '', /until autoscaler checkout decides again/)
})

const LAST_COUNTS: [message: string, last: number | undefined][] = [
  ['Scaled down replica set idle-1 from 4 to 0', 4],
  ['Scaled down replica set idle-1 to 0 from 5', 5],
  ['Scaled up replica set idle-1 to 6', 6],
  ['Scaled down replica set idle-1 to 0', undefined],
  ['something else entirely from 9 to', undefined],
]

test('from zero, the last count that events tell of is part of the plan', async (t) => {
  for (const [message, last] of LAST_COUNTS) {
    const idle = ofShop('apps/v1', 'Deployment', 'idle', {
      spec: { replicas: 0, selector: { matchLabels: { app: 'idle' } }, template: OLD_TEMPLATE },
    })
    const event = ofShop('v1', 'Event', 'e', {
      involvedObject: { kind: 'Deployment', name: 'idle', namespace: SHOP },
      reason: 'ScalingReplicaSet',
      message,
      lastTimestamp: '2026-11-15T03:00:00Z',
    })
    const { plan } = await openShop(t, { objects: [idle, event] })
    const { effect } = await plan('scale_deployment', { namespace: SHOP, deployment: 'idle', replicas: 3 })
    assert.deepEqual(effect.replicas, { from: 0, to: 3, ...(last !== undefined && { lastNonZero: last }) }, message)
  }
})

test('a rollback leaves exactly the earlier template, and nothing the newer one had beyond it', async (t) => {
  const shop = await openShop(t)
  const result = await shop.act('rollback_deployment', CHECKOUT)
  assert.ok(result.success, result.error)
  const { template } = deployment(shop).spec
  assert.deepEqual(template.spec, OLD_TEMPLATE.spec)
  assert.deepEqual([template.metadata.labels, template.metadata.annotations], [{ app: 'checkout' }, undefined])
  assert.equal(deployment(shop).metadata.annotations['kubernetes.io/change-cause'], undefined)
  assert.deepEqual(result.rollback, { plugin: 'rollback_deployment', parameters: { ...CHECKOUT, revision: 2 } })
})

test('a rollback can be undone: what ran before runs again', async (t) => {
  const shop = await openShop(t, { pace: 'at once', foretell: () => 'ready' })
  const before = deployment(shop).spec.template
  const { rollback } = await shop.act('rollback_deployment', CHECKOUT)
  assert.notDeepEqual(deployment(shop).spec.template, before)
  const undone = await shop.act(rollback.plugin, rollback.parameters)
  assert.ok(undone.success, undone.error)
  assert.deepEqual(deployment(shop).spec.template, before)
})

test('a rollback to nowhere is refused when it is planned', async (t) => {
  const shop = await openShop(t)
  const plan = (revision?: number) => shop.plan('rollback_deployment', { ...CHECKOUT, ...(revision && { revision }) })
  await assert.rejects(plan(7), /has no revision 7; there are 1/)
  await assert.rejects(plan(2), /Revision 2 of checkout is the current one/)
  shop.simulator.store.edit(deployment(shop), (draft) => {
    draft.spec.paused = true
  })
  await assert.rejects(plan(), /is paused/)
  shop.simulator.store.edit(deployment(shop), (draft) => {
    draft.spec.paused = false
  })
  shop.simulator.store.remove(shop.simulator.store.find('ReplicaSet', SHOP, 'checkout-1') as Json)
  await assert.rejects(plan(), /no earlier revision/)
})

test('a rollback whose target went in the meantime changes nothing', async (t) => {
  const { plan, act, simulator } = await openShop(t)
  const { preconditions: planned } = await plan('rollback_deployment', CHECKOUT)
  simulator.store.remove(simulator.store.find('ReplicaSet', SHOP, 'checkout-1') as Json)
  const result = await act('rollback_deployment', CHECKOUT, { planned })
  assert.deepEqual([result.isSkipped, simulator.recorder.effects.length], [true, 0])
})

test('a node is closed to new pods and opened again', async (t) => {
  const { act, simulator, plan } = await openShop(t)
  const isClosed = () => simulator.store.find('Node', undefined, 'node-b')?.spec.unschedulable ?? false
  const closed = await act('cordon_node', { node: 'node-b' })
  assert.deepEqual(
    [closed.success, closed.before.unschedulable, closed.after.unschedulable, isClosed()],
    [true, false, true, true],
  )
  await assert.rejects(plan('cordon_node', { node: 'node-b' }), /closed to new pods already/)
  const opened = await act(closed.rollback.plugin, closed.rollback.parameters)
  assert.deepEqual([opened.success, isClosed()], [true, false])
  await assert.rejects(plan('cordon_node', { node: 'node-b', uncordon: true }), /open to new pods already/)
  await assert.rejects(plan('cordon_node', { node: 'nope' }), /There is no node nope/)
})

test('of the pods that failed only the evicted ones are removed', async (t) => {
  const { act, plan, simulator } = await openShop(t)
  const { effect } = await plan('delete_evicted_pods', { namespace: SHOP })
  assert.deepEqual(
    effect.targets.map(({ name }) => name),
    ['evicted-1', 'evicted-2'],
  )
  const result = await act('delete_evicted_pods', { namespace: SHOP })
  assert.ok(result.success, result.error)
  assert.deepEqual(
    simulator.recorder.changes().map(({ name }) => name),
    ['evicted-1', 'evicted-2'],
  )
  assert.ok(simulator.store.find('Pod', SHOP, 'failed-otherwise'))
  assert.ok(simulator.recorder.requests.every(({ path }) => !path.includes('status.reason')))
  await assert.rejects(plan('delete_evicted_pods', { namespace: SHOP }), /no evicted pod/)
})

test('evicted pods that were gone or replaced meanwhile are left alone', async (t) => {
  const { act, plan, simulator } = await openShop(t)
  const { preconditions: planned } = await plan('delete_evicted_pods', { namespace: SHOP })
  simulator.store.edit(simulator.store.find('Pod', SHOP, 'evicted-1') as Json, (draft) => {
    draft.metadata.uid = 'another'
  })
  const result = await act('delete_evicted_pods', { namespace: SHOP }, { planned })
  assert.ok(result.success)
  assert.deepEqual(
    simulator.recorder.changes().map(({ name }) => name),
    ['evicted-2'],
  )
  const again = await act('delete_evicted_pods', { namespace: SHOP }, { planned })
  assert.deepEqual([again.isSkipped, simulator.recorder.changes().length], [true, 1])
})

type Move = [name: string, what: string, move: (shop: TestCluster) => void]

const edit =
  (kind: string, name: string, change: (draft: Json) => void, namespace: string | undefined = SHOP) =>
  (shop: TestCluster) => {
    shop.simulator.store.edit(shop.simulator.store.find(kind, namespace, name) as Json, change)
  }

const MOVES: Move[] = [
  [
    'restart_pod',
    'another pod took the name',
    edit('Pod', 'checkout-1-aaaaa', (draft) => {
      draft.metadata.uid = 'another'
    }),
  ],
  [
    'restart_pod',
    'the pod is gone',
    ({ simulator }) => simulator.store.remove(simulator.store.find('Pod', SHOP, 'checkout-1-aaaaa') as Json),
  ],
  [
    'scale_deployment',
    'somebody scaled it',
    edit('Deployment', 'checkout', (draft) => {
      draft.spec.replicas = 9
    }),
  ],
  [
    'scale_deployment',
    'somebody changed its specification',
    edit('Deployment', 'checkout', (draft) => {
      draft.metadata.generation = 3
    }),
  ],
  [
    'rollback_deployment',
    'a new revision came out',
    edit('Deployment', 'checkout', (draft) => {
      draft.metadata.annotations['deployment.kubernetes.io/revision'] = '3'
    }),
  ],
  [
    'rollback_deployment',
    'it was made anew',
    edit('Deployment', 'checkout', (draft) => {
      draft.metadata.uid = 'another'
    }),
  ],
  [
    'cordon_node',
    'somebody closed it',
    (shop) => {
      shop.simulator.store.edit(shop.simulator.store.find('Node', undefined, 'node-b') as Json, (draft) => {
        draft.spec.unschedulable = true
      })
    },
  ],
  [
    'cordon_node',
    'it is another machine',
    (shop) => {
      shop.simulator.store.edit(shop.simulator.store.find('Node', undefined, 'node-b') as Json, (draft) => {
        draft.metadata.uid = 'another'
      })
    },
  ],
]

for (const [name, what, move] of MOVES) {
  test(`${name}: nothing is changed when ${what} since the plan`, async (t) => {
    const shop = await openShop(t)
    const parameters = ACTS.find(([one]) => one === name)?.[1] ?? {}
    const { preconditions: planned } = await shop.plan(name, parameters)
    move(shop)
    const result = await shop.act(name, parameters, { planned })
    assert.deepEqual([result.success, result.isSkipped], [false, true])
    assert.match(result.error ?? '', /^Nothing was changed: /)
    assert.equal(shop.simulator.recorder.effects.length, 0)
  })
}

test('a plan that carries nothing relies on nothing, and nothing is changed', async (t) => {
  const shop = await openShop(t)
  for (const [name, parameters] of ACTS) {
    const result = await shop.act(name, parameters, { planned: {} })
    assert.deepEqual([result.success, result.isSkipped], [false, true], name)
  }
  assert.equal(shop.simulator.recorder.effects.length, 0)
})

test('a status written between the look and the act costs another look, not the act', async (t) => {
  const shop = await openShop(t)
  const held = shop.simulator.faults.add({ method: 'PATCH', does: 'hold' })
  const acting = shop.act('scale_deployment', { ...CHECKOUT, replicas: 4 })
  await eventually('the patch is on its way', () => held.hits() === 1)
  shop.simulator.store.edit(deployment(shop), (draft) => {
    draft.status.readyReplicas = 1
  })
  held.release()
  assert.ok((await acting).success)
  const statuses = shop.simulator.recorder.effects.map(({ status }) => status)
  assert.deepEqual([statuses, deployment(shop).spec.replicas], [[409, 200], 4])
})

test('a change of the specification between the look and the act stops it', async (t) => {
  const shop = await openShop(t)
  const held = shop.simulator.faults.add({ method: 'PATCH', does: 'hold' })
  const acting = shop.act('scale_deployment', { ...CHECKOUT, replicas: 4 })
  await eventually('the patch is on its way', () => held.hits() === 1)
  shop.simulator.store.edit(deployment(shop), (draft) => {
    draft.spec.replicas = 6
  })
  held.release()
  assert.equal((await acting).isSkipped, true)
  assert.equal(deployment(shop).spec.replicas, 6)
})

test('an object that never rests is given up on', async (t) => {
  const shop = await openShop(t)
  const conflict = { status: 409, message: 'the object has been modified' }
  shop.simulator.faults.add({ method: 'PATCH', times: 3, does: conflict })
  const result = await shop.act('scale_deployment', { ...CHECKOUT, replicas: 5 })
  assert.deepEqual([result.success, deployment(shop).spec.replicas], [false, 3])
  assert.match(result.error ?? '', /modified/)
})

test('an account that may only read is refused in the server’s words', async (t) => {
  const shop = await openShop(t, { denials: [ONLY_READING] })
  for (const [name, parameters] of ACTS) {
    const result = await shop.act(name, parameters)
    assert.equal(result.success, false, name)
    assert.match(
      result.error ?? '',
      /is forbidden: User "system:serviceaccount:firebreak:firebreak" cannot (patch|delete)/,
    )
  }
  assert.equal(shop.simulator.recorder.changes().length, 0)
})

test('an answer that was lost is not taken for a refusal', async (t) => {
  const shop = await openShop(t)
  shop.simulator.faults.add({ method: 'PATCH', does: 'cut after' })
  const result = await shop.act('scale_deployment', { ...CHECKOUT, replicas: 4 })
  assert.deepEqual([result.success, result.isUnknown], [false, true])
  assert.match(result.error ?? '', /Whether the change was made is not known/)
  assert.equal(result.before.replicas, 3)
  assert.equal(shop.simulator.recorder.changes().length, 1)
})

test('what could not be deleted is told with the server’s reason, and keeps none of the others', async (t) => {
  const { act, simulator } = await openShop(t)
  simulator.faults.add({
    method: 'DELETE',
    path: /evicted-1/,
    does: { status: 500, message: 'the admission webhook denied it' },
  })
  const result = await act('delete_evicted_pods', { namespace: SHOP })
  assert.equal(result.success, false)
  assert.match(result.message ?? '', /^1 evicted pod deleted\. 1 could not be deleted: evicted-1: .*webhook denied it/)
  assert.deepEqual(result.after.evicted, ['evicted-1'])
})
