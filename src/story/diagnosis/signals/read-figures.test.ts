import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asRate, readFigures } from './points.ts'

function shown(series: unknown) {
  return { id: 'C1', plugin: 'metrics.query_range', parameters: {}, result: { success: true, data: { series } } }
}

test('a counter becomes a rate, and one that begins again at zero has lost nothing', () => {
  const values = [
    [0, '100'],
    [60, '160'],
    [120, '30'],
    [180, '90'],
  ]
  const [figure] = readFigures(shown([{ metric: { __name__: 'jobs_total' }, values }]), 'requests')
  assert.ok(figure)
  assert.deepEqual(
    asRate(figure).points.map(({ value }) => value),
    [1, 0.5, 1],
  )
  assert.equal(asRate(figure).points[0]?.sample, '[60,"160"]')
})

test('what is no counter stays as it is', () => {
  const [figure] = readFigures(shown([{ metric: { __name__: 'up' }, values: [[0, '1']] }]), 'up')
  assert.ok(figure)
  assert.equal(asRate(figure), figure)
})

test('what was cut, is no number, or comes twice is left out', () => {
  const cut = [[0, '1'], '[cut: 40 of 80 items; narrow the question]', [60, 'NaN'], [120, '2']]
  const series = [{ metric: { a: 'b' }, values: cut }, '[cut: 3 items]', { metric: { a: 'b' }, values: cut }, null]
  const figures = readFigures(shown(series), 'memory')
  assert.equal(figures.length, 1)
  assert.deepEqual(
    figures[0]?.points.map(({ value }) => value),
    [1, 2],
  )
})

test('an answer of another shape holds no figures', () => {
  for (const series of [undefined, 'none', 7, { a: 1 }]) assert.deepEqual(readFigures(shown(series), 'up'), [])
  const failed = { ...shown([]), result: { success: false, error: 'down' } }
  assert.deepEqual(readFigures(failed, 'up'), [])
})
