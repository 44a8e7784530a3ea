/**
 * Diagnosis without a model on a real server: real locks, real transactions, real dead rows, seen by the real plugins.
 * Only the server's clock is moved, so that what began a moment ago has lasted for half an hour.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readEnvironment } from '../../src/guidance/environment/environment-map.ts'
import { DATABASE_PLUGINS } from '../../src/plugins/database/database-plugins.ts'
import type { PluginResult } from '../../src/plugins/plugin.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { unstoredIncident } from '../../src/story/alert/unstored-incident.ts'
import { type Analysis, analyse } from '../../src/story/diagnosis/analyse.ts'
import { Evidence, holdsQuote } from '../../src/story/diagnosis/evidence.ts'
import type { Finding } from '../../src/story/diagnosis/finding.ts'
import { eventually } from '../world/eventually.ts'
import { HANDS } from '../world/mind/analysis-of.ts'
import { ownDatabase } from '../world/own-postgres.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { openTargets, toolsOver } from '../world/targets.ts'

/** Found before the server's own function, because the plugins leave its name unqualified. */
const HALF_AN_HOUR_LATER = `CREATE SCHEMA later;
  CREATE FUNCTION later.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT pg_catalog.clock_timestamp() + interval '30 minutes' $$`

type Fresh = Pick<Awaited<ReturnType<typeof freshDatabase>>, 'url' | 'adminUrl'>

async function server(t: TestContext, fresh?: Fresh) {
  const { url, adminUrl } = fresh ?? (await freshDatabase(t))
  await runSql(adminUrl, HALF_AN_HOUR_LATER)
  const later = new URL(adminUrl)
  later.searchParams.set('search_path', 'later, pg_catalog')
  const tools = toolsOver(openTargets(t, `shop=${later.href}`))
  const datname = new URL(url).pathname.slice(1)
  return {
    url,
    session: (application: string) => openSession(t, url, application),
    diagnose: (alertname: string, labels: Record<string, string> = {}) =>
      diagnose(notificationOf({ alertname, datname, ...labels }), (plugin, parameters) =>
        ask(plugin, parameters, tools),
      ),
    /** As anybody may write it. */
    hear: (body: object) => diagnose(body, (plugin, parameters) => ask(plugin, parameters, tools)),
  }
}

type Ask = (plugin: string, parameters: Record<string, unknown>) => Promise<PluginResult>

/** Databases only: whatever else is asked for was never set up. */
async function ask(
  name: string,
  given: Record<string, unknown>,
  tools: ReturnType<typeof toolsOver>,
): Promise<PluginResult> {
  const plugin = DATABASE_PLUGINS.find((one) => one.name === name)
  if (plugin?.category !== 'diagnostic') return { success: false, error: `${name} is not set up.` }
  return plugin.run({ limit: 50, ...given }, tools)
}

function notificationOf(labels: Record<string, string>): object {
  const startsAt = new Date().toISOString()
  const alert = { status: 'firing', labels: { severity: 'warning', ...labels }, annotations: {}, startsAt }
  return { version: '4', alerts: [alert] }
}

async function diagnose(body: object, askPlugin: Ask): Promise<Analysis & { evidence: Evidence }> {
  const now = new Date()
  const read = readAlert(body, { senderIsAlertBot: false, via: 'api' })
  const incident = unstoredIncident(read, 'unstored', now)
  assert.ok(incident)
  const evidence = new Evidence(({ plugin, parameters }) => askPlugin(plugin, parameters))
  const environment = readEnvironment('{}')
  const analysis = await analyse({ incident, environment, clusterName: undefined, evidence, now, hands: HANDS })
  assertProven(analysis, evidence)
  return { ...analysis, evidence }
}

function assertProven({ diagnosis }: Analysis, { exhibits }: Evidence): void {
  for (const { text, evidence } of diagnosis.keyFindings) {
    assert.ok(evidence.length > 0, text)
    for (const { call, quote } of evidence)
      assert.ok(
        exhibits.some(({ id, result }) => id === call && holdsQuote(result, quote)),
        `${call} ${quote}`,
      )
  }
}

const wanted = ({ wanted: actions }: Analysis) =>
  actions.map(({ plugin, parameters }) => [plugin, parameters.pid ?? parameters.table])

test('a pile-up behind a schema change that fell asleep is traced to it, not to its victims', async (t) => {
  const { url, session, diagnose: look } = await server(t)
  await runSql(url, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  const migration = await session('migration')
  await migration.run('BEGIN')
  await migration.run('ALTER TABLE public.orders ADD COLUMN note text')
  await migration.begin('SELECT pg_sleep(600)')
  for (const name of ['checkout', 'billing', 'reports'])
    await (await session(name)).begin('SELECT count(*) FROM public.orders')
  const analysis = await look('PostgreSQLSlowQueries')
  assert.deepEqual(wanted(analysis), [['terminate_query', migration.pid]])
  const { conclusion, confidence, situation } = analysis.diagnosis
  assert.match(
    conclusion,
    new RegExp(`pid ${migration.pid} .*migration.*AccessExclusiveLock on public\\.orders: 3 sessions wait`),
  )
  assert.match(conclusion, /does not touch that table/)
  assert.deepEqual([confidence, situation], [0.9, 'fault'])
})

test('in a real chain the idle session at its end is the root', async (t) => {
  const { url, session, diagnose: look } = await server(t)
  await runSql(url, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  await runSql(url, `INSERT INTO public.orders SELECT g, 'new' FROM generate_series(1, 9) g`)
  const [root, middle] = [await session('desktop'), await session('billing')]
  await root.run('BEGIN')
  await root.run(`UPDATE public.orders SET state = 'paid' WHERE id = 1`)
  await middle.run('BEGIN')
  await middle.run(`UPDATE public.orders SET state = 'sent' WHERE id = 2`)
  await middle.begin(`UPDATE public.orders SET state = 'sent' WHERE id = 1`)
  for (const name of ['one', 'two', 'three'])
    await (await session(name)).begin(`UPDATE public.orders SET state = '${name}' WHERE id = 2`)
  const analysis = await look('PostgreSQLSlowQueries')
  assert.deepEqual(wanted(analysis), [['terminate_query', root.pid]])
  assert.match(analysis.diagnosis.conclusion, new RegExp(`pid ${root.pid} .*idle in transaction.*4 sessions wait`))
  assert.match(analysis.diagnosis.conclusion, /pid \d+ stands in the middle of the chain/)
  assert.doesNotMatch(analysis.diagnosis.conclusion, new RegExp(`pid ${root.pid} stands in the middle`))
})

test('dead rows that a real transaction pins are freed by ending it first, then vacuuming', async (t) => {
  // On the server of all tests the snapshot would reach back to whoever has a transaction open there at the moment.
  const { url, session, diagnose: look } = await server(t, await ownDatabase(t))
  await runSql(url, 'CREATE TABLE public.stock (id int, note text) WITH (autovacuum_enabled = off)')
  await runSql(url, `INSERT INTO public.stock SELECT g, repeat('x', 50) FROM generate_series(1, 9000) g`)
  const holder = await session('export')
  await holder.run('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await holder.run('SELECT count(*) FROM public.stock')
  await runSql(url, 'DELETE FROM public.stock WHERE id > 1000')
  await runSql(url, 'VACUUM public.stock')
  const labels = { relname: 'stock' }
  const pinned = await eventually('the dead rows are counted', async () => {
    const analysis = await look('PostgresqlTooManyDeadTuples', labels)
    const isOurs = ({ kind, statement }: Finding) =>
      kind === 'snapshot_held' && statement.startsWith(`pid ${holder.pid} `)
    return analysis.findings.some(isOurs) ? analysis : undefined
  })
  assert.deepEqual(wanted(pinned), [
    ['terminate_query', holder.pid],
    ['vacuum_table', 'public.stock'],
  ])
  assert.match(pinned.diagnosis.conclusion, new RegExp(`pid ${holder.pid} .*export.*public\\.stock has 8000 dead rows`))
})

test('a table that autovacuum was told to leave alone is vacuumed, and nobody is ended', async (t) => {
  const { url, diagnose: look } = await server(t)
  await runSql(url, 'CREATE TABLE public.outbox (id int) WITH (autovacuum_enabled = off)')
  await runSql(url, 'INSERT INTO public.outbox SELECT g FROM generate_series(1, 9000) g')
  await runSql(url, 'DELETE FROM public.outbox WHERE id > 1000')
  const late = await eventually('the dead rows are counted', async () => {
    const analysis = await look('PostgresqlTooManyDeadTuples', { relname: 'outbox' })
    return analysis.findings.some(({ kind }) => kind === 'late_vacuum') ? analysis : undefined
  })
  assert.deepEqual(wanted(late), [['vacuum_table', 'public.outbox']])
  assert.match(late.diagnosis.conclusion, /8000 dead rows.*autovacuum_enabled=off/)
})

test('a table without dead rows is said to be well, in numbers, and nothing is changed', async (t) => {
  const { url, diagnose: look } = await server(t)
  await runSql(url, 'CREATE TABLE public.ledger (id int)')
  await runSql(url, 'INSERT INTO public.ledger SELECT g FROM generate_series(1, 9000) g')
  const well = await eventually('the rows are counted', async () => {
    const analysis = await look('PostgresqlTableNotAutoVacuumed', { relname: 'ledger' })
    return /beside 9000 live/.test(analysis.diagnosis.conclusion) ? analysis : undefined
  })
  assert.deepEqual([wanted(well), well.diagnosis.situation], [[], 'works_as_designed'])
  assert.ok(well.diagnosis.notSeen.some((part) => part.startsWith('metrics.query_range')))
  assert.ok(well.evidence.exhibits.length <= 25)
})

/** Whatever other tests do on the same server meanwhile, these three wait. */
async function pileUp({ url, session }: Awaited<ReturnType<typeof server>>) {
  await runSql(url, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  const root = await session('desktop')
  await root.run('BEGIN')
  await root.run('LOCK TABLE public.orders')
  for (const name of ['one', 'two', 'three']) await (await session(name)).begin('SELECT count(*) FROM public.orders')
}

test('that a database is locked is understood in Chinese, and looked at there', async (t) => {
  const world = await server(t)
  await pileUp(world)
  for (const message of ['数据库里有人锁表，很多会话在等锁', '数据库锁住了']) {
    const { diagnosis, evidence } = await world.hear({ message })
    assert.match(diagnosis.conclusion, /sessions? waits? for it/)
    assert.deepEqual([diagnosis.situation, diagnosis.confidence >= 0.8], ['fault', true])
    assert.ok(evidence.exhibits.some(({ plugin, result }) => plugin === 'lock_waits' && result.success))
  }
})

test('a full disk of a host that is called like a database is not the work of whoever holds a lock in ours', async (t) => {
  const world = await server(t)
  await pileUp(world)
  const labels = { alertname: 'DiskFull', severity: 'warning', instance: 'db-1:9100' }
  const annotations = { summary: 'disk of db-1 is 95% full' }
  const notification = { version: '4', alerts: [{ status: 'firing', labels, annotations }] }
  for (const body of [notification, { message: '磁盘满了 db-3' }, { message: 'memory of db-2 is used up' }]) {
    const analysis = await world.hear(body)
    assert.ok(analysis.diagnosis.confidence <= 0.4, JSON.stringify(body))
    assert.deepEqual(wanted(analysis), [])
  }
})
