import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing, endOf, inInit } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { pod: 'web-2-aaaaa' }
const PLAIN = { containers: [{ name: 'app', image: 'app:1' }] }
const WITH_STEP = {
  ...PLAIN,
  initContainers: [
    { name: 'prepare', image: 'tools:1', command: ['sh', '-c', 'curl -f https://files.example/base.bin'] },
  ],
}
const RUNNING = inInit({ state: { running: { startedAt: minutesAgo(18) } } })
const NXDOMAIN = "** server can't find parts-config.shop.svc.cluster.local: NXDOMAIN"

function world(before: object, status: object, lines: readonly string[], previous = false) {
  return {
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: before as never }, { template: WITH_STEP, age: 19 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: WITH_STEP, status: status as never, age: 19 }),
    ],
    logs: [{ pod: 'web-2-aaaaa', container: 'prepare', previous, lines }],
  }
}

test('a new init step that waits for a name nobody bears is rolled back', async () => {
  const scene = await clusterSceneOf(world(PLAIN, RUNNING, [NXDOMAIN, 'waiting for parts-config']))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'init_container_waits')
  assert.match(
    finding.statement,
    /init container prepare.*does not end.*can't find parts-config\.shop\.svc\.cluster\.local: NXDOMAIN/,
  )
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('a step that the revision before had as well is not cured by going back', async () => {
  const scene = await clusterSceneOf(world(WITH_STEP, RUNNING, [NXDOMAIN]))
  assert.deepEqual(onlyFinding(podStates(scene), scene).actions, [])
})

test('a step that fails is told with its exit code, its last words and what it asks for', async () => {
  const failing = inInit({
    restartCount: 7,
    state: { waiting: { reason: 'CrashLoopBackOff' } },
    lastState: { terminated: endOf({ exitCode: 22 }) },
  })
  const scene = await clusterSceneOf(
    world(WITH_STEP, failing, ['curl: (22) The requested URL returned error: 404'], true),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'init_container_fails')
  assert.match(finding.statement, /exit code 22 \(7 restarts\).*https:\/\/files\.example\/base\.bin.*error: 404/)
})

test('a step that began a minute ago is at work', async () => {
  const scene = await clusterSceneOf(world(PLAIN, inInit({ state: { running: { startedAt: minutesAgo(1) } } }), []))
  assert.deepEqual(podStates(scene), [])
})

test('a step that is done holds nobody', async () => {
  const done = { ready: true, state: { terminated: endOf({ exitCode: 0, reason: 'Completed' }) } }
  const scene = await clusterSceneOf(world(PLAIN, inInit(done), []))
  assert.deepEqual(podStates(scene), [])
})

const WAITING = {
  ...PLAIN,
  initContainers: [
    { name: 'prepare', image: 'tools:1', command: ['sh', '-c', 'until nc -z -w2 broker 5672; do sleep 2; done'] },
  ],
}

function waiting() {
  return {
    labels,
    objects: [
      ...deployment('web', {
        revisions: [
          { template: WAITING as never, age: 9000 },
          { template: WAITING as never, age: 900 },
        ],
      }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: WAITING as never, status: RUNNING as never, age: 19 }),
      ...deployment('broker'),
      pod('broker-1-aaaaa', { owner: 'ReplicaSet/broker-1', status: crashing() as never }),
    ],
    logs: [{ pod: 'web-2-aaaaa', container: 'prepare', lines: ['sleeping'] }],
  }
}

test('who waits for somebody that does not run is no cause; who does not run is one', async () => {
  const scene = await clusterSceneOf(waiting())
  const weights = podStates(scene).map(({ kind, subject, weight }) => [kind, subject.name, weight])
  assert.deepEqual(weights, [
    ['init_container_waits', 'web', 'symptom'],
    ['crash_loop', 'broker', 'cause'],
  ])
})

test('whom an init step waits for in another namespace is looked at there', async () => {
  const far = { ...PLAIN, initContainers: [{ name: 'prepare', image: 'tools:1', command: ['/wait'] }] }
  const scene = await clusterSceneOf({
    objects: [
      ...deployment('web', { revisions: [{ template: far as never, age: 900 }] }),
      pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', spec: far as never, status: RUNNING as never, age: 19 }),
      ...[
        ...deployment('broker'),
        pod('broker-1-aaaaa', { owner: 'ReplicaSet/broker-1', status: crashing() as never }),
      ].map((one) => ({ ...one, metadata: { ...one.metadata, namespace: 'infra' } })),
    ],
    labels: { pod: 'web-1-bbbbb' },
    logs: [{ pod: 'web-1-bbbbb', container: 'prepare', lines: ['broker.infra.svc:5672 not reachable yet'] }],
  })
  assert.deepEqual(
    podStates(scene).map(({ subject }) => subject.name),
    ['web', 'broker'],
  )
})
