import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, locksOf, sessionOf } from '../../../../../test/world/scene/database-scene.ts'
import { preparedTransactionBlocks } from './lock-waits-brief.ts'

const waiters = [{ ...sessionOf(201, 90), pid: 201, blocked_by: [0] }]

test('a prepared transaction at the root is told, and nobody is ended for it', () => {
  const roots = [{ pid: 0, waiters_directly: 1, waiters_in_all: 1, holds: [], prepared: true }]
  const prepared_transactions = [{ gid: 'half-done', owner: 'settlement', prepared: '2026-11-12T00:00:00Z' }]
  const locks = locksOf({ roots, waiters, prepared_transactions })
  const [finding] = findingsOf(preparedTransactionBlocks, { alert: 'PostgreSQLSlowQueries', locks })
  assert.match(finding?.statement ?? '', /“half-done” of settlement.*1 session waits/)
  assert.deepEqual(finding?.actions, [])
})

test('which of several it is nobody can tell', () => {
  const roots = [{ pid: 0, waiters_directly: 1, waiters_in_all: 1, holds: [], prepared: true }]
  const prepared = '2026-11-12T00:00:00Z'
  const prepared_transactions = ['a', 'b'].map((gid) => ({ gid, owner: 'settlement', prepared }))
  const locks = locksOf({ roots, waiters, prepared_transactions })
  const [finding] = findingsOf(preparedTransactionBlocks, { alert: 'PostgreSQLSlowQueries', locks })
  assert.match(finding?.statement ?? '', /^One of 2 prepared transactions \(“a” .*“b”/)
})

test('a session at the root is another matter', () => {
  const roots = [{ ...sessionOf(101, 900), waiters_directly: 1, waiters_in_all: 1, holds: [] }]
  assert.deepEqual(findingsOf(preparedTransactionBlocks, { locks: locksOf({ roots, waiters }) }), [])
})
