import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPEN_GATES } from '../../../test/world/mind/analysis-of.ts'
import { condition, deployment, node, object, pod } from '../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../test/world/scene/container-states.ts'
import { conclude } from './conclude.ts'
import { CLUSTER_ANALYZERS, CONTAINER_ANALYZERS } from './findings/analyzers.ts'
import { rank } from './rank.ts'

const UNSET = ['starting', 'FATAL required environment variable REGION is not set']

type Claim = {
  text: string
  lines?: readonly string[]
  end?: Parameters<typeof crashing>[0]
  beside?: readonly object[]
}

async function concluded({ text, lines = UNSET, end = {}, beside = [] }: Claim) {
  const objects = [
    node('worker-1'),
    ...deployment('web'),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', status: crashing(end) }),
    ...(beside as ReturnType<typeof node>[]),
  ]
  const logs = [{ pod: 'web-1-aaaaa', previous: true, lines }]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, text, objects, logs })
  const findings = [...CONTAINER_ANALYZERS, ...CLUSTER_ANALYZERS].flatMap((analyze) => analyze(scene))
  const { diagnosis } = conclude(rank(findings, scene.subject), scene, OPEN_GATES)
  return { ...diagnosis, refuted: diagnosis.ruledOut[0] ?? '' }
}

test('memory is not the reason where the container ended otherwise', async () => {
  for (const text of ['JVM heap exhausted in web', 'web runs out of memory', 'Memory leak: heap is full']) {
    const { refuted, conclusion, keyFindings } = await concluded({ text })
    assert.match(refuted, /^Memory is not the reason.*container app ended with Error, exit code 1/)
    assert.ok(conclusion.includes(refuted))
    assert.ok(keyFindings.find((one) => one.text === refuted)?.evidence.length)
  }
})

test('an end for want of memory, or a log that speaks of it, refutes nothing', async () => {
  const killed = await concluded({ text: 'heap exhausted', end: { reason: 'OOMKilled', exitCode: 137 } })
  assert.equal(killed.refuted, '')
  const spoken = await concluded({
    text: 'heap exhausted',
    lines: [...UNSET, 'java.lang.OutOfMemoryError: Java heap space'],
  })
  assert.equal(spoken.refuted, '')
})

test('neither does a program’s other word for it, or a log that nobody could read', async () => {
  for (const lines of [[...UNSET, "terminate called after throwing an instance of 'std::bad_alloc'"], []])
    assert.equal((await concluded({ text: 'heap exhausted', lines, end: { exitCode: 3 } })).refuted, '')
})

const STORE = [
  object('StatefulSet', 'orders-db', { spec: { replicas: 1 }, status: { readyReplicas: 1, updatedReplicas: 1 } }),
  pod('orders-db-0', { owner: 'StatefulSet/orders-db', node: 'worker-1' }),
]

test('a database that is said to be away and has all its pods ready is told so, without repeating the word', async () => {
  const { refuted } = await concluded({ text: 'Checkout fails: the database is down', beside: STORE })
  assert.match(refuted, /^StatefulSet orders-db, a database, has all its pods ready/)
  assert.doesNotMatch(refuted, /down/)
  const other = await concluded({ text: 'Checkout fails: redis is down', beside: STORE })
  assert.equal(other.refuted, '', 'one store tells nothing of another')
  const unready = pod('orders-db-0', {
    ...{ owner: 'StatefulSet/orders-db', node: 'worker-1' },
    status: { conditions: [condition('Ready', 'False', 'ContainersNotReady', 30)] },
  })
  const away = await concluded({ text: 'the database is down', beside: [...STORE.slice(0, 1), unready] })
  assert.equal(away.refuted, '')
})

test('a node that is said to be lost and is Ready is told so', async () => {
  const { refuted } = await concluded({ text: 'web fails because its node is dead' })
  assert.match(refuted, /node it runs on, worker-1, is Ready/)
})

test('an alert that asserts nothing gets no answer to it', async () => {
  assert.equal((await concluded({ text: 'Pod is crash looping.' })).refuted, '')
})
