import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  type Pictured,
  queriesOf,
  sessionOf,
  statementOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { missingIndex } from './costly-statements.ts'

const SLOW = statementOf('SELECT * FROM pings p WHERE p.trip_ref = $1 ORDER BY p.at DESC LIMIT $2', {
  calls: 120_000,
  mean_exec_time: 412.5,
})
const READ_WHOLE = {
  schemaname: 'public',
  relname: 'pings',
  seq_scan: 120_100,
  seq_tup_read: 120_100 * 4_000_000,
  idx_scan: 0,
  n_live_tup: 4_100_000,
  n_dead_tup: 9_000,
}

function asked(statement: object, table: object, more: Pictured = {}): Pictured {
  const queries = queriesOf({ by_total_time: [statement], most_scanned_tables: [table] })
  return { alert: 'HighRequestLatency', concern: 'possible', queries, ...more }
}

test('a frequent statement that reads a large table whole wants an index on what it picks by', () => {
  const [finding] = findingsOf(missingIndex, asked(SLOW, READ_WHOLE))
  assert.match(finding?.statement ?? '', /public\.pings has no index on column trip_ref.*120000 times at 412\.5 ms/)
  assert.match(finding?.suggestions[0] ?? '', /CREATE INDEX CONCURRENTLY ON public\.pings \(trip_ref\)/)
  assert.deepEqual([finding?.actions, finding?.confidence, finding?.weight], [[], 0.85, 'cause'])
})

test('an index on another column does not hide it, and makes it less sure', () => {
  const [finding] = findingsOf(missingIndex, asked(SLOW, { ...READ_WHOLE, idx_scan: 9_000_000 }))
  assert.equal(finding?.confidence, 0.7)
})

test('dead rows, few scans, scans stopped early, a small table and another table are not it', () => {
  for (const table of [
    { n_dead_tup: 3_000_000 },
    { seq_scan: 12, seq_tup_read: 24_000 },
    { seq_tup_read: 120_100 * 10 },
    { n_live_tup: 800, seq_tup_read: 120_100 * 800 },
    { relname: 'trips' },
  ])
    assert.deepEqual(findingsOf(missingIndex, asked(SLOW, { ...READ_WHOLE, ...table })), [])
})

test('a statement that is quick, or was called twice, or keeps house, is not it', () => {
  for (const statement of [
    { ...SLOW, mean_exec_time: 1.9 },
    { ...SLOW, calls: 2 },
    { ...SLOW, query: 'VACUUM pings' },
  ])
    assert.deepEqual(findingsOf(missingIndex, asked(statement, READ_WHOLE)), [])
})

test('without statistics, what several sessions run at once tells it too', () => {
  const running = [1, 2, 3].map((pid) => sessionOf(pid, 3, { query: `SELECT * FROM pings WHERE trip_ref = '${pid}'` }))
  const queries = { ...queriesOf({ running, most_scanned_tables: [READ_WHOLE] }), statements: undefined }
  const [finding] = findingsOf(missingIndex, { alert: 'HighRequestLatency', queries })
  assert.match(finding?.statement ?? '', /column trip_ref.*run by 3 sessions at once/)
  assert.equal(finding?.confidence, 0.7)
})

test('a statement that wants all rows needs no index', () => {
  const whole = { ...SLOW, query: 'SELECT count(*) FROM pings' }
  assert.deepEqual(findingsOf(missingIndex, asked(whole, READ_WHOLE)), [])
})

test('it does not explain an alert about replication', () => {
  assert.equal(
    findingsOf(missingIndex, asked(SLOW, READ_WHOLE, { alert: 'PostgresqlReplicationLag' }))[0]?.weight,
    'context',
  )
})

test('where a function of the column is compared, the index is to be on that', () => {
  const advised = (condition: string) => {
    const statement = { ...SLOW, query: `SELECT count(*) FROM pings p WHERE ${condition}` }
    return findingsOf(missingIndex, asked(statement, READ_WHOLE))[0]?.suggestions[0] ?? ''
  }
  assert.match(advised('lower(p.trip_ref) = $1'), /\(lower\(trip_ref\)\)/)
  assert.match(advised('p.trip_ref::date = $1'), /\(\(trip_ref::date\)\)/)
})
