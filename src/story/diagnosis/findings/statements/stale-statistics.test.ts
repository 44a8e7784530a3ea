import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  findingsOf,
  lineOf,
  type Pictured,
  queriesOf,
  secondsAgo,
  statementOf,
  tableOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { staleStatistics } from './costly-statements.ts'

const QUERY = 'SELECT p.id FROM parcels p JOIN depots d ON d.id = p.depot_id WHERE p.batch = $1'
const COSTLY = statementOf(QUERY, { calls: 88_000, mean_exec_time: 2400, total_exec_time: 211_200_000 })
const STALE = {
  n_mod_since_analyze: 39_000_000,
  last_analyze: null,
  last_autoanalyze: secondsAgo(9 * 86_400),
  reloptions: ['autovacuum_enabled=false'],
}

function slow(table: object, more: Pictured = {}): Pictured {
  return {
    alert: 'PostgreSQLSlowQueries',
    queries: queriesOf({ by_total_time: [COSTLY] }),
    bloat: bloatOf({ tables: [table] }),
    ...more,
  }
}

test('a table that has changed altogether since it was analyzed is analyzed', () => {
  const [finding] = findingsOf(staleStatistics, slow(tableOf('parcels', 1000, 42_000_000, STALE)))
  assert.match(finding?.statement ?? '', /public\.parcels are out of date: 39000000 rows.*93 % of 42000000.*9 days ago/)
  assert.match(finding?.statement ?? '', /autovacuum_enabled=false/)
  assert.equal(finding?.actions[0]?.plugin, 'vacuum_table')
  assert.equal(finding?.actions[0]?.parameters.table, 'public.parcels')
  assert.ok(finding?.explains?.includes('costly_statement'))
})

const PLAN =
  'LOG:  duration: 6120.2 ms  plan:\n\tIndex Scan using i on parcels p  (cost=0.56..8.58 rows=1 width=33) (actual time=0.03..6030.1 rows=1812331 loops=1)'

test('a plan in the log that expected something else proves it', () => {
  const [finding] = findingsOf(
    staleStatistics,
    slow(tableOf('parcels', 0, 42_000_000, STALE), { lines: [lineOf(9, PLAN)] }),
  )
  assert.match(finding?.statement ?? '', /expected 1 row of parcels, and 1812331 came/)
  assert.equal(finding?.confidence, 0.9)
})

test('a few of very many rows are enough where a plan shows that they are the ones asked for', () => {
  const table = tableOf('parcels', 0, 97_000_000, { ...STALE, n_mod_since_analyze: 9_000_000, reloptions: null })
  assert.deepEqual(findingsOf(staleStatistics, slow(table)), [])
  const [finding] = findingsOf(staleStatistics, slow(table, { lines: [lineOf(9, PLAN)] }))
  assert.match(finding?.statement ?? '', /9000000 rows were modified since the last analyze \(9 % of/)
})

test('a table that was analyzed, a small one, and one the statement does not read are not it', () => {
  const tables = [
    tableOf('parcels', 0, 42_000_000, { ...STALE, n_mod_since_analyze: 40_000 }),
    tableOf('parcels', 0, 900, { ...STALE, n_mod_since_analyze: 900 }),
    tableOf('audit', 0, 42_000_000, STALE),
  ]
  for (const table of tables) assert.deepEqual(findingsOf(staleStatistics, slow(table)), [])
})

test('one that is being vacuumed is left alone, and another alert is told of it without a step', () => {
  const table = tableOf('parcels', 0, 42_000_000, STALE)
  const vacuums_running = [
    { pid: 7, datname: 'shop', schemaname: 'public', relname: 'parcels', phase: 'scanning heap' },
  ]
  const [busy] = findingsOf(staleStatistics, slow(table, { bloat: bloatOf({ tables: [table], vacuums_running }) }))
  assert.deepEqual(busy?.actions, [])
  const [aside] = findingsOf(staleStatistics, slow(table, { alert: 'PostgresqlDeadLocks' }))
  assert.equal(aside?.weight, 'context')
})
