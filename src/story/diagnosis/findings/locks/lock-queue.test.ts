import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, locksOf, sessionOf } from '../../../../../test/world/scene/database-scene.ts'
import { lockRoot } from './lock-root.ts'

const lockOf = (mode: string, relation = 'public.ledger') => ({ locktype: 'relation', mode, relation, object: null })

function holderOf(mode: string, more: object = {}) {
  const session = sessionOf(4410, 11_000, {
    query: 'COPY public.ledger TO stdout',
    application_name: 'pg_dump',
    ...more,
  })
  return { ...session, waiters_directly: 1, waiters_in_all: 3, holds: [lockOf(mode)] }
}

function waiterOf(pid: number, blocked_by: number[], mode: string, more: object = {}) {
  const { object: _, ...waits_for } = lockOf(mode)
  return {
    ...sessionOf(pid, 540, { query: 'SELECT * FROM ledger', ...more }),
    pid,
    blocked_by,
    waits_for,
    waitstart: null,
  }
}

const ALTER = { query: 'ALTER TABLE ledger ADD COLUMN ref text', application_name: 'Flyway' }
const READERS = [
  waiterOf(5201, [5120], 'AccessShareLock'),
  waiterOf(5202, [5120], 'RowExclusiveLock', { query: 'UPDATE ledger SET n = 1' }),
]
const QUEUE = [waiterOf(5120, [4410], 'AccessExclusiveLock', ALTER), ...READERS]

function tell(root: object, waiters: readonly { pid: number; blocked_by: number[] }[]) {
  const locks = locksOf({ roots: [root], waiters })
  const [finding] = findingsOf(lockRoot, { alert: 'PostgresLockQueue', locks })
  return { finding, pids: finding?.actions.map(({ parameters }) => parameters.pid) }
}

for (const [what, root] of Object.entries({
  'a freeze vacuum': holderOf('ShareUpdateExclusiveLock', {
    backend_type: 'autovacuum worker',
    application_name: '',
    usename: null,
    client_addr: null,
    query: 'autovacuum: VACUUM public.ledger (to prevent wraparound)',
  }),
  'a dump': holderOf('AccessShareLock'),
}))
  test(`behind ${what} the schema change that queues is ended, and the holder let finish`, () => {
    const { finding, pids } = tell(root, QUEUE)
    assert.match(finding?.statement ?? '', /^pid 5120 .* for AccessExclusiveLock on public\.ledger: “ALTER TABLE/)
    assert.match(finding?.statement ?? '', /2 sessions queue behind pid 5120 .* only the queue holds them up/)
    assert.doesNotMatch(finding?.statement ?? '', /\(local\)/)
    assert.deepEqual(pids, [5120])
    assert.match(finding?.suggestions.join() ?? '', /^Let pid 4410 .* finish, .* lock_timeout/)
    assert.doesNotMatch(finding?.suggestions.join() ?? '', /can be stopped/)
  })

test('of two schema changes in the queue both are ended', () => {
  const second = waiterOf(5121, [4410, 5120], 'ShareRowExclusiveLock', { query: 'CREATE TRIGGER t ON ledger' })
  const root = holderOf('ShareUpdateExclusiveLock', { backend_type: 'autovacuum worker' })
  const waiters = [...QUEUE.slice(0, 2), waiterOf(5202, [5120, 5121], 'RowExclusiveLock'), second]
  assert.deepEqual(tell(root, waiters).pids, [5120, 5121])
})

test('one that has written before, that looks after the server, or cannot be seen is not ended', () => {
  for (const more of [{ backend_xid: 77 }, { application_name: 'pg_restore' }, { backend_type: null }]) {
    const { finding, pids } = tell(holderOf('AccessShareLock'), [
      waiterOf(5120, [4410], 'AccessExclusiveLock', { ...ALTER, ...more }),
      ...READERS,
    ])
    assert.deepEqual(pids, [])
    assert.match(finding?.noActionReason ?? '', /Nothing is ended automatically/)
    assert.doesNotMatch(finding?.suggestions.join() ?? '', /can be stopped/)
  }
})

test('those who run into the holder themselves are not freed by ending another waiter', () => {
  const root = holderOf('ShareLock', { application_name: 'pg_restore', query: 'CREATE INDEX ON ledger (id)' })
  assert.deepEqual(tell(root, QUEUE).pids, [])
  const unknown = { pid: 5203, waits_for: undefined, blocked_by: [5120, 9999] }
  assert.deepEqual(tell(holderOf('AccessShareLock'), [...QUEUE, unknown]).pids, [])
})

test('a holder that may be ended is still the one to end', () => {
  const root = holderOf('AccessShareLock', { application_name: 'report', query: 'SELECT * FROM ledger' })
  assert.deepEqual(tell(root, QUEUE).pids, [4410])
})

test('an index build or other upkeep that queues is never broken off', () => {
  for (const query of [
    'CREATE INDEX CONCURRENTLY i ON ledger (a)',
    'REINDEX TABLE CONCURRENTLY ledger',
    'ALTER TABLE ledger DETACH PARTITION ledger_1 CONCURRENTLY',
    'VACUUM FULL ledger',
  ]) {
    const build = waiterOf(5120, [4410], 'AccessExclusiveLock', { query })
    const { finding, pids } = tell(holderOf('AccessShareLock'), [build, ...READERS])
    assert.deepEqual(pids, [], query)
    assert.match(finding?.noActionReason ?? '', /pid 5120 may have done much of its work/)
    assert.doesNotMatch(finding?.suggestions.join() ?? '', /again with a lock_timeout/)
  }
})

test('one that waits for no table is past its beginning, and is not ended', () => {
  const waits_for = { locktype: 'virtualxid', mode: 'ShareLock', relation: null as unknown as string }
  const head = { ...waiterOf(5120, [4410], 'AccessExclusiveLock', ALTER), waits_for }
  assert.deepEqual(tell(holderOf('AccessShareLock'), [head, ...READERS]).pids, [])
})
