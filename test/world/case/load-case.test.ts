import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startCaseWorld } from './load-case.ts'
import { moveTimes } from './move-times.ts'

const HOUR = 3600

const MOVED: Record<string, string> = {
  '2026-05-05T20:31:00Z': '2026-05-05T21:31:00Z',
  '2026-05-05 23:31:00.123+00:00': '2026-05-06 00:31:00.123+00:00',
  '2026-05-05T20:31:00.000000001+02:00': '2026-05-05T21:31:00.000000001+02:00',
  '2026-05-05 20:31:00,999 ERROR at 2026-05-05T20:30:59Z': '2026-05-05 21:31:00,999 ERROR at 2026-05-05T21:30:59Z',
  '0001-01-01T00:00:00Z': '0001-01-01T00:00:00Z',
  'orders_2026-05-05': 'orders_2026-05-05',
  '10.0.0.1:20:31': '10.0.0.1:20:31',
}

test('every instant in a text is moved, in the form in which it was written', () => {
  for (const [before, after] of Object.entries(MOVED)) assert.equal(moveTimes(before, HOUR), after)
  assert.deepEqual(moveTimes({ at: ['2026-05-05T20:31:00Z'], count: 7, none: null }, HOUR), {
    at: ['2026-05-05T21:31:00Z'],
    count: 7,
    none: null,
  })
})

const NOW = '2026-03-01T12:00:00Z'
const UNIX = Date.parse(NOW) / 1000

const SMALL_CASE = {
  id: 'small',
  alert: { message: 'down', timestamp: NOW },
  world: {
    now: NOW,
    config: { ALLOWED_NAMESPACES: 'shop' },
    kubernetes: {
      items: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', creationTimestamp: NOW } }],
    },
    pod_logs: [
      {
        namespace: 'shop',
        pod: 'shop-1',
        container: 'app',
        previous: false,
        lines: [`${NOW} ERROR lost`, '  at nothing'],
      },
    ],
    metrics: { series: [{ metric: { __name__: 'up', job: 'shop' }, values: [[UNIX, '0']] }] },
    logs: { streams: [{ stream: { app: 'gateway' }, values: [[`${UNIX}000000001`, `${NOW} refused`]] }] },
    errors: [{ id: '7', lastSeen: NOW }],
    postgres: { version: 'PostgreSQL 15', database: 'shop', reproduce: { setup: [`select '${NOW}'`] } },
  },
}

test('a case opens as a world whose times are of now, reachable with what it hands out', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-case-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'small.json')
  await writeFile(path, JSON.stringify(SMALL_CASE))
  const now = new Date('2027-01-01T00:00:00.400Z')
  const world = await startCaseWorld(t, path, { now })
  const { config, cluster } = world
  const ask = async (url: unknown, token: unknown, at: string) =>
    (await fetch(`${url}${at}`, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<Json>
  const namespace = await ask(cluster.url, cluster.token, '/api/v1/namespaces/shop')
  assert.equal(namespace.metadata.creationTimestamp, '2027-01-01T00:00:00Z')
  const up = await ask(config.METRICS_URL, config.METRICS_TOKEN, `/api/v1/query?query=up&time=${now.toISOString()}`)
  assert.equal(up.data.result[0].value[1], '0')
  const span = 'start=2026-12-31T23:00:00Z&end=2027-01-01T01:00:00Z'
  const logs = await ask(
    config.LOGS_URL,
    config.LOGS_TOKEN,
    `/loki/api/v1/query_range?query={pod="shop-1"}&${span}&direction=forward`,
  )
  assert.deepEqual(
    logs.data.result[0].values.map(([, line]: Json) => line),
    ['2027-01-01T00:00:00Z ERROR lost', '  at nothing'],
  )
  const stream = await ask(config.LOGS_URL, config.LOGS_TOKEN, `/loki/api/v1/query_range?query={app="gateway"}&${span}`)
  assert.deepEqual(stream.data.result[0].values, [['1798761600000000001', '2027-01-01T00:00:00Z refused']])
  assert.equal((await ask(config.ERRORS_URL, config.ERRORS_TOKEN, '/api/0/issues/7/')).lastSeen, '2027-01-01T00:00:00Z')
  assert.deepEqual(world.alert, { message: 'down', timestamp: '2027-01-01T00:00:00Z' })
  assert.deepEqual(world.postgres?.reproduce, SMALL_CASE.world.postgres.reproduce)
  assert.equal(config.ALLOWED_NAMESPACES, 'shop')
  assert.ok(existsSync(world.environment.KUBECONFIG))
  assert.deepEqual(
    new Set(world.recorder.requests.map(({ system }) => system)),
    new Set(['kubernetes', 'prometheus', 'loki', 'sentry']),
  )
})

const CASES = globSync(fileURLToPath(new URL('../../../../shared/cases/*.json', import.meta.url)))

test('every case beside the project opens, and its pods and series can be seen', {
  skip: CASES.length === 0 && 'There are no cases beside the project.',
}, async (t) => {
  for (const path of CASES) {
    const { file, cluster, prometheus, config } = await startCaseWorld(t, path)
    const pods = file.world.kubernetes?.items.filter(({ kind }) => kind === 'Pod') ?? []
    const listed = await fetch(`${cluster.url}/api/v1/pods`, { headers: { authorization: `Bearer ${cluster.token}` } })
    assert.equal(((await listed.json()) as Json).items.length, pods.length, path)
    for (const { metric } of file.world.metrics?.series ?? []) {
      const asked = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(metric.__name__ ?? '')}`, {
        headers: { authorization: `Bearer ${config.METRICS_TOKEN}` },
      })
      assert.notEqual(((await asked.json()) as Json).data.result.length, 0, `${path} ${metric.__name__}`)
    }
  }
})

// biome-ignore lint/suspicious/noExplicitAny: answers of four systems are looked into as they come.
type Json = any
