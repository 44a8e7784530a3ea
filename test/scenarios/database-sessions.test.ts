/** Sessions on a real server: runaways, idlers, and ending them, but only the one that was meant. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import active_connections from '../../src/plugins/database/active_connections.ts'
import slow_queries from '../../src/plugins/database/slow_queries.ts'
import terminate_query from '../../src/plugins/database/terminate_query.ts'
import { eventually } from '../world/eventually.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

const RUNAWAY = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'

async function busyDatabase(t: TestContext) {
  const { url, adminUrl } = await freshDatabase(t)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  return { url, adminUrl, tools, session: (application?: string) => openSession(t, url, application) }
}

test('a runaway query is seen, ended, and gone', async (t) => {
  const { tools, session } = await busyDatabase(t)
  const analyst = await session('psql')
  const { ended } = await analyst.begin(RUNAWAY)
  const data = await dataOf(slow_queries.run({ limit: 100 }, tools))
  const seen = data.running.find(({ pid }: { pid: number }) => pid === analyst.pid)
  assert.deepEqual([seen.application_name, seen.state, seen.query], ['psql', 'active', RUNAWAY])
  const { preconditions, effect } = await terminate_query.intend({ pid: analyst.pid }, tools)
  assert.equal(preconditions.bound_to, 'query_start')
  assert.equal(effect.risk, 'medium')
  const rehearsal = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions, isDryRun: true })
  assert.match(rehearsal.message ?? '', /would be ended; nothing was done/)
  const result = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions, isDryRun: false })
  assert.deepEqual([result.success, result.after], [true, { pid: analyst.pid, is_gone: true }])
  assert.match(String(await ended), /terminating connection due to administrator command/)
  const again = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions, isDryRun: false })
  assert.deepEqual(
    [again.isSkipped, again.error],
    [true, `Session ${analyst.pid} has ended by itself. Nothing was done.`],
  )
})

test('a pid that belongs to another session by now is left alone', async (t) => {
  const { tools, session } = await busyDatabase(t)
  const analyst = await session('psql')
  await analyst.begin(RUNAWAY)
  const { preconditions } = await terminate_query.intend({ pid: analyst.pid }, tools)
  const earlier = { ...preconditions, backend_start: '2020-01-01T00:00:00.000001Z' }
  const result = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions: earlier, isDryRun: false })
  assert.equal(result.isSkipped, true)
  assert.match(result.error ?? '', /now belongs to another session\. Nothing was done\.$/)
  const unseen = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions: {}, isDryRun: false })
  assert.deepEqual([unseen.success, unseen.error], [false, 'The plan does not say which session it saw.'])
  assert.equal(await isThere(tools, analyst.pid), true)
})

test('a session that has moved on to another query is left alone', async (t) => {
  const { tools, session } = await busyDatabase(t)
  const analyst = await session('psql')
  await analyst.run('SELECT 1')
  const { preconditions } = await terminate_query.intend({ pid: analyst.pid }, tools)
  await analyst.run('SELECT 2')
  const result = await terminate_query.run({ pid: analyst.pid }, tools, { preconditions, isDryRun: false })
  assert.equal(result.isSkipped, true)
  assert.match(result.error ?? '', /has moved on since the plan was made: query_start is/)
  await analyst.run('SELECT 3')
})

test('a session idle in transaction is bound to its transaction, and ended', async (t) => {
  const { tools, session } = await busyDatabase(t)
  const idler = await session('checkout')
  await idler.run('BEGIN')
  await idler.run('CREATE TABLE public.half_done (id int)')
  const seen = await dataOf(active_connections.run({ limit: 100 }, tools))
  const found = seen.idle_in_transaction.find(({ pid }: { pid: number }) => pid === idler.pid)
  assert.equal(typeof found.backend_xid, 'number')
  const { preconditions } = await terminate_query.intend({ pid: idler.pid }, tools)
  assert.deepEqual([preconditions.bound_to, preconditions.started], ['xact_start', found.xact_start])
  await idler.run('SELECT 1')
  const result = await terminate_query.run({ pid: idler.pid }, tools, { preconditions, isDryRun: false })
  assert.equal(result.success, true)
  assert.equal(await isThere(tools, idler.pid), false)
})

test('our own sessions, background processes and unknown pids are refused before anybody is asked', async (t) => {
  const { adminUrl, tools, session } = await busyDatabase(t)
  const own = await session('firebreak reading')
  await assert.rejects(terminate_query.intend({ pid: own.pid }, tools), /is our own \(firebreak reading\)/)
  const others = await runSql(
    adminUrl,
    `SELECT pid, backend_type FROM pg_stat_activity WHERE backend_type IN ('autovacuum launcher', 'checkpointer', 'walwriter')`,
  )
  assert.equal(others.length, 3)
  for (const { pid, backend_type } of others) {
    await assert.rejects(terminate_query.intend({ pid: Number(pid) }, tools), {
      message: `Process ${pid} is a ${backend_type}; only sessions of clients are ended.`,
    })
  }
  await assert.rejects(terminate_query.intend({ pid: 2147483647 }, tools), /There is no session with pid 2147483647/)
})

test('a session that became ours after the plan is left alone by the statement itself', async (t) => {
  const { tools, session } = await busyDatabase(t)
  const turncoat = await session('psql')
  await turncoat.run('BEGIN')
  const { preconditions } = await terminate_query.intend({ pid: turncoat.pid }, tools)
  await turncoat.run(`SET application_name = 'firebreak'`)
  const result = await terminate_query.run({ pid: turncoat.pid }, tools, { preconditions, isDryRun: false })
  assert.deepEqual(
    [result.isSkipped, result.error],
    [true, `Session ${turncoat.pid} is our own (firebreak). Nothing was done.`],
  )
  await turncoat.run('SELECT 1')
})

test('a role without the right to see or to end is told so in plain words', async (t) => {
  const { adminUrl, session } = await busyDatabase(t)
  const role = `weak_${new URL(adminUrl).pathname.slice(1)}`
  await runSql(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  t.after(() => runSql(adminUrl, `DROP ROLE ${role}`))
  const weak = new URL(adminUrl)
  weak.username = role
  weak.password = 'x'
  const target = await session('psql')
  const blind = toolsOver(openTargets(t, `shop=${weak.href}`))
  await assert.rejects(
    terminate_query.intend({ pid: target.pid }, blind),
    /our login may not see; grant it pg_read_all_stats/,
  )
  await runSql(adminUrl, `GRANT pg_monitor TO ${role}`)
  const { preconditions } = await terminate_query.intend({ pid: target.pid }, blind)
  const result = await terminate_query.run({ pid: target.pid }, blind, { preconditions, isDryRun: false })
  assert.equal(result.success, false)
  assert.match(result.error ?? '', /^Database shop: (permission denied to terminate process|must be a member)/)
  await target.run('SELECT 1')
})

test('connections are grouped by who holds them, and measured against what is usable', async (t) => {
  const { adminUrl, tools, session } = await busyDatabase(t)
  for (let count = 0; count < 4; count += 1) await session('leaky-pool')
  const data = await dataOf(active_connections.run({ limit: 100 }, tools))
  const group = data.groups.find(
    ({ application_name }: { application_name: string }) => application_name === 'leaky-pool',
  )
  assert.deepEqual([group.sessions, group.state, group.client_addr], [4, 'idle', null])
  assert.match(group.oldest_state_change, /^\d{4}-/)
  const [limits] = await runSql(
    adminUrl,
    `SELECT sum(setting::int) FILTER (WHERE name = 'max_connections') - coalesce(sum(setting::int) FILTER (WHERE name <> 'max_connections'), 0) AS usable
    FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  )
  assert.equal(data.usable_connections, Number(limits?.usable))
  assert.equal(data.saturation, Math.round((data.sessions / data.usable_connections) * 1000) / 1000)
  assert.equal(
    Object.values<number>(data.by_state).reduce((sum, count) => sum + count, 0),
    data.sessions,
  )
  assert.match(data.message, /^\d+ of \d+ usable connections are taken \(\d+ %\): /)
})

test('statements come from pg_stat_statements where it is, in whatever schema, and it says when not', async (t) => {
  const { adminUrl, tools } = await busyDatabase(t)
  const without = await dataOf(slow_queries.run({ limit: 5 }, tools))
  assert.equal(without.source, 'pg_stat_activity')
  assert.match(without.note, /CREATE EXTENSION pg_stat_statements/)
  await runSql(adminUrl, 'CREATE SCHEMA "Odd ""schema"')
  await runSql(adminUrl, 'CREATE EXTENSION pg_stat_statements SCHEMA "Odd ""schema"')
  // All tests share the server, and hundreds of their statements were heavier; where the library is not loaded there is nothing to forget.
  await runSql(adminUrl, 'SELECT "Odd ""schema".pg_stat_statements_reset()').catch(() => {})
  await runSql(adminUrl, 'CREATE TABLE public.big AS SELECT g AS id FROM generate_series(1, 20000) g')
  await runSql(adminUrl, 'SELECT count(*) FROM public.big a, generate_series(1, 1000) WHERE a.id = 7')
  const data = await eventually('the scan is counted', async () => {
    const found = await dataOf(slow_queries.run({ limit: 100 }, tools))
    return found.most_scanned_tables.length > 0 && found
  })
  if (data.source === 'pg_stat_activity') return t.diagnostic(`pg_stat_statements cannot be read here: ${data.note}`)
  assert.deepEqual([data.source, data.note], ['pg_stat_statements', undefined])
  const [datname] = (await runSql(adminUrl, 'SELECT current_database() AS name')).map(({ name }) => name)
  const statement = data.statements.by_total_time.find(
    (one: { datname: string; query: string }) =>
      one.datname === datname && /public\.big a, generate_series/.test(one.query),
  )
  assert.deepEqual([statement.calls, statement.rows], [1, 1])
  assert.ok(data.statements.by_wal_bytes.every((one: { wal_bytes: number }) => one.wal_bytes > 0))
  assert.equal(data.most_scanned_tables[0].relname, 'big')
  assert.equal(data.most_scanned_tables[0].idx_scan, 0)
})

test('the workers of a parallel query are counted under their leader', async (t) => {
  const { url, tools, session } = await busyDatabase(t)
  await runSql(url, 'CREATE TABLE public.wide AS SELECT g AS id FROM generate_series(1, 100000) g')
  const analyst = await session('psql')
  for (const setting of [
    'parallel_setup_cost = 0',
    'parallel_tuple_cost = 0',
    'min_parallel_table_scan_size = 0',
    'enable_hashjoin = off',
    'enable_mergejoin = off',
  ])
    await analyst.run(`SET ${setting}`)
  await analyst.begin('SELECT count(*) FROM public.wide a JOIN public.wide b ON a.id + b.id < 0')
  const leader = await eventually('workers have joined', async () => {
    const data = await dataOf(slow_queries.run({ limit: 100 }, tools))
    const found = data.running.find(({ pid }: { pid: number }) => pid === analyst.pid)
    return found?.parallel_workers > 0 && { found, running: data.running }
  })
  assert.equal(leader.running.filter(({ query }: { query: string }) => /public\.wide a/.test(query)).length, 1)
  const told = await eventually('a worker that has not ended meanwhile is meant', async () => {
    const [worker] = await runSql(
      url,
      `SELECT pid FROM pg_stat_activity WHERE leader_pid = ${analyst.pid} AND pid <> leader_pid`,
    )
    if (!worker) return undefined
    const answer = terminate_query.intend({ pid: Number(worker.pid) }, tools)
    const sentence = await answer.then(() => 'It may be ended.', String)
    return /may have ended already/.test(sentence) ? undefined : sentence
  })
  assert.match(told, /is a parallel worker of \d+; end the leader/)
  const { preconditions } = await terminate_query.intend({ pid: analyst.pid }, tools)
  assert.equal(
    (await terminate_query.run({ pid: analyst.pid }, tools, { preconditions, isDryRun: false })).success,
    true,
  )
})

async function isThere(tools: ReturnType<typeof toolsOver>, pid: number): Promise<boolean> {
  const rows = await tools.databases.read(
    undefined,
    'SELECT 1 FROM pg_stat_activity WHERE pid = $1',
    [pid],
    tools.signal,
  )
  return rows.length > 0
}
