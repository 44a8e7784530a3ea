import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from '../../ports/metrics.ts'
import { changeOf } from './change-of.ts'

const WINDOW = { start: 0, end: 3600, step: 60 }

function series(count: number, valueAt: (at: number) => number, from = 0): Sample[] {
  return Array.from({ length: count }, (_, at) => [from + at * 60, String(valueAt(at))] as const)
}

test('a step is told by the level before, the level after and its minute', () => {
  const change = changeOf(
    false,
    series(61, (at) => (at < 40 ? 4 : 20)),
    WINDOW,
  )
  assert.deepEqual([change?.from, change?.to, change?.at], [4, 20, 2400])
  assert.ok((change?.strength ?? 0) > 0.5)
})

test('one spike is no change, and neither is what always wavers', () => {
  const spike = changeOf(
    false,
    series(61, (at) => (at === 30 ? 90 : 5)),
    WINDOW,
  )
  const wavering = changeOf(
    false,
    series(61, (at) => 5 + (at % 4)),
    WINDOW,
  )
  assert.ok((spike?.strength ?? 1) < 0.1)
  assert.ok((wavering?.strength ?? 1) < 0.1)
})

test('a counter is told as so much a second, over a restart too', () => {
  const change = changeOf(
    true,
    series(61, (at) => (at < 30 ? at * 60 : (at - 30) * 600)),
    WINDOW,
  )
  assert.equal(change?.isRate, true)
  assert.deepEqual([change?.from, change?.to], [1, 10])
})

test('a series that begins or ends inside the window says when', () => {
  const ended = changeOf(
    false,
    series(20, () => 1),
    WINDOW,
  )
  const began = changeOf(
    false,
    series(20, () => 1, 2460),
    WINDOW,
  )
  assert.equal(ended?.endedAt, 1140)
  assert.equal(began?.beganAt, 2460)
})

test('samples that are no numbers say nothing', () => {
  assert.equal(changeOf(false, [[0, 'NaN']], WINDOW), undefined)
})

test('what stood elsewhere for a while and came back is told with its farthest level, and what stays there is not', () => {
  const level = (until: number) =>
    changeOf(
      false,
      series(61, (at) => (at >= 20 && at < until ? 240 : 2 + (at % 2))),
      WINDOW,
    )?.passed
  assert.deepEqual(level(27), { level: 240, from: 1200, until: 1560 })
  assert.equal(level(61), undefined, 'it stands there')
  assert.equal(level(21), undefined, 'one moment')
})

test('a counter that begins anew tells when; what merely falls does not', () => {
  const falls = series(61, (at) => (at < 30 ? 9000 + at : at - 30))
  assert.equal(changeOf(true, falls, WINDOW)?.resetAt, 1800)
  assert.equal(changeOf(false, falls, WINDOW)?.resetAt, undefined)
})
