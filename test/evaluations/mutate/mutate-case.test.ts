import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CaseFile } from '../../world/case/case-file.ts'
import { crowdCase } from '../crowd-case.ts'
import { GUISES, type Guise, mutateCase } from './mutate-case.ts'

const pod = (name: string, namespace: string) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } },
  spec: { nodeName: 'n-1' },
})

const CASE: CaseFile = {
  ...{ id: 'c1', title: 'Sparrow falls', difficulty: 'easy', tags: [] },
  alert: {
    labels: { alertname: 'SparrowDown', deployment: 'sparrow-db' },
    annotations: { summary: 'sparrow-db is down' },
  },
  world: {
    now: '2026-01-01T12:00:00Z',
    kubernetes: {
      items: [
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'sparrow-db', namespace: 'garden' } },
        pod('sparrow-db-7d9f8b6c54-x2x9q', 'garden'),
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n-1' } },
      ],
    },
    pod_logs: [
      {
        ...{ namespace: 'garden', pod: 'sparrow-db-7d9f8b6c54-x2x9q', container: 'app', previous: false },
        lines: [
          '2026-01-01T11:59:00Z ERROR failed to feed sparrow 10.4.0.7',
          '2026-01-01T11:59:10Z ERROR dial tcp 10.4.0.9: handshake failed',
        ],
      },
    ],
    postgres: { version: '16', database: 'nests', views: { pg_stat_activity: [{ pid: 4711, query: 'pid 4711' }] } },
  },
  expect: {
    root_cause_keywords: [['sparrow'], ['failed to feed']],
    remediation: { plugin: 'x', parameters_contains: { pid: 4711 } },
  },
}

const inGuise = (...guises: Guise[]) => mutateCase(CASE, 1, guises)

test('the same seed gives the same guise, another seed another', () => {
  const all = Object.keys(GUISES) as Guise[]
  assert.deepEqual(mutateCase(CASE, 3, all), mutateCase(CASE, 3, all))
  assert.notDeepEqual(mutateCase(CASE, 3, all), mutateCase(CASE, 4, all))
})

test('a name is exchanged wherever it stands, also in what is expected; what kind of thing it is stays', () => {
  const { alert, world, expect, title } = inGuise('names')
  assert.doesNotMatch(JSON.stringify([alert, world, expect]), /sparrow|garden/i)
  const [deployment] = world.kubernetes?.items ?? []
  const [name] = (deployment?.metadata.name ?? '').split('-db')
  assert.match(deployment?.metadata.name ?? '', /^[a-z]+-db$/)
  assert.equal(alert.labels.deployment, deployment?.metadata.name)
  assert.equal(alert.labels.alertname.toLowerCase(), `${name}down`)
  assert.deepEqual(expect.root_cause_keywords[0], [name])
  assert.equal(title, 'Sparrow falls')
})

test('numbers nobody chose are exchanged alike in texts, rows and expectations', () => {
  const { world, expect } = inGuise('numbers')
  const [row] = world.postgres?.views?.pg_stat_activity ?? []
  assert.notEqual(row?.pid, 4711)
  assert.equal(row?.query, `pid ${row?.pid}`)
  assert.equal(expect.remediation.parameters_contains.pid, row?.pid)
  const [log] = world.pod_logs ?? []
  assert.equal(log?.pod, world.kubernetes?.items[1]?.metadata.name)
  assert.doesNotMatch(JSON.stringify(world), /x2x9q|10\.4\.0/)
})

test('words of programs are exchanged, those of libraries stay, and either wording is right', () => {
  const { world, expect } = inGuise('words')
  assert.match(world.pod_logs?.[0]?.lines[0] ?? '', /was not able to feed/)
  assert.match(world.pod_logs?.[0]?.lines[1] ?? '', /handshake failed/)
  assert.deepEqual(expect.root_cause_keywords[1], ['failed to feed', 'was not able to feed'])
})

test('bystanders are added, and nothing of the case is lost', () => {
  const items = inGuise('noise', 'orders').world.kubernetes?.items ?? []
  assert.ok(items.length > 3)
  for (const one of CASE.world.kubernetes?.items ?? [])
    assert.ok(items.some((other) => other.metadata.name === one.metadata.name && other.kind === one.kind))
})

test('in a crowd every world keeps its own names, and the alert is that of the case', () => {
  const { alert, world } = crowdCase(CASE, [{ ...CASE, id: 'c2' }], 1)
  assert.deepEqual(alert, CASE.alert)
  const pods = (world.kubernetes?.items ?? []).filter(({ kind }) => kind === 'Pod')
  assert.equal(pods.length, 2)
  assert.equal(new Set(pods.map(({ metadata: { namespace } }) => namespace)).size, 2)
  assert.equal(new Set(pods.map(({ spec }) => spec.nodeName)).size, 2)
})
