import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  locksOf,
  type Pictured,
  queriesOf,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { runawayQuery } from './heavy-statements.ts'

const REPORT = { usename: 'analyst', application_name: 'psql', query: 'SELECT o.*, c.* FROM orders o, customers c' }
const OTHERS = [1, 2, 3].map((seconds) => sessionOf(900 + seconds, seconds, { query: `SELECT ${seconds}` }))

function burning(session: object, more: Pictured = {}): Pictured {
  return { alert: 'db cpu', queries: queriesOf({ running: [session, ...OTHERS] }), ...more }
}

test('one statement that works for an hour among short ones is ended at its leader', () => {
  const figures = [seriesOf('instance:node_cpu_utilisation:ratio', [0.9, 0.97], { instance: 'shop-db:9100' })]
  const session = sessionOf(8841, 2820, { ...REPORT, parallel_workers: 3 })
  const [finding] = findingsOf(runawayQuery, burning(session, { figures }))
  assert.match(finding?.statement ?? '', /pid 8841 \(analyst, psql, 10\.0\.0\.7\) .* for 47 min .* 3 parallel workers/)
  assert.match(finding?.statement ?? '', /cross join.*CPU stands at 97 %/)
  assert.deepEqual(finding?.actions[0]?.parameters, { pid: 8841, database: 'shop' })
  assert.deepEqual([finding?.confidence, finding?.weight], [0.9, 'cause'])
})

test('one that reads from disk or with its workers runs away too', () => {
  for (const wait_event_type of ['IO', 'IPC'])
    assert.equal(
      findingsOf(runawayQuery, burning(sessionOf(8841, 2820, { ...REPORT, wait_event_type, parallel_workers: 2 })))[0]
        ?.actions.length,
      1,
    )
})

test('one that fills the disk with temporary files explains a full disk, and one that does not spill does not', () => {
  const labels = { instance: 'shop-db:9100' }
  const figures = [
    seriesOf('pg_stat_database_temp_bytes', [1e9, 9e9, 60e9]),
    seriesOf('node_filesystem_avail_bytes', [80e9, 60e9, 10e9], labels),
  ]
  const full = { alert: 'HostOutOfDiskSpace', figures }
  const writing = sessionOf(8841, 2820, { ...REPORT, wait_event_type: 'IO', wait_event: 'BufFileWrite' })
  const [finding] = findingsOf(runawayQuery, burning(writing, full))
  assert.match(finding?.statement ?? '', /temporary files on disk.*Free disk space fell from 74\.5 GB to 9\.3 GB/)
  assert.deepEqual([finding?.weight, finding?.confidence], ['cause', 0.9])
  const reading = sessionOf(8841, 2820, { ...REPORT, wait_event_type: 'IO', wait_event: 'DataFileRead' })
  assert.equal(findingsOf(runawayQuery, burning(reading, { ...full, figures: [] }))[0]?.weight, 'context')
})

test('one that waits for a lock or for its client, and one that only sleeps, does not', () => {
  for (const wait_event_type of ['Lock', 'Client', 'Timeout'])
    assert.deepEqual(findingsOf(runawayQuery, burning(sessionOf(8841, 2820, { ...REPORT, wait_event_type }))), [])
})

test('a change is told and not ended, since its undoing costs as much again', () => {
  const deletion = { ...REPORT, query: 'DELETE FROM orders WHERE created_at < now()', backend_xid: 4711 }
  const [finding] = findingsOf(runawayQuery, burning(sessionOf(8841, 2820, deletion)))
  assert.deepEqual(finding?.actions, [])
  assert.match(finding?.noActionReason ?? '', /changes data/)
})

test('vacuum, backups, replication and parallel workers are never ended', () => {
  for (const session of [
    { backend_type: 'autovacuum worker', query: 'autovacuum: VACUUM public.orders (to prevent wraparound)' },
    { query: 'VACUUM (FREEZE) orders', usename: 'postgres' },
    { query: 'COPY public.orders TO stdout', application_name: 'pg_dump' },
    { backend_type: 'walsender', application_name: 'replica-1', query: 'START_REPLICATION' },
    { backend_type: 'parallel worker', leader_pid: 7, query: REPORT.query },
  ])
    assert.deepEqual(
      findingsOf(runawayQuery, burning(sessionOf(8841, 2820, session))).flatMap(({ actions }) => actions),
      [],
    )
})

test('a statement many sessions run is an application’s habit, and where all are old none stands out', () => {
  const habit = [1, 2, 3].map((number) => sessionOf(number, 10, REPORT))
  const crowded = burning(sessionOf(8841, 400, REPORT), {
    queries: queriesOf({ running: [sessionOf(8841, 400, REPORT), ...habit] }),
  })
  assert.deepEqual(findingsOf(runawayQuery, crowded), [])
  const old = [1, 2, 3].map((number) => sessionOf(number, 300, { query: `SELECT ${number}` }))
  assert.deepEqual(findingsOf(runawayQuery, { alert: 'db cpu', queries: queriesOf({ running: old }) }), [])
})

test('a minute is not long', () => {
  assert.deepEqual(findingsOf(runawayQuery, burning(sessionOf(8841, 60, REPORT))), [])
})

test('a busy reader does not explain replication lag', () => {
  const [finding] = findingsOf(runawayQuery, {
    ...burning(sessionOf(8841, 2820, REPORT)),
    alert: 'PostgresqlReplicationLag',
  })
  assert.equal(finding?.weight, 'context')
})

const LONG = sessionOf(8841, 2820, {
  ...REPORT,
  wait_event_type: 'IO',
  wait_event: 'DataFileRead',
  parallel_workers: 2,
})

function weightUnder(alert: string, more: Pictured = {}) {
  const [finding] = findingsOf(runawayQuery, { ...burning(LONG), locks: locksOf(), ...more, alert })
  return finding?.weight
}

test('long is not runaway: it explains load, and slowness only where nobody waits for a lock', () => {
  const root = { ...sessionOf(101, 900), waiters_directly: 1, waiters_in_all: 1, holds: [] }
  const locks = locksOf({ roots: [root], waiters: [{ ...sessionOf(201, 600), pid: 201, blocked_by: [101] }] })
  assert.equal(weightUnder('db cpu', { locks }), 'cause')
  assert.equal(weightUnder('CheckoutLatencyHigh'), 'cause')
  assert.equal(weightUnder('CheckoutLatencyHigh', { locks }), 'context')
  assert.equal(weightUnder('PostgresqlLockWaits', { locks }), 'context')
  const idle = [seriesOf('instance:node_cpu_utilisation:ratio', [0.1, 0.12])]
  assert.equal(weightUnder('db cpu', { figures: idle }), 'context')
})

test('of an alert about long statements it is the cause only where none takes longer', () => {
  assert.equal(weightUnder('PostgresLongRunningQuery'), 'cause')
  assert.equal(weightUnder('PostgresLongRunningQuery', { labels: { pid: '2207' } }), 'context')
  const build = sessionOf(2207, 8580, { wait_event_type: 'Lock', query: 'CREATE INDEX CONCURRENTLY i ON t (a)' })
  const queries = queriesOf({ running: [build, LONG, ...OTHERS] })
  assert.equal(weightUnder('PostgresLongRunningQuery', { queries }), 'context')
})

test('of the others it says no more than how long they run', () => {
  const [finding] = findingsOf(runawayQuery, burning(LONG))
  assert.equal(finding?.facts[0]?.text, 'The 3 other running statements shown are at most 3 s old.')
})
