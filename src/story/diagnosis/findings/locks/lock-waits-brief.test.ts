import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  locksOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { lockWaitsBrief } from './lock-waits-brief.ts'

const HOLDS = [{ locktype: 'relation', mode: 'RowExclusiveLock', relation: 'public.scores', object: null }]

function waitsOf(seconds: number, more: object = {}) {
  const root = { ...sessionOf(101, 1), waiters_directly: 1, waiters_in_all: 1, holds: HOLDS }
  const waiter = { ...sessionOf(201, seconds), pid: 201, blocked_by: [101], waits_for: undefined, waitstart: null }
  return { alert: 'PostgresqlTooManyLocksAcquired', locks: locksOf({ roots: [root], waiters: [waiter], ...more }) }
}

const waits = (seconds: number, pid = 201) =>
  waitsOf(seconds, {
    waiters: [{ ...sessionOf(pid, seconds), pid, blocked_by: [101], waits_for: undefined, waitstart: null }],
  })

test('a wait of two seconds that is over at the second look is normal', () => {
  for (const later of [locksOf(), waits(1, 202).locks]) {
    const [finding] = findingsOf(lockWaitsBrief, { ...waits(2), locksBefore: waits(2).locks, locks: later })
    assert.match(finding?.statement ?? '', /1 session waits for a lock on public\.scores, the longest for 2 s: brief/)
    assert.match(finding?.statement ?? '', /Seconds later (nobody waited any more|others waited)/)
    assert.deepEqual([finding?.situation, finding?.actions], ['works_as_designed', []])
    assert.ok((finding?.confidence ?? 0) >= 0.8)
  }
})

test('one that goes on, or was seen only once, is brief so far and closes nothing', () => {
  const [once] = findingsOf(lockWaitsBrief, waits(2))
  const [twice] = findingsOf(lockWaitsBrief, { ...waits(8), locksBefore: waits(2).locks })
  for (const finding of [once, twice]) {
    assert.match(finding?.statement ?? '', /No action is needed unless it lasts/)
    assert.ok((finding?.confidence ?? 1) < 0.8)
  }
  assert.deepEqual(findingsOf(lockWaitsBrief, { ...waits(20), locksBefore: waits(4).locks }), [])
})

test('a long wait, a ring, a full server, an alert about something else, and no wait are not', () => {
  assert.deepEqual(findingsOf(lockWaitsBrief, waitsOf(40)), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, waitsOf(2, { cycles: [[1, 2]] })), [])
  const full = connectionsOf({ groups: [groupOf('10.0.0.1', 95)] })
  assert.deepEqual(findingsOf(lockWaitsBrief, { ...waitsOf(2), connections: full }), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, { ...waitsOf(2), alert: 'PostgresqlReplicationLag' }), [])
  assert.deepEqual(findingsOf(lockWaitsBrief, { alert: 'PostgresqlLocks', locks: locksOf() }), [])
})
