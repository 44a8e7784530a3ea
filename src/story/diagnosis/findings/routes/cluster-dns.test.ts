import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, node, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { clusterDns } from './cluster-dns.ts'

const PLACE = 'kube-system'
const CONFIG = { volumes: [{ name: 'config', configMap: { name: 'coredns', items: [{ key: 'Corefile' }] } }] }
const MAP = object('ConfigMap', 'coredns', {
  metadata: { namespace: PLACE, managedFields: [{ time: '2026-11-15T11:30:00Z' }] },
  data: { Corefile: '.:53 {\n    loop\n    forward . 10.96.0.10\n}' },
})
const OWNERS = deployment('coredns', { replicas: 2 }).map((one) => ({
  ...one,
  metadata: { ...one.metadata, namespace: PLACE },
}))

type State = { isReady: boolean; restarts?: number; waiting?: string }

function dnsPod(name: string, { isReady, restarts = 0, waiting }: State) {
  const state = waiting ? { waiting: { reason: waiting } } : { running: { startedAt: '2026-11-14T00:00:00Z' } }
  const last =
    restarts > 0
      ? { lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-11-15T11:58:00Z' } } }
      : {}
  return pod(name, {
    owner: 'ReplicaSet/coredns-1',
    node: 'worker-1',
    labels: { 'k8s-app': 'kube-dns' },
    spec: CONFIG,
    metadata: { namespace: PLACE },
    status: {
      conditions: [condition('Ready', isReady ? 'True' : 'False', 'ContainersNotReady', 40)],
      containerStatuses: [{ name: 'app', ready: isReady, restartCount: restarts, state, ...last }],
    },
  })
}

const LOOP = '[FATAL] plugin/loop: Loop (10.1.0.3:41000 -> :53) detected for zone "."'
const DOWN = { alertName: 'CoreDNSDown', labels: { namespace: '', job: 'kube-dns' } }

test('a DNS that forwards to itself is told with its own words and its configuration', async () => {
  const sick = { isReady: false, restarts: 9, waiting: 'CrashLoopBackOff' }
  const objects = [node('worker-1'), ...OWNERS, MAP, dnsPod('coredns-1-aaaaa', sick), dnsPod('coredns-1-bbbbb', sick)]
  const logs = ['coredns-1-aaaaa', 'coredns-1-bbbbb'].map((name) => ({ pod: name, previous: true, lines: [LOOP] }))
  const scene = await clusterSceneOf({ ...DOWN, objects, logs })
  const found = onlyFinding(clusterDns(scene), scene)
  assert.match(found.statement, /0 of 2 DNS pods are ready.*plugin\/loop.*in a loop.*"forward \. 10\.96\.0\.10"/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

const WEDGED = { alertName: 'KubePodNotReady', labels: { namespace: PLACE, pod: 'coredns-1-aaaaa' } }
const LOST =
  '2026-11-15T11:20:00Z [WARNING] plugin/kubernetes: Kubernetes API connection failure: watch connection lost'

test('one wedged replica among well ones is restarted, and no other', async () => {
  const objects = [
    node('worker-1'),
    ...OWNERS,
    MAP,
    dnsPod('coredns-1-aaaaa', { isReady: false }),
    dnsPod('coredns-1-bbbbb', { isReady: true }),
  ]
  const scene = await clusterSceneOf({ ...WEDGED, objects, logs: [{ pod: 'coredns-1-aaaaa', lines: [LOST] }] })
  const found = onlyFinding(clusterDns(scene), scene)
  assert.equal(found.kind, 'dns_replica_wedged')
  assert.match(found.statement, /coredns-1-aaaaa is stuck.*1 of 2 replicas are ready.*watch connection lost/)
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
    [['restart_pod', { namespace: PLACE, pod_name: 'coredns-1-aaaaa' }]],
  )
})

test('a replica that keeps crashing, or where no other serves, is not restarted', async () => {
  const crashing = dnsPod('coredns-1-aaaaa', { isReady: false, restarts: 5, waiting: 'CrashLoopBackOff' })
  const one = await clusterSceneOf({
    ...WEDGED,
    objects: [node('worker-1'), ...OWNERS, MAP, crashing, dnsPod('coredns-1-bbbbb', { isReady: true })],
  })
  assert.deepEqual(onlyFinding(clusterDns(one), one).actions, [])
  const both = [dnsPod('coredns-1-aaaaa', { isReady: false }), dnsPod('coredns-1-bbbbb', { isReady: false })]
  const all = await clusterSceneOf({ ...WEDGED, objects: [node('worker-1'), ...OWNERS, MAP, ...both] })
  assert.deepEqual(onlyFinding(clusterDns(all), all).actions, [])
})

test('DNS pods that are well are not accused by one service that cannot resolve one name', async () => {
  const objects = [
    node('worker-1'),
    ...OWNERS,
    dnsPod('coredns-1-aaaaa', { isReady: true }),
    ...deployment('web'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
  ]
  const logs = [{ pod: 'web-1-aaaaa', lines: ['ERROR lookup nowhere.example: no such host'] }]
  const scene = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { service: 'web' }, objects, logs })
  assert.deepEqual(clusterDns(scene), [])
})
