import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  connectionsOf,
  findingsOf,
  IDLE,
  locksOf,
  type Pictured,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { idleInTransaction } from './idle-in-transaction.ts'

function idling(sessions: readonly object[], more: Pictured = {}): Pictured {
  const connections = connectionsOf({ idle_in_transaction: sessions })
  return { alert: 'PostgresqlIdleInTransaction', connections, locks: locksOf(), ...more }
}

const idle = (pid: number, seconds: number, more: object = {}) =>
  sessionOf(pid, seconds, { ...IDLE, backend_xmin_age: null, ...more })

test('the oldest that keeps old rows is ended', () => {
  const sessions = [idle(101, 840, { backend_xid: 4711, query: 'UPDATE transfers SET state = 1' }), idle(102, 300)]
  const [finding] = findingsOf(idleInTransaction, idling(sessions))
  assert.match(finding?.statement ?? '', /2 sessions are idle in transaction.*the oldest, pid 101 .*open for 14 min/)
  assert.match(finding?.statement ?? '', /keeps row versions that vacuum could otherwise free/)
  assert.deepEqual(finding?.actions[0]?.parameters, { pid: 101, database: 'shop' })
})

test('the oldest that blocks others is ended', () => {
  const root = { ...idle(101, 200), waiters_directly: 3, waiters_in_all: 3, holds: [] }
  const waiters = [{ ...sessionOf(201, 100), pid: 201, blocked_by: [101] }]
  const [finding] = findingsOf(
    idleInTransaction,
    idling([idle(101, 200)], { locks: locksOf({ roots: [root], waiters }) }),
  )
  assert.match(finding?.statement ?? '', /It blocks 3 sessions/)
  assert.equal(finding?.actions.length, 1)
})

test('sessions that block nobody and keep nothing are told and left alone', () => {
  const [finding] = findingsOf(idleInTransaction, idling([idle(101, 840)]))
  assert.match(finding?.statement ?? '', /It blocks nobody, and vacuum does not wait for it/)
  assert.deepEqual(finding?.actions, [])
})

test('a transaction id that is minutes young is not worth ending anybody for', () => {
  assert.deepEqual(findingsOf(idleInTransaction, idling([idle(101, 120, { backend_xid: 4711 })]))[0]?.actions, [])
})

test('seconds of idling are normal', () => {
  assert.deepEqual(findingsOf(idleInTransaction, idling([idle(101, 20)])), [])
})

test('a caretaker of the server is left alone', () => {
  const dump = idle(101, 840, { application_name: 'pg_dump', backend_xmin: 7 })
  assert.deepEqual(findingsOf(idleInTransaction, idling([dump]))[0]?.actions, [])
})

test('they do not explain an alert about the processor', () => {
  const [finding] = findingsOf(idleInTransaction, { ...idling([idle(101, 840)]), alert: 'db cpu' })
  assert.equal(finding?.weight, 'context')
})

test('those of another database on the same server are not meant', () => {
  const labels = { datname: 'shop' }
  assert.deepEqual(findingsOf(idleInTransaction, idling([idle(101, 840, { datname: 'billing' })], { labels })), [])
  assert.equal(findingsOf(idleInTransaction, idling([idle(101, 840)], { labels })).length, 1)
})

test('of several the oldest that does harm is chosen, not the oldest', () => {
  const [finding] = findingsOf(idleInTransaction, idling([idle(101, 1840), idle(102, 840, { backend_xid: 4711 })]))
  assert.match(finding?.statement ?? '', /the oldest that harms others, pid 102/)
  assert.equal(finding?.actions[0]?.parameters.pid, 102)
})

test('one that has inherited its snapshot from a prepared transaction is not ended for it', () => {
  const heir = idle(101, 1840, { backend_xmin: 500 })
  const prepared = { kind: 'prepared transaction', gid: 'half', owner: 'tm', transaction: 500, xmin_age: 900_000 }
  const holders = [{ kind: 'session', ...heir, xmin_age: 900_000, xid_age: null }, prepared]
  const bloat = bloatOf({ snapshot_holders: holders })
  const [finding] = findingsOf(idleInTransaction, idling([heir], { bloat }))
  assert.match(finding?.statement ?? '', /vacuum does not wait for it/)
  assert.deepEqual(finding?.actions, [])
})

test('one that blocks nobody is not ended for locks, and one that keeps little not for dead rows', () => {
  const old = idle(101, 840, { backend_xmin: 500 })
  const step = (alert: string, xmin_age: number) => {
    const bloat = bloatOf({ snapshot_holders: [{ kind: 'session', ...old, xmin_age, xid_age: null }] })
    return findingsOf(idleInTransaction, { ...idling([old], { bloat }), alert })[0]?.actions.length
  }
  assert.deepEqual([step('PostgresqlLockWaits', 900_000), step('PostgresqlTableBloat', 12)], [0, 0])
  assert.deepEqual([step('PostgresqlTableBloat', 900_000), step('PostgresqlIdleInTransaction', 12)], [1, 1])
})
