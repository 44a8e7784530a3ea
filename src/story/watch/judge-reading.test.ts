import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckState, judgeReading } from './judge-reading.ts'

const LIMITS = {
  isCounter: false,
  limit: 30,
  clearBelow: 24,
  readingsToFire: 2,
  readingsToClear: 3,
  gapSeconds: 150,
}

/** Judges one reading every `everySeconds`, each by what the one before left behind. */
function judgeAll(
  values: readonly number[],
  { everySeconds = 30, ...given }: Partial<typeof LIMITS> & { everySeconds?: number } = {},
) {
  let before: CheckState | undefined
  return values.map((value, index) => {
    const now = new Date(Date.UTC(2026, 0, 1) + index * everySeconds * 1000)
    const { state, turn } = judgeReading({ ...LIMITS, ...given, before, value, now })
    before = state
    return turn ?? '-'
  })
}

test('it fires at so many readings in a row, and one good reading between them begins the count anew', () => {
  assert.deepEqual(judgeAll([31, 29, 31, 30]), ['-', '-', '-', 'fired'])
})

test('it clears only below its lower bound, and only after so many readings in a row', () => {
  assert.deepEqual(judgeAll([40, 40, 25, 25, 25, 23, 23, 25, 23, 23, 23]), [
    ...['-', 'fired', '-', '-', '-', '-', '-', '-', '-', '-'],
    'cleared',
  ])
})

test('a figure that wavers around the limit turns once', () => {
  const wavering = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 31 : 29))
  assert.deepEqual(
    judgeAll([31, 31, ...wavering]).filter((turn) => turn === 'cleared'),
    [],
  )
  assert.deepEqual(
    judgeAll(wavering).filter((turn) => turn !== '-'),
    [],
  )
})

test('after it has cleared it takes as many readings again to fire', () => {
  assert.deepEqual(judgeAll([31, 31, 0, 0, 0, 31, 31]), ['-', 'fired', '-', '-', 'cleared', '-', 'fired'])
})

test('what still holds is said again after a quarter of an hour', () => {
  const turns = judgeAll(Array.from({ length: 70 }, () => 99))
  const said = turns.flatMap((turn, index) => (turn === 'repeated' ? [index * 30] : []))
  assert.deepEqual(said, [930, 1830])
})

test('readings too far apart are not in a row', () => {
  assert.deepEqual(judgeAll([31, 31, 31], { everySeconds: 151 }), ['-', '-', '-'])
  assert.deepEqual(judgeAll([31, 31], { everySeconds: 150 }), ['-', 'fired'])
})

test('of a counter its growth in a minute is judged; the first reading, and one after it was set back, say nothing', () => {
  const rates = judgeAll([1_000, 1_015, 1_030, 5, 10, 10, 10], { isCounter: true })
  assert.deepEqual(rates, ['-', '-', 'fired', '-', '-', '-', 'cleared'])
})
