import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureQuestion, ownFigureOf } from './keep-figure.ts'

type Told = Parameters<typeof figureQuestion>[0]

function told(annotations: Record<string, string>, startsAt = '2026-01-01T10:00:30.000Z'): Told {
  const member = { key: 'k', state: 'firing' as const, name: 'Slow', labels: {}, annotations, startsAt }
  return { members: [member], createdAt: new Date('2026-01-01T10:05:00.000Z') } as Told
}

const RULE = { generatorURL: 'http://prometheus:9090/graph?g0.expr=rate%28errors%5B5m%5D%29+%3E+0.5&g0.tab=1' }

test('the figure is the left side of the rule, with what it is compared with', () => {
  assert.deepEqual(ownFigureOf(told(RULE)), { query: 'rate(errors[5m])', bound: '> 0.5' })
  assert.equal(ownFigureOf(told({ summary: 'slow' })), undefined)
})

test('it is asked from an hour before the alert on, in as many points as a curve needs', () => {
  const question = figureQuestion(told(RULE), new Date('2026-01-01T11:00:00.000Z'))
  assert.deepEqual(question?.parameters, { query: 'rate(errors[5m])', start: '2026-01-01T09:00:00.000Z', step: '120s' })
})

test('one that fires for weeks is looked at over its last day', () => {
  const old = told(RULE, '2025-11-01T10:00:00.000Z')
  const question = figureQuestion(old, new Date('2026-01-01T11:00:00.000Z'))
  assert.deepEqual(question?.parameters, {
    query: 'rate(errors[5m])',
    start: '2025-12-31T11:00:00.000Z',
    step: '1440s',
  })
})
