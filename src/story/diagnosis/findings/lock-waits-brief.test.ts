import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionsOf, findingsOf, groupOf, locksOf, sessionOf } from '../../../../test/world/scene/database-scene.ts'
import { lockWaitsBrief } from './lock-waits-brief.ts'

const HOLDS = [{ locktype: 'relation', mode: 'RowExclusiveLock', relation: 'public.scores', object: null }]

function waitsOf(seconds: number, more: object = {}) {
  const root = { ...sessionOf(101, 1), waiters_directly: 1, waiters_in_all: 1, holds: HOLDS }
  const waiter = { ...sessionOf(201, seconds), pid: 201, blocked_by: [101], waits_for: undefined, waitstart: null }
  return { alert: 'PostgresqlTooManyLocksAcquired', locks: locksOf({ roots: [root], waiters: [waiter], ...more }) }
}

test('a wait of two seconds on a busy table is normal', () => {
  const [finding] = findingsOf(lockWaitsBrief, waitsOf(2))
  assert.match(finding?.statement ?? '', /1 session waits for a lock right now on public\.scores, the longest for 2 s/)
  assert.deepEqual([finding?.situation, finding?.actions], ['works_as_designed', []])
})

test('a long wait, a ring, a full server, an alert about something else, and no wait are not', () => {
  assert.deepEqual(findingsOf(lockWaitsBrief, waitsOf(40)), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, waitsOf(2, { cycles: [[1, 2]] })), [])
  const full = connectionsOf({ groups: [groupOf('10.0.0.1', 95)] })
  assert.deepEqual(findingsOf(lockWaitsBrief, { ...waitsOf(2), connections: full }), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, { ...waitsOf(2), alert: 'PostgresqlReplicationLag' }), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, { alert: 'PostgresqlLocks', locks: locksOf() }), [])
})
