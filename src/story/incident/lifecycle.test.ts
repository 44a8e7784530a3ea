import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTIVE_STATUSES, ALLOWED_MOVES, CLOSED_STATUSES, isClosed, LIFECYCLE, mayBecome } from './lifecycle.ts'

test('an incident moves as the table says, and in no other way', () => {
  assert.deepEqual(LIFECYCLE, {
    pending: ['diagnosing', 'ignored', 'resolved'],
    diagnosing: ['awaiting_approval', 'escalated', 'ignored', 'resolved'],
    awaiting_approval: ['executing', 'diagnosing', 'escalated', 'ignored', 'expired', 'resolved'],
    executing: ['verifying', 'escalated'],
    verifying: ['resolved', 'escalated', 'awaiting_approval', 'executing'],
    resolved: ['escalated'],
    ignored: ['escalated'],
    expired: ['escalated'],
    escalated: ['resolved', 'ignored', 'diagnosing', 'executing', 'verifying'],
  })
})

test('a plan that runs can be neither ignored nor resolved from outside', () => {
  assert.equal(mayBecome('executing', 'ignored'), false)
  assert.equal(mayBecome('executing', 'resolved'), false)
  assert.equal(mayBecome('executing', 'verifying'), true)
})

test('no status becomes itself', () => {
  for (const [from, to] of ALLOWED_MOVES) assert.notEqual(from, to)
})

test('a closed incident is resolved, ignored or expired; an escalated one is still open', () => {
  assert.deepEqual(CLOSED_STATUSES, ['resolved', 'ignored', 'expired'])
  assert.equal(isClosed('escalated'), false)
  assert.ok(ACTIVE_STATUSES.includes('escalated'))
})

test('every status is either active or closed', () => {
  assert.deepEqual([...ACTIVE_STATUSES, ...CLOSED_STATUSES].sort(), Object.keys(LIFECYCLE).sort())
})

test('the list of moves holds each arrow of the table once', () => {
  assert.equal(ALLOWED_MOVES.length, 27)
  assert.equal(new Set(ALLOWED_MOVES.map((move) => move.join('>'))).size, 27)
  for (const [from, to] of ALLOWED_MOVES) assert.ok(mayBecome(from, to))
})

test('nobody can change the table while the service runs', () => {
  assert.throws(() => Object.assign(LIFECYCLE, { resolved: ['pending'] }), TypeError)
  assert.throws(() => (LIFECYCLE.resolved as string[]).push('pending'), TypeError)
})
