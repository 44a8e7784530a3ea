import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { dnsPolicy } from './dns-policy.ts'

const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }
const LOGS = [
  { pod: 'front-2-aaaaa', lines: ['2026-11-15T11:50:00Z ERROR getaddrinfo ENOTFOUND cart.shop.svc.cluster.local'] },
]
const CART = object('Service', 'cart', { spec: { selector: { app: 'cart' } } })
const ELSEWHERE = { dnsPolicy: 'None', dnsConfig: { nameservers: ['8.8.8.8'] } }

test('a pod that asks another DNS is told so, and rolled back where that is new', async () => {
  const revisions = [{ template: { dnsPolicy: 'ClusterFirst' } }, { template: ELSEWHERE, replicas: 1, age: 30 }]
  const objects = [
    ...deployment('front', { revisions }),
    pod('front-2-aaaaa', { owner: 'ReplicaSet/front-2', spec: ELSEWHERE, age: 29 }),
    CART,
  ]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: LOGS })
  const found = onlyFinding(dnsPolicy(scene), scene)
  assert.match(found.statement, /cannot resolve cart, a name of the cluster, because its dnsPolicy is None/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('with the usual policy, or without a complaint, there is nothing to say', async () => {
  const usual = [
    ...deployment('front', { revisions: [{}, {}] }),
    pod('front-2-aaaaa', { owner: 'ReplicaSet/front-2', spec: { dnsPolicy: 'ClusterFirst' } }),
    CART,
  ]
  assert.deepEqual(dnsPolicy(await clusterSceneOf({ ...ALERT, objects: usual, logs: LOGS })), [])
  const quiet = [
    ...deployment('front', { revisions: [{}, {}] }),
    pod('front-2-aaaaa', { owner: 'ReplicaSet/front-2', spec: ELSEWHERE }),
  ]
  assert.deepEqual(dnsPolicy(await clusterSceneOf({ ...ALERT, objects: quiet })), [])
})
