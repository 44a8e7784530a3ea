/** Reading a database we look after: what it may, what it may not even as a superuser, and what it says when it cannot. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openTargetDatabases } from '../../src/edges/database/target-databases.ts'
import { readTargetList } from '../../src/edges/database/target-list.ts'
import { answer } from '../../src/plugins/database/answer.ts'
import type { RemediationResult } from '../../src/plugins/plugin.ts'
import { DatabaseRefusal, type TargetDatabases } from '../../src/ports/database.ts'
import { NotConfigured } from '../../src/ports/not-configured.ts'
import { eventually } from '../world/eventually.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { openTargets, QUIET } from '../world/targets.ts'

const calm = new AbortController().signal

async function superuserTarget(t: TestContext): Promise<{ databases: TargetDatabases; adminUrl: string }> {
  const { adminUrl } = await freshDatabase(t)
  await runSql(adminUrl, 'CREATE TABLE public.orders (id int)')
  await runSql(adminUrl, 'INSERT INTO public.orders VALUES (1), (2)')
  await runSql(adminUrl, 'CREATE SEQUENCE public.numbers')
  return { databases: openTargets(t, `shop=${adminUrl}`), adminUrl }
}

const WRITES = [
  'DELETE FROM public.orders',
  'WITH gone AS (DELETE FROM public.orders RETURNING *) SELECT * FROM gone',
  "SELECT nextval('public.numbers')",
  "SELECT setval('public.numbers', 7)",
  'SELECT * INTO public.copied FROM public.orders',
  'SELECT * FROM public.orders FOR UPDATE',
  'SET TRANSACTION READ WRITE',
  'SET LOCAL transaction_read_only = off',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  "SELECT set_config('transaction_read_only', 'off', true)",
  'SELECT 1; DELETE FROM public.orders',
  'SELECT 1; COMMIT; DELETE FROM public.orders',
  'COMMIT',
  'ROLLBACK',
  'TRUNCATE public.orders',
  'DROP TABLE public.orders',
  'VACUUM public.orders',
  "COPY public.orders TO PROGRAM 'true'",
  "COPY (SELECT 1) TO '/tmp/firebreak-never-written'",
  'DO $$ BEGIN DELETE FROM public.orders; END $$',
  'CALL nothing()',
  'LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE',
  'CREATE TEMP TABLE mine (id int)',
  'EXPLAIN ANALYZE DELETE FROM public.orders',
  'LISTEN something',
]

test('reading as a superuser changes nothing', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  for (const sql of WRITES) {
    await t.test(`refused: ${sql}`, async () => {
      await assert.rejects(databases.read('shop', sql, [], calm), DatabaseRefusal)
      assert.deepEqual(await runSql(adminUrl, 'SELECT count(*)::int AS rows FROM public.orders'), [{ rows: 2 }])
      assert.deepEqual(await runSql(adminUrl, 'SELECT is_called FROM public.numbers'), [{ is_called: false }])
      assert.equal((await databases.read('shop', 'SELECT 1 AS one', [], calm)).length, 1)
    })
  }
})

test('what a read-only transaction lets through on an older server is rolled back with it', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  await databases.read('shop', 'SELECT lo_create(4711)', [], calm).catch(() => 'Newer servers refuse it outright.')
  assert.deepEqual(await runSql(adminUrl, 'SELECT oid FROM pg_largeobject_metadata'), [])
})

// Likewise pg_terminate_backend, lo_export and dblink_exec: a read-only transaction does not hold them, a role without rights does.
test('what a superuser may still read or call in a read-only transaction is left to the role, and known', async (t) => {
  const { databases } = await superuserTarget(t)
  const [row] = await databases.read('shop', "SELECT length(pg_read_file('PG_VERSION')) > 0 AS is_read", [], calm)
  assert.deepEqual(row, { is_read: true })
})

test('a role with pg_monitor alone reads the sessions and no file', async (t) => {
  const { adminUrl } = await freshDatabase(t)
  const role = `watcher_${Date.now()}`
  await runSql(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'x' IN ROLE pg_monitor`)
  t.after(() => runSql(adminUrl, `DROP ROLE ${role}`))
  const url = new URL(adminUrl)
  url.username = role
  url.password = 'x'
  const databases = openTargets(t, `shop=${url.href}`)
  const rows = await databases.read('shop', "SELECT 1 FROM pg_stat_activity WHERE query LIKE '<insuff%'", [], calm)
  assert.deepEqual(rows, [])
  await assert.rejects(databases.read('shop', "SELECT pg_read_file('PG_VERSION')", [], calm), /permission denied/)
})

test('values are bound, never spliced, and come back typed and exact', async (t) => {
  const { databases } = await superuserTarget(t)
  const text = `'; DROP TABLE public.orders; --`
  const sql = `SELECT $1::text AS text, $2::int8 AS count, 1.5::numeric AS ratio, '7'::xid AS xid, 9007199254740993::int8 AS queryid,
                      '2026-08-21 06:09:48.123456+02'::timestamptz AS at, ARRAY[1, 2] AS pids`
  assert.deepEqual(await databases.read(undefined, sql, [text, 12], calm), [
    {
      text,
      count: 12,
      ratio: 1.5,
      xid: 7,
      queryid: '9007199254740993',
      at: '2026-08-21T04:09:48.123456Z',
      pids: [1, 2],
    },
  ])
})

test('nothing in the public schema can pass for the catalogue', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  await runSql(adminUrl, 'CREATE TABLE public.pg_stat_activity (pid int)')
  await runSql(
    adminUrl,
    `ALTER ROLE CURRENT_USER IN DATABASE ${databaseOf(adminUrl)} SET search_path = public, pg_catalog`,
  )
  const rows = await databases.read(
    'shop',
    'SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    [],
    calm,
  )
  assert.deepEqual(rows, [{ application_name: 'firebreak reading' }])
  await assert.rejects(databases.read('shop', 'SELECT * FROM orders', [], calm), /relation "orders" does not exist/)
})

test('an aborted query is stopped on the server too, and the connection serves on', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  const abort = new AbortController()
  const sleeping = databases.read('shop', 'SELECT pg_sleep(600)', [], abort.signal)
  const pid = await eventually('the query runs', () => sleeper(adminUrl))
  abort.abort(new Error('Nobody waits any more.'))
  await assert.rejects(sleeping, /Nobody waits any more/)
  assert.equal(await sleeper(adminUrl), undefined)
  const [own] = await databases.read<{ pid: number }>('shop', 'SELECT pg_backend_pid() AS pid', [], calm)
  assert.equal(own?.pid, pid)
})

async function sleeper(adminUrl: string): Promise<number | undefined> {
  const rows = await runSql(
    adminUrl,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'FETCH%'`,
  )
  return rows[0]?.pid as number | undefined
}

test('an answer without end is refused with a hint', async (t) => {
  const { databases } = await superuserTarget(t)
  const rows = databases.read('shop', 'SELECT generate_series(1, 100000)', [], calm)
  await assert.rejects(rows, /longer than 5000 rows.*limit/)
})

test('the session has its limits', async (t) => {
  const { databases } = await superuserTarget(t)
  const sql = `SELECT name, setting FROM pg_settings
               WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_read_only') ORDER BY name`
  assert.deepEqual(await databases.read('shop', sql, [], calm), [
    { name: 'idle_in_transaction_session_timeout', setting: '10000' },
    { name: 'lock_timeout', setting: '2000' },
    { name: 'statement_timeout', setting: '15000' },
    { name: 'transaction_read_only', setting: 'on' },
  ])
})

test('acting takes one statement, outside a transaction, and hands on what the server remarked', async (t) => {
  const { databases } = await superuserTarget(t)
  const answer = await databases.act('shop', 'VACUUM public.orders', [], { signal: calm })
  assert.deepEqual(answer, { rows: [], notices: [] })
  const two = databases.act('shop', 'SELECT 1; DELETE FROM public.orders', [], { signal: calm })
  await assert.rejects(two, /cannot insert multiple commands/)
  const { rows, notices } = await databases.act('shop', 'SELECT pg_terminate_backend(-1) AS ended', [], {
    signal: calm,
  })
  assert.deepEqual(rows, [{ ended: false }])
  assert.match(notices[0] ?? '', /^WARNING: PID -1 is not a PostgreSQL/)
})

test('a statement whose answer did not come is unknown, one that the server refused is not', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  const act = (sql: string) =>
    answer<RemediationResult>(async () => ({
      success: true,
      data: await databases.act('shop', sql, [], { signal: calm }),
    }))
  const refused = await act('SELECT 1 / 0')
  assert.deepEqual([refused.success, refused.isUnknown], [false, undefined])
  const lost = act('SELECT pg_sleep(15)')
  await eventually('the session that sleeps is ended', async () => {
    const ended = await runSql(
      adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firebreak acting'
          AND wait_event = 'PgSleep' AND datname = current_database()`,
    )
    return ended.length === 1
  })
  const { success, isUnknown, error } = await lost
  assert.deepEqual([success, isUnknown], [false, true])
  assert.match(error ?? '', /^Database shop: .* Whether the statement was carried out is not known\.$/)
})

test('without a target it is not configured; an unknown name is answered with the known ones', async (t) => {
  const none = openTargets(t, '')
  await assert.rejects(none.read(undefined, 'SELECT 1', [], calm), NotConfigured)
  const { databases } = await superuserTarget(t)
  await assert.rejects(databases.read('shoop', 'SELECT 1', [], calm), /no database "shoop".*Known: shop\./)
})

test("a database's own name will do where one target has it", async (t) => {
  const { adminUrl } = await freshDatabase(t)
  const databases = openTargets(t, `shop=${adminUrl}`)
  const rows = await databases.read(databaseOf(adminUrl), 'SELECT 1 AS one', [], calm)
  assert.deepEqual(rows, [{ one: 1 }])
})

test('a server that is not there is told in its own words, without the password', async (t) => {
  const databases = openTargets(t, 'shop=postgresql://watcher:canary-7f3a@127.0.0.1:9/shop')
  await assert.rejects(databases.read('shop', 'SELECT 1', [], calm), (error: DatabaseRefusal) => {
    assert.match(error.message, /^Database shop: connect ECONNREFUSED 127\.0\.0\.1:9$/)
    assert.equal(error.code, 'ECONNREFUSED')
    return !JSON.stringify([error, error.stack, error.cause]).includes('canary')
  })
})

test('a server that takes the call and says nothing is given up', async (t) => {
  const mute = createServer((socket) => void t.after(() => socket.destroy())).listen(0, '127.0.0.1')
  t.after(() => mute.close())
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const databases = openTargets(t, `shop=postgresql://watcher@127.0.0.1:${port}/shop`)
  await assert.rejects(databases.read('shop', 'SELECT 1', [], calm), /^DatabaseRefusal: Database shop: .*timeout/)
})

test('a target that comes back is reached again', async (t) => {
  const { databases, adminUrl } = await superuserTarget(t)
  await databases.read('shop', 'SELECT 1', [], calm)
  await runSql(
    adminUrl,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'firebreak reading' AND datname = current_database()`,
  )
  const again = () => databases.read('shop', 'SELECT 1 AS one', [], calm).catch(() => undefined)
  assert.deepEqual(await eventually('it is reached again', again), [{ one: 1 }])
})

test('nothing is opened before it is needed, and closing ends what was', async (t) => {
  const { adminUrl } = await freshDatabase(t)
  const databases = openTargetDatabases({ targets: readTargetList(`shop=${adminUrl}`).targets, log: QUIET })
  const own = `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'firebreak%'`
  assert.deepEqual(await runSql(adminUrl, own), [{ open: 0 }])
  await databases.read('shop', 'SELECT 1', [], calm)
  assert.deepEqual(await runSql(adminUrl, own), [{ open: 1 }])
  await databases.close()
  await eventually('it is closed', async () => (await runSql(adminUrl, own))[0]?.open === 0)
})

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

test('the host of a server is told as its address says, unless it is this machine', (t) => {
  const list =
    'far=postgresql://db.example.com/shop,near=postgresql://localhost/here,socket=postgresql:///there?host=/tmp'
  const databases = openTargets(t, list)
  assert.deepEqual(
    [undefined, 'far', 'shop', 'near', 'socket', 'nobody'].map((name) => databases.hostOf(name)),
    ['db.example.com', 'db.example.com', 'db.example.com', undefined, undefined, undefined],
  )
})
