import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  condition,
  deployment,
  minutesAgo,
  NOW,
  node,
  object,
  pod,
} from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { cordonGate, evictedGate, restartGate, rollbackGate, scaleGate } from './gates.ts'

const WEB = { kind: 'Deployment', namespace: 'shop', name: 'web' } as const
const GUILTY = [{ field: 'spec.containers[app].image', from: 'app:1', to: 'app:2' }]
const of = (image: string) => ({ containers: [{ name: 'app', image }] })

async function clusterOf(objects: Parameters<typeof clusterSceneOf>[0]['objects']) {
  const { cluster } = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  if (!cluster) throw new Error('The cluster was not looked at.')
  return cluster
}

const rolledOut = (age: number) => [
  ...deployment('web', {
    revisions: [
      { template: of('app:1'), age: 9000 },
      { template: of('app:2'), age },
    ],
  }),
  pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', age }),
]

function since(minutes: number): Date {
  return new Date(minutesAgo(minutes))
}

test('a rollback needs a fault that began with the newest revision', async () => {
  const cluster = await clusterOf(rolledOut(30))
  const gate = (began: number, guilty = GUILTY) =>
    rollbackGate({ cluster, now: NOW }, { why: 'x', workload: WEB, since: since(began), guilty })
  assert.equal(gate(29).actions[0]?.plugin, 'rollback_deployment')
  assert.match(gate(60).noActionReason ?? '', /began before revision 2/)
  assert.match(gate(29, []).noActionReason ?? '', /no different in this/)
})

test('a return past a harmless revision is judged by the one that it undoes first', async () => {
  const revisions = [
    { template: of('app:1'), age: 9000 },
    { template: of('app:2'), age: 50 },
    { template: of('app:3'), age: 10 },
  ]
  const cluster = await clusterOf([
    ...deployment('web', { revisions }),
    pod('web-3-aaaaa', { owner: 'ReplicaSet/web-3', age: 10 }),
  ])
  const gate = (began: number, backTo?: number) =>
    rollbackGate({ cluster, now: NOW }, { why: 'x', workload: WEB, since: since(began), guilty: GUILTY, backTo })
  assert.equal(gate(48, 1).actions[0]?.parameters.revision, 1)
  assert.match(gate(48).noActionReason ?? '', /began before revision 3/)
  assert.match(gate(90, 1).noActionReason ?? '', /began before revision 2/)
})

test('a revision that ran well for a day is not returned from', async () => {
  const cluster = await clusterOf(rolledOut(1500))
  const gated = rollbackGate({ cluster, now: NOW }, { why: 'x', workload: WEB, since: since(5), guilty: GUILTY })
  assert.match(gated.noActionReason ?? '', /ran for 25 hours before it began/)
  const fault = { why: 'x', workload: WEB, since: since(1500), guilty: GUILTY }
  const late = rollbackGate({ cluster, now: NOW, subject: { startedAt: since(5) } }, fault)
  assert.match(late.noActionReason ?? '', /ran for 25 hours before the alert/)
  const setting = [{ field: 'spec.containers[app].env', from: 'POOL=10', to: 'POOL=2' }]
  const slow = rollbackGate({ cluster, now: NOW, subject: { startedAt: since(5) } }, { ...fault, guilty: setting })
  assert.doesNotMatch(slow.noActionReason ?? '', /before the alert/)
})

test('a first revision, and what is no Deployment, cannot be returned from', async () => {
  const cluster = await clusterOf([...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })])
  const gate = (workload: Parameters<typeof rollbackGate>[1]['workload']) =>
    rollbackGate({ cluster, now: NOW }, { why: 'x', workload, since: undefined, guilty: GUILTY }).noActionReason ?? ''
  assert.match(gate(WEB), /no earlier revision/)
  assert.match(gate({ ...WEB, kind: 'StatefulSet' }), /A StatefulSet has no revisions/)
})

test('only a running pod that somebody would replace is restarted', async () => {
  const lost = node('node-x', { conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 30)] })
  const cluster = await clusterOf([
    ...deployment('web'),
    lost,
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
    pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', node: 'node-x' }),
    pod('web-1-ccccc', { owner: 'ReplicaSet/web-1', metadata: { deletionTimestamp: minutesAgo(1) } }),
    pod('lonely'),
    pod('batch-1', { owner: 'Job/batch' }),
  ])
  const gate = (name: string) => {
    const found = cluster.pods.find((one) => one.name === name)
    if (!found) throw new Error(`There is no ${name}.`)
    return restartGate({ cluster, now: NOW, why: 'x', pod: found })
  }
  assert.deepEqual(gate('web-1-aaaaa').actions[0]?.parameters, { namespace: 'shop', pod_name: 'web-1-aaaaa' })
  assert.match(gate('web-1-bbbbb').noActionReason ?? '', /node node-x is not ready/)
  assert.match(gate('web-1-ccccc').noActionReason ?? '', /being deleted already/)
  assert.match(gate('lonely').noActionReason ?? '', /Nothing owns/)
  assert.match(gate('batch-1').noActionReason ?? '', /belongs to a Job/)
})

test('a scale is half as many again, for evenly loaded replicas without an autoscaler', async () => {
  const pods = ['aaaaa', 'bbbbb', 'ccccc', 'ddddd'].map((end) => pod(`web-1-${end}`, { owner: 'ReplicaSet/web-1' }))
  const objects = [...deployment('web', { replicas: 4 }), ...pods]
  const cluster = await clusterOf(objects)
  const scale = { cluster, now: NOW, why: 'x', workload: WEB, isEvenlySaturated: true }
  assert.equal(scaleGate(scale).actions[0]?.parameters.replicas, 6)
  assert.match(scaleGate({ ...scale, isEvenlySaturated: false }).noActionReason ?? '', /not evenly loaded/)
  const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 9 }
  const scaled = await clusterOf([...objects, object('HorizontalPodAutoscaler', 'web-scaler', { spec })])
  assert.match(scaleGate({ ...scale, cluster: scaled }).noActionReason ?? '', /Autoscaler web-scaler decides/)
})

test('only a node that is bad now and still takes pods is closed', async () => {
  const full = condition('DiskPressure', 'True', 'KubeletHasDiskPressure', 10)
  const cluster = await clusterOf([
    node('well'),
    node('full', { conditions: [full] }),
    node('closed', { conditions: [full], unschedulable: true }),
    pod('web-1-aaaaa'),
  ])
  const gate = (name: string) => {
    const found = cluster.nodes.find((one) => one.name === name)
    if (!found) throw new Error(`There is no ${name}.`)
    return cordonGate({ cluster, now: NOW, why: 'x', node: found })
  }
  assert.deepEqual(gate('full').actions[0]?.parameters, { node: 'full' })
  assert.match(gate('well').noActionReason ?? '', /is well now/)
  assert.match(gate('closed').noActionReason ?? '', /takes no new pods already/)
})

test('evicted pods are removed only where there are any', async () => {
  const evicted = pod('web-1-aaaaa', {
    status: { phase: 'Failed', reason: 'Evicted', conditions: [], containerStatuses: [] },
  })
  const cluster = await clusterOf([evicted])
  assert.equal(
    evictedGate({ cluster, now: NOW, namespace: 'shop', why: 'x' }).actions[0]?.plugin,
    'delete_evicted_pods',
  )
  assert.match(evictedGate({ cluster, now: NOW, namespace: 'other', why: 'x' }).noActionReason ?? '', /no evicted pod/)
})
