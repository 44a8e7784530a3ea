import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import type { Finding } from '../finding.ts'
import { strangersAside } from './strangers.ts'

const OTHER: Finding = {
  kind: 'out_of_memory',
  statement: 'Container app of pod checkout-1-aaaaa is killed for want of memory.',
  evidence: [],
  facts: [],
  confidence: 0.9,
  situation: 'fault',
  weight: 'cause',
  subject: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
  actions: [{ plugin: 'rollback_deployment', parameters: {}, why: 'It began with revision 2.' }],
  suggestions: [],
}

type Logs = NonNullable<Parameters<typeof clusterSceneOf>[0]['logs']>

async function sceneOf(logs: Logs = []) {
  const objects = [
    ...[...deployment('web'), ...deployment('checkout')],
    ...['web', 'checkout'].map((name) => pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` })),
  ]
  return clusterSceneOf({ labels: { deployment: 'web' }, objects, logs })
}

async function judged(findings: readonly Finding[], logs: Logs = []) {
  return strangersAside(findings, await sceneOf(logs))
}

test('whom nothing ties to the subject is told beside, even in its namespace, and nothing is done to it', async () => {
  const [{ weight, actions, confidence } = OTHER] = await judged([OTHER])
  assert.deepEqual([weight, actions, confidence], ['context', [], 0.4])
})

test('whom the subject complains of may be the cause', async () => {
  const line = 'ERROR cannot reach http://checkout:8080/pay: connection refused'
  assert.deepEqual(await judged([OTHER], [{ pod: 'web-1-aaaaa', lines: [line] }]), [OTHER])
})

test('whom a finding about the subject names may be the cause', async () => {
  const own = {
    ...OTHER,
    kind: 'failing_dependency',
    statement: 'web fails because of Deployment checkout.',
    subject: { kind: 'Deployment', namespace: 'shop', name: 'web' },
  }
  assert.deepEqual(await judged([OTHER, own]), [OTHER, own])
})

test('the subject itself is no other', async () => {
  const own = { ...OTHER, subject: { kind: 'Deployment', namespace: 'shop', name: 'web' } }
  assert.deepEqual(await judged([own]), [own])
})
