import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayTime, endOf, stepOf, sumOf } from './points.ts'
import type { Point } from './signal-scene.ts'

const MINUTE = 60_000

function every(...values: readonly number[]): Point[] {
  return values.map((value, at) => ({ at: at * MINUTE, value }))
}

const LEAST = { ratio: 1.5, least: 0.5 }

test('a lasting change of level is found at the first point that shows it', () => {
  assert.deepEqual(stepOf(every(1, 1, 1, 1, 3, 3, 3, 3), LEAST), { at: new Date(4 * MINUTE), from: 1, to: 3 })
  assert.deepEqual(stepOf(every(9, 9, 9, 9, 2, 2, 2), LEAST), { at: new Date(4 * MINUTE), from: 9, to: 2 })
})

test('a rate that climbs over its window began where it left the old level', () => {
  assert.deepEqual(stepOf(every(0, 0, 0, 0, 2, 4, 6, 6, 6, 6, 6), LEAST)?.at, new Date(4 * MINUTE))
})

test('noise, a spike that is over, and a change too small to matter are no steps', () => {
  assert.equal(stepOf(every(10, 11, 9, 10, 11, 10, 9, 10), LEAST), undefined)
  assert.equal(stepOf(every(1, 1, 1, 9, 9, 1, 1, 1, 1, 1, 1), LEAST), undefined)
  assert.equal(stepOf(every(0.1, 0.1, 0.1, 0.3, 0.3, 0.3), LEAST), undefined)
})

test('what begins with the first point has no step, and a few points show none', () => {
  assert.equal(stepOf(every(5, 5, 5, 5, 5, 5), LEAST), undefined)
  assert.equal(stepOf(every(1, 9), LEAST), undefined)
  assert.equal(stepOf([], LEAST), undefined)
})

test('the sum takes each moment by itself', () => {
  const sum = sumOf([{ points: every(1, 2, 3) }, { points: every(10, 20) }])
  assert.deepEqual(
    sum.map(({ value }) => value),
    [11, 22, 3],
  )
})

test('a series has ended where its last point is older than the server looks back', () => {
  const figure = { points: every(1, 1, 1) }
  assert.equal(endOf(figure, new Date(6 * MINUTE)), undefined)
  assert.deepEqual(endOf(figure, new Date(30 * MINUTE)), new Date(2 * MINUTE))
})

test('an hour of another day is told with its day', () => {
  const now = new Date('2026-11-19T14:00:00Z')
  assert.equal(dayTime(new Date('2026-11-19T13:49:00Z'), now), '13:49 UTC')
  assert.equal(dayTime(new Date('2026-11-16T13:49:00Z'), now), '2026-11-16 13:49 UTC')
})
