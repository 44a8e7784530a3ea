import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../evidence.ts'
import type { Subject } from '../subject.ts'
import { objectFacts } from './objects.ts'
import { sessionFacts } from './sessions.ts'
import { stateFacts } from './states.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

function ago(minutes: number): string {
  return new Date(NOW.getTime() - minutes * 60_000).toISOString()
}

function exhibit(plugin: string, data: object): Exhibit {
  return { id: plugin, plugin, parameters: { namespace: 'mill' }, result: { success: true, data } }
}

const SUBJECT: Subject = {
  ...{ alertName: 'Alert', labels: {}, text: '', severityWord: '', isResolved: false, fromText: [] },
  ...{ startedAt: NOW, namespace: 'mill' },
}

function tellIn(...exhibits: Exhibit[]): string[] {
  const cluster = readClusterScene(exhibits, SUBJECT)
  return [...objectFacts(cluster, NOW), ...stateFacts(cluster, NOW)].map(({ text }) => text)
}

function grinder(suffix: string, minutes: number) {
  return {
    ...{ namespace: 'mill', name: `grinder-6c885549d-${suffix}`, phase: 'Running', ready: true },
    ...{ owner: 'ReplicaSet/grinder-6c885549d', creationTimestamp: ago(minutes) },
  }
}

function deployment(name: string, podLabels: object) {
  return { namespace: 'mill', name, replicas: 2, podLabels, replicaSets: [{ name: 'grinder-6c885549d' }] }
}

test('a host is told that alone bears a mark of which the others share another', () => {
  const node = (name: string, build: string) => ({
    name,
    labels: { 'kubernetes.io/hostname': name, 'example.com/build': build },
    conditions: [{ type: 'Ready', status: 'True' }],
  })
  const [odd, plain] = ['september', 'june'].map((build) =>
    tellIn(exhibit('list_pods', { pods: [], nodes: [node('m-1', 'june'), node('m-2', 'june'), node('m-3', build)] })),
  )
  assert.deepEqual(odd, ['Node m-3 alone has example.com/build september (the others: june)'])
  assert.deepEqual(plain, [])
})

test('a process is told that is older than what it reads, where its siblings are younger', () => {
  const pods = [grinder('aaaaa', 900), grinder('bbbbb', 20)]
  const read = (written: number) =>
    exhibit('describe_pod', {
      pod: grinder('bbbbb', 20),
      references: [{ kind: 'ConfigMap', name: 'sieve', exists: true, last_write: ago(written) }],
    })
  const listing = exhibit('list_pods', { pods, deployments: [deployment('grinder', { app: 'grinder' })] })
  const texts = tellIn(listing, read(60))
  assert.match(
    texts.join('\n'),
    /Pod grinder-6c885549d-aaaaa started before ConfigMap sieve, which it reads, was written/,
  )
  assert.deepEqual(tellIn(listing, read(1200)), [])
})

test('a Service that means the pods of two workloads is told with its selector', () => {
  const listing = exhibit('list_pods', {
    pods: [grinder('aaaaa', 900)],
    deployments: [deployment('grinder', { part: 'mill', app: 'grinder' }), deployment('replay', { part: 'mill' })],
  })
  const of = (selector: object) =>
    tellIn(listing, exhibit('describe_pod', { pod: grinder('aaaaa', 900), services: [{ name: 'flour', selector }] }))
  assert.match(of({ part: 'mill' }).join('\n'), /Service flour sends to the pods of grinder and replay: .*part=mill/)
  assert.deepEqual(of({ app: 'grinder' }), [])
})

test('a scheduled run that does not end is told with how long it lasts', () => {
  const jobs = [{ namespace: 'mill', name: 'pull-1', owner: 'CronJob/pull', active: 1, startTime: ago(1560) }]
  const listing = exhibit('list_pods', { pods: [], jobs, cronjobs: [] })
  assert.match(tellIn(listing).join('\n'), /Job pull-1 of CronJob pull is still running after 26 hours/)
})

test('a container that runs on beside one that has ended is named', () => {
  const containers = [
    { name: 'roll', state: { terminated: { reason: 'Completed', exitCode: 0 } } },
    { name: 'helper', ready: true, state: { running: { startedAt: ago(90) } } },
  ]
  const pod = { ...grinder('aaaaa', 90), ready: false, containerStatuses: containers }
  assert.match(tellIn(exhibit('list_pods', { pods: [pod] })).join('\n'), /container helper beside it still runs/)
})

test('a transaction that stays open is told with whose it is, and a short one is not', () => {
  const session = (pid: number, seconds: number) => ({
    ...{ pid, usename: 'loader', application_name: 'export', client_addr: null, backend_type: 'client backend' },
    ...{ datname: 'mill', state: 'active', xact_start: ago(seconds / 60), xact_seconds: seconds, query: 'FETCH 10' },
  })
  const idle = { ...session(43, 900), state: 'idle in transaction' }
  const thing = { longest_transactions: [session(41, 2000), session(42, 2)], idle_in_transaction: [idle] }
  const database = { connections: { exhibit: exhibit('active_connections', thing), thing } }
  const texts = sessionFacts(database as never).map(({ text }) => text)
  assert.equal(texts.length, 2)
  assert.match(texts[0] ?? '', /pid 41 .*transaction open for 33 min.*FETCH 10/)
  assert.match(texts[1] ?? '', /pid 43 .*is idle in transaction/)
})

test('what somebody wrote on a workload to have it left alone is told, also of a set', () => {
  const marks = { 'ops/notice': 'endurance test until Friday, no restarts' }
  const set = { namespace: 'mill', name: 'silo', replicas: 2, marks }
  const told = tellIn(exhibit('list_pods', { pods: [], statefulsets: [set] })).join('\n')
  assert.match(told, /On silo is written "ops\/notice: endurance test until Friday, no restarts"/)
})
