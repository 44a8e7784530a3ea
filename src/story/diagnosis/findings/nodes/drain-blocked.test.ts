import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { drainBlocked } from './drain-blocked.ts'

const DRAINING = {
  alertName: 'NodeDrainStuck',
  labels: { node: 'n1', namespace: '' },
  text: 'node n1 is draining for an hour',
}

function budget(spec: object, status: object, selector: object = { matchLabels: { app: 'gate' } }) {
  return object('PodDisruptionBudget', 'gate-keep', {
    spec: { selector, ...spec },
    status: { currentHealthy: 2, desiredHealthy: 2, disruptionsAllowed: 0, expectedPods: 2, ...status },
  })
}

const gate = (name: string, on: string, status: object = {}) =>
  pod(name, { owner: 'ReplicaSet/gate-1', node: on, labels: { app: 'gate' }, status: status as never })
const WORLD = [
  node('n1', { unschedulable: true }),
  node('n2'),
  ...deployment('gate', { replicas: 2 }),
  gate('gate-1-aaaaa', 'n1'),
  gate('gate-1-bbbbb', 'n2'),
  pod('logs-xxxxx', { owner: 'DaemonSet/logs', node: 'n1' }),
]

test('a drain that does not end names pod, budget and node, and changes nothing', async () => {
  const scene = await clusterSceneOf({ ...DRAINING, objects: [...WORLD, budget({ minAvailable: 2 }, {})] })
  const found = onlyFinding(drainBlocked(scene), scene)
  assert.match(
    found.statement,
    /Node n1 is cordoned and cannot be emptied: pod shop\/gate-1-aaaaa may not be evicted, because PodDisruptionBudget shop\/gate-keep allows 0 disruptions \(it wants 2 healthy pods of 2, and 2 are healthy\)/,
  )
  assert.match(found.suggestions.join(' '), /one replica more of Deployment gate \(3 instead of 2\)/)
  assert.deepEqual(found.actions, [])
})

test('a budget by expression is understood, and one that may miss none is not helped by a replica more', async () => {
  const selector = { matchExpressions: [{ key: 'app', operator: 'In', values: ['gate', 'door'] }] }
  const scene = await clusterSceneOf({ ...DRAINING, objects: [...WORLD, budget({ maxUnavailable: 0 }, {}, selector)] })
  const found = onlyFinding(drainBlocked(scene), scene)
  assert.match(found.statement, /gate-1-aaaaa may not be evicted/)
  assert.doesNotMatch(found.suggestions.join(' '), /one replica more/)
})

test('where too few are healthy, those are to be healed first', async () => {
  const scene = await clusterSceneOf({
    ...DRAINING,
    objects: [...WORLD, budget({ minAvailable: 2 }, { currentHealthy: 1 })],
  })
  assert.match(
    onlyFinding(drainBlocked(scene), scene).suggestions.join(' '),
    /Heal the pods .* 1 of 2 wanted are healthy/,
  )
})

test('a drain told without a node is looked at on the nodes that are closed', async () => {
  const given = { alertName: 'UpgradeStuck', text: 'node pool upgrade does not finish', labels: { namespace: '' } }
  const scene = await clusterSceneOf({ ...given, objects: [...WORLD, budget({ minAvailable: 2 }, {})] })
  assert.match(onlyFinding(drainBlocked(scene), scene).statement, /Node n1/)
})

test('a budget that allows one, or covers others, blocks nobody', async () => {
  const allows = await clusterSceneOf({
    ...DRAINING,
    objects: [...WORLD, budget({ minAvailable: 1 }, { disruptionsAllowed: 1, desiredHealthy: 1 })],
  })
  assert.deepEqual(drainBlocked(allows), [])
  const others = await clusterSceneOf({
    ...DRAINING,
    objects: [...WORLD, budget({ minAvailable: 2 }, {}, { matchLabels: { app: 'door' } })],
  })
  assert.deepEqual(drainBlocked(others), [])
})

test('a node that is open, in an alert of its load, has nothing to do with budgets', async () => {
  const objects = [node('n1'), node('n2'), ...WORLD.slice(2), budget({ minAvailable: 2 }, {})]
  const scene = await clusterSceneOf({ alertName: 'NodeHighCpu', labels: { node: 'n1', namespace: '' }, objects })
  assert.deepEqual(drainBlocked(scene), [])
  assert.ok(scene.exhibits.every(({ parameters }) => !String(parameters.command).includes('budgets')))
})

test('an alert of the budget itself tells who is missing', async () => {
  const objects = [...WORLD.slice(0, -3), gate('gate-1-aaaaa', 'n2'), budget({ minAvailable: 2 }, {})]
  const labels = { poddisruptionbudget: 'gate-keep' }
  const scene = await clusterSceneOf({
    alertName: 'PodDisruptionBudgetAtLimit',
    labels,
    objects: [...objects, gate('gate-1-bbbbb', 'n2')],
  })
  assert.match(
    onlyFinding(drainBlocked(scene), scene).statement,
    /PodDisruptionBudget shop\/gate-keep allows 0 disruptions/,
  )
})
