import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, lineOf, locksOf, type Pictured, seriesOf } from '../../../../../test/world/scene/database-scene.ts'
import { deadlocksHealed } from './lock-waits-brief.ts'

const COUNTED = locksOf({ deadlocks: [{ datname: 'shop', deadlocks: 47, stats_reset: null }] })
const RISEN = seriesOf('pg_stat_database_deadlocks', [3, 3, 20, 47, 47, 47, 47, 47, 47], { datname: 'shop' })
const REPORT = [
  lineOf(1500, 'ERROR:  deadlock detected'),
  lineOf(1500, 'DETAIL:  Process 91 waits for ShareLock on transaction 5; blocked by process 92.'),
  lineOf(1500, 'Process 91: UPDATE accounts SET balance = 1 WHERE id = 2'),
]

function alerted(more: Pictured): Pictured {
  return { alert: 'PostgresqlDeadLocks', ...more }
}

test('a counter that came to rest is history, and there is nobody to end', () => {
  const [finding] = findingsOf(deadlocksHealed, alerted({ locks: COUNTED, figures: [RISEN], lines: REPORT }))
  assert.match(finding?.statement ?? '', /47 deadlocks were counted in shop; the counter rose by 44/)
  assert.match(finding?.statement ?? '', /not risen for 15 min.*\(accounts\).*already resolved.*nothing to end/)
  assert.deepEqual([finding?.situation, finding?.actions, finding?.confidence], ['recovered', [], 0.9])
})

test('a counter that still rises is a fault of the application, and still there is nobody to end', () => {
  const rising = seriesOf('pg_stat_database_deadlocks', [3, 9, 20, 47], { datname: 'shop' })
  const [finding] = findingsOf(deadlocksHealed, alerted({ locks: COUNTED, figures: [rising] }))
  assert.deepEqual([finding?.situation, finding?.actions], ['fault', []])
})

test('what nobody could look at is said', () => {
  const [finding] = findingsOf(deadlocksHealed, alerted({ lines: REPORT, refusal: 'Database shop: timeout' }))
  assert.match(finding?.statement ?? '', /Whether anybody waits for a lock now could not be seen/)
  assert.ok((finding?.confidence ?? 1) <= 0.6)
})

test('a ring that stands now is not healed', () => {
  const ring = locksOf({ cycles: [[101, 102]], deadlocks: [{ datname: 'shop', deadlocks: 3, stats_reset: null }] })
  assert.deepEqual(findingsOf(deadlocksHealed, alerted({ locks: ring })), [])
})

test('an old counter alone says nothing about another alert, nor does a server without deadlocks about this one', () => {
  assert.deepEqual(findingsOf(deadlocksHealed, { alert: 'PostgreSQLSlowQueries', locks: COUNTED }), [])
  assert.deepEqual(findingsOf(deadlocksHealed, alerted({ locks: locksOf() })), [])
})
