/** Dead rows on a real server: seen, freed by VACUUM, kept by an old snapshot; and names that try to be more than names. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { escapeIdentifier } from 'pg'
import table_bloat from '../../src/plugins/database/table_bloat.ts'
import vacuum_table from '../../src/plugins/database/vacuum_table.ts'
import { eventually } from '../world/eventually.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

const DEAD = 8_000

/** A purge in a table that autovacuum leaves alone. The figures reach the views a little later than the rows. */
async function swollen(t: TestContext, table = 'public.orders_history') {
  const { url, adminUrl } = await freshDatabase(t)
  await runSql(url, `CREATE TABLE ${table} (id int, note text) WITH (autovacuum_enabled = off)`)
  await runSql(url, `INSERT INTO ${table} SELECT g, repeat('x', 100) FROM generate_series(1, 10000) g`)
  await runSql(url, `DELETE FROM ${table} WHERE id > ${10_000 - DEAD}`)
  await runSql(url, `ANALYZE ${table}`)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  await eventually(
    'the dead rows are counted',
    async () => (await dataOf(table_bloat.run({ limit: 1 }, tools))).tables[0]?.n_dead_tup === DEAD,
  )
  return { url, adminUrl, tools }
}

async function vacuum(tools: ReturnType<typeof toolsOver>, table: string, isDryRun = false) {
  const { preconditions, effect } = await vacuum_table.intend({ table }, tools)
  return { effect, result: await vacuum_table.run({ table }, tools, { preconditions, isDryRun }) }
}

test('a swollen table is seen with its figures and the reason autovacuum stays away', async (t) => {
  const { tools } = await swollen(t)
  const data = await dataOf(table_bloat.run({ limit: 10 }, tools))
  const [table] = data.tables
  assert.deepEqual(
    [table.schemaname, table.relname, table.n_live_tup, table.n_dead_tup],
    ['public', 'orders_history', 2000, DEAD],
  )
  assert.equal(table.dead_ratio, 0.8)
  assert.deepEqual(
    [table.reloptions, table.autovacuum_begins_at, table.last_vacuum],
    [['autovacuum_enabled=off'], null, null],
  )
  assert.ok(table.total_bytes >= table.table_bytes && table.table_bytes > 1_000_000)
  assert.ok(table.relfrozenxid_age >= 0)
  assert.ok(data.wraparound.databases.some((one: { datfrozenxid_age: number }) => one.datfrozenxid_age > 0))
  assert.equal(data.wraparound.oldest_tables.length, 5)
  assert.match(data.message, /^Most dead rows: public\.orders_history with 8000 dead and 2000 live\./)
})

test('VACUUM really frees it, after a rehearsal that does not', async (t) => {
  const { tools } = await swollen(t)
  const rehearsal = await vacuum(tools, 'orders_history', true)
  assert.match(
    rehearsal.result.message ?? '',
    /^VACUUM \(ANALYZE\) public\.orders_history would run; nothing was done\.$/,
  )
  assert.equal((await dataOf(table_bloat.run({ table: 'orders_history', limit: 1 }, tools))).tables[0].n_dead_tup, DEAD)
  const { effect, result } = await vacuum(tools, 'public.orders_history')
  assert.deepEqual(effect.commands, ['VACUUM (ANALYZE) public.orders_history'])
  assert.deepEqual(effect.targets, [{ system: 'database', kind: 'table', name: 'shop/public.orders_history' }])
  assert.equal(result.success, true)
  const { before, after } = result as {
    before: { n_dead_tup: number }
    after: { n_dead_tup: number; last_vacuum: string }
  }
  assert.deepEqual([before.n_dead_tup, after.n_dead_tup], [DEAD, 0])
  assert.match(after.last_vacuum, /^\d{4}-/)
})

test('who holds the old snapshot that keeps VACUUM from freeing anything is named', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  await runSql(url, 'CREATE TABLE public.events (id int) WITH (autovacuum_enabled = off)')
  await runSql(url, 'INSERT INTO public.events SELECT generate_series(1, 5000)')
  const holder = await openSession(t, url, 'nightly-export')
  await holder.run('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await holder.run('SELECT count(*) FROM public.events')
  await runSql(url, 'DELETE FROM public.events')
  const data = await dataOf(table_bloat.run({ table: 'events', limit: 10 }, tools))
  const found = data.snapshot_holders.find(({ pid }: { pid: number }) => pid === holder.pid)
  assert.deepEqual(
    [found.kind, found.application_name, found.state],
    ['session', 'nightly-export', 'idle in transaction'],
  )
  assert.ok(found.xmin_age > 0)
  const { result } = await vacuum(tools, 'events')
  assert.equal(result.success, true)
  assert.equal((result.after as { n_dead_tup: number }).n_dead_tup, 5000)
  assert.match(
    result.message ?? '',
    /5000 dead rows before, 5000 after\. What stayed is still needed by an old snapshot: /,
  )
})

test('a snapshot taken in another database keeps no rows of this one, and is not named', async (t) => {
  const { tools } = await swollen(t)
  const elsewhere = await openSession(t, (await freshDatabase(t)).url, 'far-away')
  await elsewhere.run('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await elsewhere.run('SELECT count(*) FROM pg_class')
  const { snapshot_holders } = await dataOf(table_bloat.run({ limit: 1 }, tools))
  assert.equal(
    snapshot_holders.some(({ pid }: { pid: number }) => pid === elsewhere.pid),
    false,
  )
})

test('of a transaction in another database and the snapshot here that reaches back to it only the latter keeps rows', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  const elsewhere = await openSession(t, (await freshDatabase(t)).url, 'far-away')
  await elsewhere.run('BEGIN')
  await elsewhere.run('SELECT pg_current_xact_id()')
  await runSql(url, 'CREATE TABLE public.events (id int) WITH (autovacuum_enabled = off)')
  await runSql(url, 'INSERT INTO public.events SELECT generate_series(1, 5000)')
  const holder = await openSession(t, url, 'nightly-export')
  await holder.run('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await holder.run('SELECT count(*) FROM public.events')
  await runSql(url, 'DELETE FROM public.events')
  const { snapshot_holders: holders, message } = await dataOf(table_bloat.run({ table: 'events', limit: 1 }, tools))
  const here = holders.filter(({ is_elsewhere: one }: { is_elsewhere: boolean | null }) => !one)
  assert.deepEqual(holders.slice(0, here.length), here, 'those who keep no rows here come last')
  assert.match(message, new RegExp(`oldest snapshot is held by a session \\(${holder.pid}\\)`))
  await holder.run('COMMIT')
  const { result } = await vacuum(tools, 'events')
  assert.equal((result.after as { n_dead_tup: number }).n_dead_tup, 0, 'freed while the other one is open')
})

test('a role that may not vacuum the table is told so, although the server calls it a success', async (t) => {
  const { adminUrl } = await swollen(t)
  const role = `actor_${new URL(adminUrl).pathname.slice(1)}`
  await runSql(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'x' IN ROLE pg_signal_backend`)
  t.after(() => runSql(adminUrl, `DROP ROLE ${role}`))
  const acting = new URL(adminUrl)
  acting.username = role
  acting.password = 'x'
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}|${acting.href}`))
  const { result } = await vacuum(tools, 'orders_history')
  assert.equal(result.success, false)
  assert.match(
    result.error ?? '',
    /^WARNING: .*orders_history.*(skipping it|only table or database owner can vacuum it)/,
  )
})

test('a table locked by a stuck migration costs the sizes and nothing else', async (t) => {
  const { url, tools } = await swollen(t)
  const migration = await openSession(t, url, 'migration')
  await migration.run('BEGIN')
  await migration.run('LOCK TABLE public.orders_history IN ACCESS EXCLUSIVE MODE')
  const data = await dataOf(table_bloat.run({ limit: 10 }, tools))
  assert.equal(data.tables[0].n_dead_tup, DEAD)
  assert.match(data.note, /^Sizes were not seen: Database shop: canceling statement due to lock timeout/)
  const { result } = await vacuum(tools, 'orders_history')
  assert.deepEqual([result.success, result.error], [false, 'Database shop: canceling statement due to lock timeout'])
})

test('the pages themselves are asked where pgstattuple is installed', async (t) => {
  const { adminUrl, tools } = await swollen(t)
  await runSql(adminUrl, 'CREATE EXTENSION pgstattuple')
  const data = await dataOf(table_bloat.run({ table: 'public.orders_history', limit: 1 }, tools))
  assert.ok(data.tables[0].pgstattuple.dead_tuple_percent > 50, JSON.stringify(data.tables[0].pgstattuple))
})

const NAMES = [
  'orders',
  'Mixed Case',
  'with "quotes"',
  "with 'apostrophe'",
  'a";drop table public.canary;--',
  'naïve-Ünïcode-表',
  'with.dot',
  '-A',
  'select',
  'x'.repeat(63),
]

test('a table is found by its value, whatever its name looks like, and nothing else is touched', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  await runSql(url, 'CREATE TABLE public.canary (id int)')
  for (const name of NAMES) {
    await t.test(name, async () => {
      await runSql(url, `CREATE TABLE public.${escapeIdentifier(name)} (id int)`)
      const [quoted] = await runSql(url, 'SELECT quote_ident($1) AS name', [name])
      for (const given of [name, `public.${name}`, `public.${quoted?.name}`]) {
        const { result } = await vacuum(tools, given)
        assert.equal(result.success, true, result.error)
        assert.equal((await dataOf(table_bloat.run({ table: given, limit: 5 }, tools))).tables[0].relname, name)
      }
    })
  }
  assert.deepEqual(await runSql(url, 'SELECT count(*)::int AS rows FROM public.canary'), [{ rows: 0 }])
})

const NO_NAMES = [
  'orders; DROP TABLE public.orders',
  'public.orders (id)',
  'orders, public.canary',
  '"orders" FULL',
  `${'y'.repeat(63)}zzz`,
  'pg_catalog.pg_class',
  'pg_class',
  '%',
  "' OR true --",
]

test('what is no table’s name is refused and runs nothing', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  await runSql(url, 'CREATE TABLE public.orders (id int)')
  await runSql(url, `CREATE TABLE public.${'y'.repeat(63)} (id int)`)
  for (const given of NO_NAMES) {
    await assert.rejects(vacuum_table.intend({ table: given }, tools), {
      message: `There is no table ${JSON.stringify(given)} in shop.`,
    })
    const bloat = await table_bloat.run({ table: given, limit: 1 }, tools)
    assert.equal(bloat.success, false)
  }
})

test('a name in two schemas must be told apart', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  await runSql(url, 'CREATE SCHEMA archive')
  for (const schema of ['archive', 'public']) await runSql(url, `CREATE TABLE ${schema}.orders (id int)`)
  await assert.rejects(
    vacuum_table.intend({ table: 'orders' }, tools),
    /could be any of archive\.orders, public\.orders; give the schema too/,
  )
  assert.deepEqual((await vacuum_table.intend({ table: 'archive.orders' }, tools)).effect.commands, [
    'VACUUM (ANALYZE) archive.orders',
  ])
})

test('a table that was replaced since the plan is left alone', async (t) => {
  const { url, tools } = await swollen(t)
  const { preconditions } = await vacuum_table.intend({ table: 'orders_history' }, tools)
  await runSql(url, 'DROP TABLE public.orders_history')
  await runSql(url, 'CREATE TABLE public.orders_history (id int)')
  const result = await vacuum_table.run({ table: 'orders_history' }, tools, { preconditions, isDryRun: false })
  assert.deepEqual([result.success, result.isSkipped], [false, true])
})
