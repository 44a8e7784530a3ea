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

async function judgedFor(alertName: string, text: string, labels: Record<string, string> = {}, logs: Logs = []) {
  const objects = [
    ...[...deployment('web'), ...deployment('checkout')],
    ...['web', 'checkout'].map((name) => pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` })),
  ]
  const evidence = [{ call: 'C1', plugin: 'list_pods', quote: 'OOMKilled' }]
  const scene = await clusterSceneOf({ alertName, labels, text, objects })
  const heard = logs.length > 0 ? (await sceneOf(logs)).cluster?.logs : undefined
  const cluster = scene.cluster && { ...scene.cluster, logs: heard ?? [] }
  const [found] = strangersAside([{ ...OTHER, evidence }], { ...scene, ...(cluster && { cluster }) })
  return found as Finding
}

test('an alert that names only a place, and tells of something else than who fails there, does not mean him', async () => {
  for (const alertName of ['CertificateExpired', 'HighErrorRate', 'DiskLatencyHigh']) {
    const { weight, actions, confidence, statement, noActionReason } = await judgedFor(alertName, 'Look, please')
    assert.deepEqual([alertName, weight, actions, confidence], [alertName, 'context', [], 0.4])
    assert.match(statement, /^Also failing, not tied to this alert: Container app/)
    assert.match(noActionReason ?? '', /speaks of shop and names nobody there; nothing ties checkout to it/)
  }
})

test('an alert that tells of programs that do not run means whichever does not', async () => {
  for (const alertName of ['KubePodCrashLooping', 'KubeDeploymentReplicasMismatch', 'PodOOMKilled'])
    assert.equal((await judgedFor(alertName, 'Look, please')).weight, 'cause', alertName)
})

test('whom words mean, and of whom others in the place complain, is no stranger to an alert that names nobody', async () => {
  assert.equal((await judgedFor('Complaints', 'Nobody can check out', { namespace: '' })).weight, 'context')
  assert.equal((await judgedFor('CheckoutComplaints', 'Please look', { namespace: '' })).weight, 'cause')
  const line = 'ERROR cannot reach http://checkout:8080/pay: connection refused'
  assert.equal((await judgedFor('HighErrorRate', 'Look', {}, [{ pod: 'web-1-aaaaa', lines: [line] }])).weight, 'cause')
})

test('that neither he nor his place was named is said only where it is so', async () => {
  const { noActionReason } = await judgedFor('Silence', 'The fax prints nothing', { namespace: '' })
  assert.equal(noActionReason, 'The alert names neither checkout nor its namespace, so nothing is done for it.')
  const said = await judgedFor('Silence', 'The shop is silent', { namespace: '' })
  assert.match(said.noActionReason ?? '', /speaks of shop and names nobody there/)
})
