import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beatOf, tellRhythm, tellSpan } from './rhythm.ts'

test('a rhythm is told as people say it: how often, within how long, and how far apart', () => {
  const since = new Date('2026-01-01T10:00:00Z')
  const beat = beatOf({ times: 7, since, lastAt: new Date('2026-01-01T10:40:00Z'), calmSince: undefined })
  assert.deepEqual(beat, { times: 7, seconds: 2400, every_seconds: 343 })
  assert.equal(tellRhythm(beat), 'came and went 7 times in 40 minutes, on average every 6 minutes')
})

test('a span is told in the largest unit that says it well', () => {
  assert.deepEqual([0, 1, 89, 90, 3_600, 5_399, 5_400, 129_599, 129_600].map(tellSpan), [
    '0 seconds',
    '1 second',
    '89 seconds',
    '2 minutes',
    '60 minutes',
    '90 minutes',
    '2 hours',
    '36 hours',
    '2 days',
  ])
})
