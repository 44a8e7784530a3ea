/** The rows of a case, seen through the real plugins over a real server. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import active_connections from '../../../src/plugins/database/active_connections.ts'
import kill_deadlock from '../../../src/plugins/database/kill_deadlock.ts'
import lock_waits from '../../../src/plugins/database/lock_waits.ts'
import replication_lag from '../../../src/plugins/database/replication_lag.ts'
import slow_queries from '../../../src/plugins/database/slow_queries.ts'
import table_bloat from '../../../src/plugins/database/table_bloat.ts'
import terminate_query from '../../../src/plugins/database/terminate_query.ts'
import vacuum_table from '../../../src/plugins/database/vacuum_table.ts'
import { freshDatabase } from '../stores.ts'
import { dataOf, openTargets, toolsOver } from '../targets.ts'
import { loadShadowCatalogue } from './shadow-catalogue.ts'
import type { CasePostgres, Row } from './shadow-rows.ts'

async function lookAt(t: TestContext, postgres: CasePostgres) {
  const { adminUrl } = await freshDatabase(t)
  const shadow = await loadShadowCatalogue(adminUrl, postgres)
  t.after(() => shadow.drop())
  return { tools: toolsOver(openTargets(t, `${postgres.database}=${shadow.url}`)), shadow }
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

function sessionRow(pid: number, more: Row): Row {
  const times = { backend_start: ago(9000), xact_start: ago(600), query_start: ago(600), state_change: ago(600) }
  const who = { datid: 16384, datname: 'shop', usename: 'app', application_name: 'orders', client_addr: '10.0.0.7' }
  return {
    pid,
    leader_pid: null,
    ...who,
    ...times,
    state: 'active',
    query: `query of ${pid}`,
    backend_type: 'client backend',
    ...more,
  }
}

const WAITING = { wait_event_type: 'Lock', wait_event: 'transactionid' }

const CHAIN: CasePostgres = {
  database: 'shop',
  settings: { max_connections: '100', superuser_reserved_connections: '3', deadlock_timeout: '1s' },
  views: {
    pg_stat_activity: [
      sessionRow(101, {
        state: 'idle in transaction',
        wait_event_type: 'Client',
        wait_event: 'ClientRead',
        backend_xmin: '900',
      }),
      sessionRow(102, WAITING),
      sessionRow(103, { ...WAITING, query_start: ago(30) }),
      sessionRow(104, { backend_type: 'walsender', application_name: 'replica-1', backend_xmin: '950' }),
    ],
    pg_locks: [
      { pid: 101, locktype: 'relation', relation: 'orders', mode: 'RowExclusiveLock', granted: true },
      { pid: 101, locktype: 'transactionid', transactionid: '1000', mode: 'ExclusiveLock', granted: true },
      { pid: 102, locktype: 'transactionid', transactionid: '1000', mode: 'ShareLock', granted: false },
      { pid: 103, locktype: 'relation', relation: 'sales."Invoices"', mode: 'AccessShareLock', granted: false },
    ],
    pg_prepared_xacts: [
      { transaction: '700', gid: 'half-done', owner: 'app', database: 'shop', prepared: ago(86_400) },
    ],
    pg_database: [{ datname: 'shop', datfrozenxid_age: 1_500_000_000 }],
    pg_stat_bgwriter: [{ checkpoints_req: 12 }],
  },
  blocking: [
    { pid: 102, pg_blocking_pids: [101] },
    { pid: 103, pg_blocking_pids: [102] },
  ],
}

test('a chain of the case has its root, locks and times, and ending the root frees the rest', async (t) => {
  const { tools, shadow } = await lookAt(t, CHAIN)
  const data = await dataOf(lock_waits.run({ limit: 20 }, tools))
  assert.equal(data.waiting, 2)
  assert.deepEqual([data.roots[0].pid, data.roots[0].waiters_in_all, data.roots[0].xact_seconds >= 600], [101, 2, true])
  assert.deepEqual(
    data.roots[0].holds.map(({ relation, mode }: Row) => [relation, mode]),
    [
      [null, 'ExclusiveLock'],
      ['public.orders', 'RowExclusiveLock'],
    ],
  )
  assert.deepEqual(data.waiters[1].waits_for, {
    locktype: 'relation',
    mode: 'AccessShareLock',
    relation: 'sales.Invoices',
  })
  assert.equal(data.deadlock_timeout, '1s')
  const { preconditions } = await kill_deadlock.intend({ pid: 101, database: 'shop' }, tools)
  const result = await kill_deadlock.run({ pid: 101, database: 'shop' }, tools, { preconditions, isDryRun: false })
  assert.equal(result.success, true, result.error)
  assert.deepEqual(await shadow.effects(), [{ call: 'pg_terminate_backend', pid: 101 }])
  assert.equal((await dataOf(lock_waits.run({ limit: 20 }, tools))).roots[0].pid, 102)
})

test('nothing is ended that must not be, and nothing recorded', async (t) => {
  const { tools, shadow } = await lookAt(t, CHAIN)
  await assert.rejects(terminate_query.intend({ pid: 104 }, tools), /is a walsender/)
  await assert.rejects(kill_deadlock.intend({ pid: 103 }, tools), /Nobody waits for session 103/)
  const { preconditions } = await terminate_query.intend({ pid: 101 }, tools)
  await terminate_query.run({ pid: 101 }, tools, { preconditions, isDryRun: true })
  assert.deepEqual(await shadow.effects(), [])
})

test('ages are counted from the newest transaction the case knows', async (t) => {
  const { tools } = await lookAt(t, CHAIN)
  const data = await dataOf(table_bloat.run({ limit: 5 }, tools))
  assert.deepEqual(
    data.snapshot_holders.map(({ kind, pid, gid, xmin_age }: Row) => [kind, pid ?? gid, xmin_age]),
    [
      ['prepared transaction', 'half-done', 250],
      ['session', 101, 50],
      ['session', 104, 0],
    ],
  )
  assert.deepEqual(data.wraparound.databases, [
    { datname: 'shop', datfrozenxid_age: 1_500_000_000, datminmxid_age: null },
  ])
  const connections = await dataOf(active_connections.run({ limit: 20 }, tools))
  assert.deepEqual([connections.sessions, connections.usable_connections, connections.waiting_for_locks], [3, 97, 2])
})

test('lags and kept WAL come out as the case gives them, in bytes or as positions', async (t) => {
  const { tools } = await lookAt(t, {
    database: 'shop',
    views: {
      pg_stat_replication: [
        {
          pid: 1,
          application_name: 'replica-1',
          state: 'streaming',
          sent_lsn: '5/10000000',
          replay_lsn: '5/F000000',
          write_lag: '00:00:00.012',
          replay_lag: '00:07:21',
        },
        { pid: 2, application_name: 'replica-2', state: 'catchup', replay_lag_bytes: 1_073_741_824 },
      ],
      pg_replication_slots: [
        {
          slot_name: 'orphan',
          slot_type: 'logical',
          active: false,
          wal_status: 'extended',
          retained_wal_bytes: 5_000_000_000,
        },
      ],
    },
  })
  const data = await dataOf(replication_lag.run({}, tools))
  const [one, two] = ['replica-1', 'replica-2'].map((name) =>
    data.replicas.find(({ application_name }: Row) => application_name === name),
  )
  assert.deepEqual([one.write_lag_seconds, one.replay_lag_seconds, one.replay_lag_bytes], [0.012, 441, 16_777_216])
  assert.equal(two.replay_lag_bytes, 1_073_741_824)
  assert.deepEqual(
    [data.role, data.slots[0].slot_name, data.slots[0].active, data.slots[0].wal_kept_bytes],
    ['primary', 'orphan', false, 5_000_000_000],
  )
  assert.match(data.message, /Slots nobody reads: orphan \(4768\.4 MB of WAL kept\)/)
})

test('a case with nothing in it is an empty server, not the one it is loaded into', async (t) => {
  const { tools } = await lookAt(t, { database: 'empty' })
  const [slow, locks, connections, replication, bloat] = await Promise.all([
    dataOf(slow_queries.run({ limit: 10 }, tools)),
    dataOf(lock_waits.run({ limit: 10 }, tools)),
    dataOf(active_connections.run({ limit: 10 }, tools)),
    dataOf(replication_lag.run({}, tools)),
    dataOf(table_bloat.run({ limit: 10 }, tools)),
  ])
  assert.deepEqual([slow.running, slow.source, slow.most_scanned_tables], [[], 'pg_stat_activity', []])
  assert.deepEqual([locks.waiting, locks.deadlocks], [0, []])
  assert.deepEqual([connections.sessions, connections.usable_connections, connections.settings], [0, null, {}])
  assert.deepEqual([replication.replicas, replication.slots], [[], []])
  assert.deepEqual([bloat.tables, bloat.snapshot_holders, bloat.vacuums_running], [[], [], []])
})

const CASES = new URL('../../../../shared/cases/', import.meta.url)

/** A worked case, its times moved so that its snapshot is now. */
function workedCase(t: TestContext, name: string): CasePostgres | undefined {
  const file = new URL(`${name}.json`, CASES)
  if (!existsSync(file)) {
    t.skip('The worked cases are not beside this project.')
    return undefined
  }
  const { world } = JSON.parse(readFileSync(file, 'utf8'))
  const shift = Date.now() - Date.parse(world.now)
  const moved = JSON.stringify(world.postgres).replace(/"(\d{4}-\d\d-\d\d[ T][\d:.]+(?:Z|\+00:00))"/g, (_, time) =>
    JSON.stringify(new Date(Date.parse(time) + shift).toISOString()),
  )
  return JSON.parse(moved)
}

test('a purged table is vacuumed, for real, and the case’s figures follow', async (t) => {
  const postgres = workedCase(t, 'd09-table-not-vacuumed')
  if (!postgres) return
  const { tools, shadow } = await lookAt(t, postgres)
  const [table] = (await dataOf(table_bloat.run({ limit: 10 }, tools))).tables
  assert.deepEqual(
    [table.relname, table.n_dead_tup, table.total_bytes, table.relfrozenxid_age],
    ['orders_history', 11_920_331, 9_663_676_416, 40_000_000],
  )
  assert.equal(table.autovacuum_begins_at, 22_710_694)
  const { preconditions, effect } = await vacuum_table.intend({ table: 'orders_history' }, tools)
  assert.deepEqual(effect.commands, ['VACUUM (ANALYZE) public.orders_history'])
  const result = await vacuum_table.run({ table: 'orders_history' }, tools, { preconditions, isDryRun: false })
  assert.equal(result.success, true, result.error)
  assert.deepEqual(await shadow.effects(), [{ call: 'vacuum', table: 'public.orders_history' }])
  assert.equal(
    (await dataOf(table_bloat.run({ limit: 10 }, tools))).tables.find(
      ({ relname }: Row) => relname === 'orders_history',
    ).n_dead_tup,
    0,
  )
})

test('a hand-typed report is one query with its workers, and its leader is the one to end', async (t) => {
  const postgres = workedCase(t, 'd10-runaway-report')
  if (!postgres) return
  const { tools, shadow } = await lookAt(t, postgres)
  const data = await dataOf(slow_queries.run({ limit: 10 }, tools))
  const [oldest] = data.running
  assert.deepEqual([oldest.pid, oldest.parallel_workers, Math.round(oldest.query_seconds / 60)], [8841, 3, 47])
  assert.deepEqual(
    [data.source, data.running_total, data.statements.by_total_time[0].calls],
    ['pg_stat_statements', 9, 9_112_002],
  )
  await assert.rejects(terminate_query.intend({ pid: 8842 }, tools), /parallel worker of 8841; end the leader/)
  const { preconditions } = await terminate_query.intend({ pid: 8841 }, tools)
  const result = await terminate_query.run({ pid: 8841 }, tools, { preconditions, isDryRun: false })
  assert.equal(result.success, true, result.error)
  assert.deepEqual(await shadow.effects(), [{ call: 'pg_terminate_backend', pid: 8841 }])
})

test('connections within bounds look so', async (t) => {
  const postgres = workedCase(t, 'd11-connections-within-bounds')
  if (!postgres) return
  const { tools } = await lookAt(t, postgres)
  const data = await dataOf(active_connections.run({ limit: 20 }, tools))
  assert.deepEqual(
    [data.sessions, data.usable_connections, data.waiting_for_locks, data.idle_in_transaction],
    [60, 497, 0, []],
  )
})

test('a starved pool shows as old idle sessions from one address', async (t) => {
  const postgres = workedCase(t, 'd07-pool-starved-pod')
  if (!postgres) return
  const { tools } = await lookAt(t, postgres)
  const [group] = (await dataOf(active_connections.run({ limit: 20 }, tools))).groups
  assert.deepEqual(
    [group.client_addr, group.state, group.sessions, group.oldest_state_seconds >= 1200],
    ['10.244.0.14', 'idle', 100, true],
  )
})
