import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../problem.ts'
import { readBounds } from './read-bound.ts'

const readBound = (text: string | undefined) => readBounds({ start_date: text }).start_date

function moment(text: string): string {
  const bound = readBound(text)
  return bound && 'moment' in bound ? bound.moment.toISOString() : `not a moment: ${JSON.stringify(bound)}`
}

test('a date is a whole day', () => {
  assert.deepEqual(readBound('2026-02-28'), { day: '2026-02-28' })
  assert.deepEqual(readBound('2024-02-29'), { day: '2024-02-29' })
})

test('nothing given is no bound', () => {
  assert.equal(readBound(undefined), undefined)
  assert.equal(readBound(''), undefined)
})

test('a timestamp is read in its offset, and in UTC where it has none', () => {
  const read: [string, string][] = [
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.123', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00,5Z', '2026-03-01T10:00:00.500Z'],
    ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T10:00:00+0200', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T10:00:00+02', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T10:00:00-05:30', '2026-03-01T15:30:00.000Z'],
  ]
  for (const [text, expected] of read) assert.equal(moment(text), expected, text)
})

test('a blank stands where an unescaped plus was', () => {
  assert.equal(moment('2026-03-01T10:00:00 02:00'), '2026-03-01T08:00:00.000Z')
  assert.equal(moment('2026-03-01T10:00 0200'), '2026-03-01T08:00:00.000Z')
})

test('anything else is refused, and the field is named', () => {
  const wrong = [
    'yesterday',
    ' ',
    '2026',
    '2026-3-1',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-01T',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:61:00Z',
    '2026-01-01T10:00:00+99:00',
    '2026-02-30T10:00:00Z',
    '01.02.2026',
    '1767225600',
    '2026-01-01T10:00:00Z; DROP TABLE incidents',
    '+12026-01-01',
    '2026-01-01\u0000',
  ]
  for (const text of wrong) {
    const check = ({ code, details }: Problem) => code === 'VALIDATION_ERROR' && details[0]?.field === 'end_date'
    assert.throws(() => readBounds({ start_date: '', end_date: text }), check, text)
  }
  const both = ({ details }: Problem) => details.map(({ field }) => field).join() === 'start_date,end_date'
  assert.throws(() => readBounds({ start_date: 'soon', end_date: 'late' }), both)
})
