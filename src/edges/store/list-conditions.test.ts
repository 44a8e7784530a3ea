import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, dayConditionsOf, splitDays } from './list-conditions.ts'

const moment = (text: string) => ({ moment: new Date(text) })
const EARLY = moment('2026-03-01T06:00:00Z')
const LATE = moment('2026-03-09T18:00:00Z')

test('a range between two moments is a piece of a day, whole days, and a piece of a day', () => {
  assert.deepEqual(splitDays({ status: 'resolved', from: EARLY, to: LATE }), {
    whole: { status: 'resolved', from: { day: '2026-03-02' }, to: { day: '2026-03-08' } },
    edges: [
      { day: '2026-03-01', filter: { status: 'resolved', from: EARLY, to: { day: '2026-03-01' } } },
      { day: '2026-03-09', filter: { status: 'resolved', from: { day: '2026-03-09' }, to: LATE } },
    ],
  })
})

test('a range of whole days has no edges', () => {
  const days = { from: { day: '2026-03-01' }, to: { day: '2026-03-01' } }
  assert.deepEqual(splitDays(days), { whole: days, edges: [] })
  assert.deepEqual(splitDays({}), { whole: {}, edges: [] })
})

test('a range without a whole day in it is one piece', () => {
  const sameDay = { from: EARLY, to: moment('2026-03-01T07:00:00Z') }
  const nextDay = { from: EARLY, to: moment('2026-03-02T07:00:00Z') }
  const halfOpen = { from: { day: '2026-03-01' }, to: EARLY }
  assert.deepEqual(splitDays(sameDay), { whole: undefined, edges: [{ day: '2026-03-01', filter: sameDay }] })
  assert.deepEqual(splitDays(nextDay), { whole: undefined, edges: [{ day: '2026-03-02', filter: nextDay }] })
  assert.deepEqual(splitDays(halfOpen), { whole: undefined, edges: [{ day: '2026-03-01', filter: halfOpen }] })
})

test('several filters share one list of values', () => {
  const values: unknown[] = ['first']
  assert.equal(
    conditionsOf({ severity: 'low', to: { day: '2026-03-01' } }, values),
    ' WHERE severity = $2 AND created_at < $3 AND part_of IS NULL',
  )
  assert.equal(dayConditionsOf({ to: { day: '2026-03-01' } }, values), ' WHERE day <= $4')
  assert.deepEqual(values, ['first', 'low', new Date('2026-03-02T00:00:00Z'), '2026-03-01'])
  assert.equal(conditionsOf({}, values), ' WHERE part_of IS NULL')
  assert.equal(conditionsOf({ parts: 'all' }, values), '')
  assert.equal(conditionsOf({ partOf: 'INC-1' }, values), ' WHERE part_of = $5')
})

test('the first and the last day of the calendar are days of the store too', () => {
  const values: unknown[] = []
  dayConditionsOf({ from: { day: '0000-01-01' }, to: moment('9999-12-31T23:59:59Z') }, values)
  assert.deepEqual(values, ['0001-01-01', '9999-12-31'])
})
