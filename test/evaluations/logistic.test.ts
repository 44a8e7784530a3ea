import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitLogistic, type Row } from './logistic.ts'

const rows = (count: number, signs: Row['signs'], right: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ signs, isRight: at < right, weight: 1 }))

test('a sign that stands beside what was right is worth something, its opposite the contrary, and chance nothing', () => {
  const fitted = fitLogistic([
    ...rows(100, { telling: 1, noise: 1 }, 90),
    ...rows(100, { telling: 1 }, 90),
    ...rows(100, { against: 1, noise: 1 }, 10),
    ...rows(100, { against: 1 }, 10),
  ])
  const { telling = 0, against = 0, noise = 1 } = fitted.signs
  assert.ok(telling > 1 && against < -1 && Math.abs(noise) < 1e-6, JSON.stringify(fitted))
})

test('what is given more weight counts as often', () => {
  const once = [...rows(10, { sign: 1 }, 2), ...rows(10, {}, 5)]
  const heavier = once.map((row) => (row.isRight ? { ...row, weight: 4 } : row))
  assert.ok(fitLogistic(heavier).bias > fitLogistic(once).bias)
})
