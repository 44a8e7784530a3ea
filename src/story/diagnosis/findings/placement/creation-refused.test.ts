import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, event, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { creationRefused } from './creation-refused.ts'

const LABELS = { deployment: 'web' }
const REVISIONS = [{ replicas: 2 }, { replicas: 1, ready: 0, age: 20 }]
const OLD = ['aaaaa', 'bbbbb'].map((name) => pod(`web-1-${name}`, { owner: 'ReplicaSet/web-1' }))

function refused(message: string) {
  return [
    ...deployment('web', { replicas: 2, revisions: REVISIONS }),
    ...OLD,
    event({ about: 'ReplicaSet/web-2', reason: 'FailedCreate', message: `Error creating: ${message}` }),
  ]
}

const DOWN =
  'Internal error occurred: failed calling webhook "check.gate.io": failed to call webhook: Post "https://gate.policy.svc:443/check?timeout=10s": dial tcp 10.96.0.8:443: connect: connection refused'

test('a webhook that cannot be asked is told with how its backend fares', async () => {
  const sick = pod('gate-1-xxxxx', {
    owner: 'ReplicaSet/gate-1',
    metadata: { namespace: 'policy' },
    status: {
      conditions: [condition('Ready', 'False', 'ContainersNotReady', 30)],
      containerStatuses: [
        { name: 'app', ready: false, restartCount: 9, state: { waiting: { reason: 'CrashLoopBackOff' } } },
      ],
    },
  })
  const endpoints = object('Endpoints', 'gate', { metadata: { namespace: 'policy' }, subsets: [] })
  const scene = await clusterSceneOf({ labels: LABELS, objects: [...refused(DOWN), sick, endpoints] })
  const found = onlyFinding(creationRefused(scene), scene)
  assert.equal(found.kind, 'admission_webhook_down')
  assert.deepEqual(found.restsOn?.[0], { kind: 'Pod', namespace: 'policy', name: 'gate-1-xxxxx' })
  assert.match(found.statement, /Deployment web has 0 of the 1 pods ReplicaSet web-2 should have/)
  assert.match(
    found.statement,
    /webhook check\.gate\.io \(service policy\/gate\) cannot be asked: the connection is refused/,
  )
  assert.match(
    found.statement,
    /no ready endpoints.*gate-1-xxxxx is not ready: container app CrashLoopBackOff, 9 restarts/,
  )
  assert.deepEqual(found.actions, [])
})

const REFUSALS: readonly (readonly [message: string, kind: string, said: RegExp])[] = [
  [
    'admission webhook "kyverno.svc" denied the request: image must be signed',
    'admission_denied',
    /kyverno\.svc denies/,
  ],
  [
    'pods "web-2-z" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false',
    'pod_security',
    /restricted:latest/,
  ],
  [
    'pods "web-2-z" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    'limit_range',
    /LimitRange.*but limit is 2Gi/,
  ],
  [
    'pods "web-2-z" is forbidden: error looking up service account shop/robot: serviceaccount "robot" not found',
    'service_account_missing',
    /robot does not exist/,
  ],
]

test('each refusal of the API server is told by its own kind', async () => {
  for (const [message, kind, said] of REFUSALS) {
    const scene = await clusterSceneOf({ labels: LABELS, objects: refused(message) })
    const found = onlyFinding(creationRefused(scene), scene)
    assert.equal(found.kind, kind)
    assert.match(found.statement, said)
    assert.deepEqual(found.actions, [])
  }
})

test('a refusal that is healed is history', async () => {
  const there = pod('web-2-ccccc', { owner: 'ReplicaSet/web-2' })
  assert.deepEqual(creationRefused(await clusterSceneOf({ labels: LABELS, objects: [...refused(DOWN), there] })), [])
})

test('what is refused to somebody else is only worth knowing', async () => {
  const objects = [...refused(DOWN), ...deployment('other'), pod('other-1-aaaaa', { owner: 'ReplicaSet/other-1' })]
  const scene = await clusterSceneOf({ labels: { deployment: 'other' }, objects })
  assert.equal(onlyFinding(creationRefused(scene), scene).weight, 'context')
})
