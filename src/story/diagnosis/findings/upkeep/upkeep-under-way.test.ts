import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  IDLE,
  locksOf,
  type Pictured,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { idleInTransaction } from '../locks/idle-in-transaction.ts'
import { upkeepUnderWay } from './upkeep-at-work.ts'

const DUMP = sessionOf(14220, 4200, { application_name: 'pg_dump', query: 'COPY public.pages (id, body) TO stdout;' })

function long(session: object, more: Pictured = {}): Pictured {
  const connections = connectionsOf({ longest_transactions: [session] })
  return { alert: 'PostgreSQLLongRunningTransaction', connections, locks: locksOf(), ...more }
}

test('a backup that runs for an hour and blocks nobody is let finish', () => {
  const [finding] = findingsOf(upkeepUnderWay, long(DUMP))
  assert.match(finding?.statement ?? '', /is a backup: pid 14220 .* 70 min.*blocks nobody/)
  assert.deepEqual([finding?.situation, finding?.actions], ['works_as_designed', []])
  assert.equal(findingsOf(upkeepUnderWay, long(sessionOf(9, 900, { query: 'REINDEX TABLE pages' }))).length, 1)
})

test('a report, a short dump, and a dump that blocks others are another matter', () => {
  assert.deepEqual(findingsOf(upkeepUnderWay, long(sessionOf(9, 4200, { query: 'SELECT * FROM pages' }))), [])
  assert.deepEqual(findingsOf(upkeepUnderWay, long({ ...DUMP, xact_seconds: 60 })), [])
  const roots = [{ ...DUMP, waiters_directly: 1, waiters_in_all: 1, holds: [] }]
  assert.deepEqual(findingsOf(upkeepUnderWay, long(DUMP, { locks: locksOf({ roots }) })), [])
})

const LEADER = sessionOf(8101, 3480, {
  ...IDLE,
  application_name: 'pg_dump',
  backend_xmin: 60112331,
  query: 'LOCK TABLE a IN ACCESS SHARE MODE',
})
const worker = (pid: number, more: object = {}) =>
  sessionOf(pid, 3420, {
    application_name: 'pg_dump',
    backend_xmin: 60112331,
    query: 'COPY public.a TO stdout',
    ...more,
  })

function parallel(leader: object, workers: readonly object[]): Pictured {
  const connections = connectionsOf({ idle_in_transaction: [leader], longest_transactions: workers })
  return { alert: 'PostgresIdleInTransactionTooLong', connections, locks: locksOf() }
}

test('the leader of a parallel dump idles while its workers read by its snapshot', () => {
  for (const name of ['pg_dump', 'nightly-export']) {
    const named = { application_name: name }
    const pictured = parallel({ ...LEADER, ...named }, [worker(8111, named), worker(8112, named)])
    const [finding] = findingsOf(upkeepUnderWay, pictured)
    assert.match(finding?.statement ?? '', /pid 8101 .*idle in transaction because it leads.* 2 other sessions/)
    assert.equal(finding?.situation, 'works_as_designed')
    assert.match(finding?.suggestions.join() ?? '', /Exempt role app .* timeout .* would end every such run/)
    assert.deepEqual(findingsOf(idleInTransaction, pictured), [])
  }
})

test('one that idles alone, or beside sessions of another snapshot, another client or another hour, leads nobody', () => {
  for (const others of [[], [worker(8111, { backend_xmin: 7 })], [worker(8111, { client_addr: '10.0.0.8' })]]) {
    const [finding] = findingsOf(idleInTransaction, parallel(LEADER, others))
    assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.6])
    assert.match(finding?.suggestions.join() ?? '', /set no timeout/)
  }
  const later = { ...worker(8111), xact_start: sessionOf(1, 60).xact_start }
  assert.equal(findingsOf(idleInTransaction, parallel(LEADER, [later])).length, 1)
})

test('only an alert about a long transaction is answered by it, and slow queries are not brought about by it', () => {
  const [asked] = findingsOf(upkeepUnderWay, long(DUMP))
  assert.deepEqual([asked?.weight, asked?.confidence], ['cause', 0.85])
  const [slow] = findingsOf(upkeepUnderWay, long(DUMP, { alert: 'PostgresSlowQueriesP99' }))
  assert.deepEqual([slow?.weight, slow?.confidence], ['context', 0.6])
})

test('beside an older transaction, after half a day, or with a client that takes nothing it is in doubt', () => {
  const forgotten = sessionOf(99, 90_000, IDLE)
  const connections = connectionsOf({ longest_transactions: [DUMP], idle_in_transaction: [forgotten] })
  const doubtful = [
    long(DUMP, { connections }),
    long(sessionOf(14220, 13 * 3600, { application_name: 'pg_dump', query: DUMP.query })),
    long({ ...DUMP, wait_event_type: 'Client', wait_event: 'ClientWrite' }),
  ]
  for (const pictured of doubtful) {
    const [finding] = findingsOf(upkeepUnderWay, pictured)
    assert.ok((finding?.confidence ?? 1) <= 0.7)
    assert.doesNotMatch(finding?.statement ?? '', /works as intended/)
  }
})

test('an ANALYZE of an application is no upkeep of the server, and excuses nobody who idles beside it', () => {
  const analyzing = { application_name: 'wallet-api', query: '/* job */ ANALYZE pages' }
  assert.deepEqual(findingsOf(upkeepUnderWay, long(sessionOf(9, 4200, analyzing))), [])
  const idle = { ...LEADER, application_name: 'wallet-api' }
  const pictured = parallel(idle, [worker(8111, analyzing)])
  assert.deepEqual(findingsOf(upkeepUnderWay, pictured), [])
  assert.equal(findingsOf(idleInTransaction, pictured).length, 1)
})
