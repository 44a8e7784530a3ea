import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import { forbids } from './hands-off.ts'
import { whyLeftAlone } from './left-alone.ts'

const LONG = `${'Batch of the day, see the calendar of the harvest. '.repeat(12)}Do not restart before Thursday.`

function owned(kind: string, name: string) {
  return { ownerReferences: [{ kind, name, uid: `${kind}/${name}`, controller: true }] }
}

/** A Deployment with one pod and a StatefulSet with one, and what is written on some of them. */
function clusterWith(written: Readonly<Record<string, Record<string, string>>>): Pick<Cluster, 'get' | 'list'> {
  const made = (kind: string, name: string, rest: object = {}, spec: object = {}) => ({
    kind,
    metadata: { name, namespace: 'mill', uid: `${kind}/${name}`, annotations: written[`${kind}/${name}`], ...rest },
    spec,
  })
  const labels = { app: 'stone' }
  const template = { metadata: { annotations: written['template/stone'] } }
  const objects: ClusterObject[] = [
    made('Namespace', 'mill'),
    made('Node', 'n-1'),
    made('Deployment', 'stone', {}, { selector: { matchLabels: labels }, template }),
    made('ReplicaSet', 'stone-1', owned('Deployment', 'stone')),
    made('Pod', 'stone-1-a', { labels, ...owned('ReplicaSet', 'stone-1') }),
    made('StatefulSet', 'silo', {}, { selector: { matchLabels: { app: 'silo' } } }),
    made('Pod', 'silo-0', { labels: { app: 'silo' }, ...owned('StatefulSet', 'silo') }),
  ]
  return {
    get: async ({ kind, name }) => objects.find((one) => one.kind === kind && one.metadata.name === name),
    list: async ({ kind }) => objects.filter((one) => one.kind === kind),
  }
}

function refusal(kind: string, name: string, written: Record<string, Record<string, string>>, from?: number) {
  const targets = [{ system: 'kubernetes', kind, name, ...(kind !== 'Node' && { namespace: 'mill' }) }]
  const effect = {
    targets,
    changes: [],
    commands: [],
    risk: 'low',
    ...(from !== undefined && { replicas: { from, to: 3 } }),
  }
  return whyLeftAlone(effect as Parameters<typeof whyLeftAlone>[0], {
    cluster: clusterWith(written),
    signal: new AbortController().signal,
  })
}

const NO = { 'ops/notice': LONG }

test('a step meets what is written on all it touches: the object, what is above it, its template, its pods, its place', async () => {
  const touches: [string, string, string[]][] = [
    [
      'Pod',
      'stone-1-a',
      ['Pod/stone-1-a', 'ReplicaSet/stone-1', 'Deployment/stone', 'template/stone', 'Namespace/mill'],
    ],
    ['Deployment', 'stone', ['Deployment/stone', 'template/stone', 'Pod/stone-1-a', 'Namespace/mill']],
    ['Pod', 'silo-0', ['Pod/silo-0', 'StatefulSet/silo', 'Namespace/mill']],
    ['Node', 'n-1', ['Node/n-1']],
  ]
  for (const [kind, name, all] of touches)
    for (const where of all)
      assert.match(
        (await refusal(kind, name, { [where]: NO })) ?? '',
        /^Somebody forbade to change /,
        `${name}: ${where}`,
      )
  assert.equal(await refusal('Pod', 'stone-1-a', { 'StatefulSet/silo': NO, 'Node/n-1': NO }), undefined)
})

test('what was put away on purpose is not brought back, wherever that is written; what runs may be changed', async () => {
  const written = { 'Namespace/mill': { season: 'retired in May' } }
  assert.match((await refusal('Deployment', 'stone', written, 0)) ?? '', /Namespace mill was put away on purpose/)
  assert.equal(await refusal('Deployment', 'stone', written, 2), undefined)
})

test('who reserves an object says so in his own words', () => {
  const reserved = [
    ['ops/change-freeze', 'true'],
    ['note', 'capacity test CHG-5520, we look for the knee'],
    ['pause-reason', '20.8 stays on 2 of 6 pods until the pharmacist has compared results'],
    ['reason', 'interim injunction 3 O 118/26; may only be started again by legal'],
    ['note', 'running slow on purpose, see ticket 12'],
    ['note', '全链路压测中，十五点结束'],
    ['note', 'no restarts during the harvest'],
    ['ops.example.com/rollback', 'forbidden: 7.0 has rewritten the stock'],
    ['note', 'rollbacks are strictly forbidden'],
  ] as const
  for (const [key, value] of reserved) assert.ok(forbids(key, value), `${key}: ${value}`)
  const plain = [
    ['description', 'Runs the load tests of the mill every night'],
    ['note', 'INC-20871 临时由 12 缩到 2，保护 timeline-db；数据库恢复后请改回 12'],
    ['saver/reason', 'holiday PL 2026-11-11 Swieto Niepodleglosci'],
    ['note', 'never restarted since 2021'],
    ['maintenance/ticket', 'CHG-20418 kernel update, done'],
    ['threshold', 'hold-back 5'],
    ['status', 'forbidden answers are counted'],
    ['rollback', 'allowed at any time'],
  ] as const
  for (const [key, value] of plain) assert.ok(!forbids(key, value), `${key}: ${value}`)
})
