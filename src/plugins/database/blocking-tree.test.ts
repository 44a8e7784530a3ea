import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growTree, measure } from './blocking-tree.ts'

test('nobody waiting means no tree', () => {
  assert.deepEqual(growTree([]), { roots: [], cycles: [] })
})

test('the root of a chain holds up all behind it and waits for nobody', () => {
  const waits = [
    { pid: 3, blocked_by: [2] },
    { pid: 2, blocked_by: [1] },
    { pid: 4, blocked_by: [2] },
  ]
  assert.deepEqual(growTree(waits), { roots: [{ pid: 1, waiters_directly: 1, waiters_in_all: 3 }], cycles: [] })
})

test('a waiter behind two roots counts for both, and the greater root comes first', () => {
  const waits = [
    { pid: 5, blocked_by: [1, 2] },
    { pid: 6, blocked_by: [2] },
  ]
  assert.deepEqual(growTree(waits).roots, [
    { pid: 2, waiters_directly: 2, waiters_in_all: 2 },
    { pid: 1, waiters_directly: 1, waiters_in_all: 1 },
  ])
})

test('sessions that wait for each other are a ring; who waits behind the ring is no part of it', () => {
  const waits = [
    { pid: 1, blocked_by: [2] },
    { pid: 2, blocked_by: [1] },
    { pid: 3, blocked_by: [1] },
  ]
  assert.deepEqual(growTree(waits), { roots: [], cycles: [[1, 2]] })
})

test('a prepared transaction, which has no pid, can be a root', () => {
  assert.deepEqual(growTree([{ pid: 7, blocked_by: [0] }]).roots, [{ pid: 0, waiters_directly: 1, waiters_in_all: 1 }])
})

test('two thousand waiters in one line are followed to the end', () => {
  const waits = Array.from({ length: 2000 }, (_, index) => ({ pid: index + 2, blocked_by: [index + 1] }))
  assert.deepEqual(growTree(waits).roots, [{ pid: 1, waiters_directly: 1, waiters_in_all: 2000 }])
})

test('who stands in the middle is measured over all that wait', () => {
  const waits = [{ pid: 2, blocked_by: [1] }, ...[3, 4, 5].map((pid) => ({ pid, blocked_by: [2] }))]
  assert.deepEqual(measure(2, waits), { pid: 2, waiters_directly: 3, waiters_in_all: 3 })
})
