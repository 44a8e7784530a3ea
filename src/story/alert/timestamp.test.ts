import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTimestamp } from './timestamp.ts'

test('the times of real senders are read', () => {
  const times: Record<string, string> = {
    '2026-11-15T02:06:54.568Z': '2026-11-15T02:06:54.568Z',
    '2018-08-03T09:52:26.739266876+02:00': '2018-08-03T07:52:26.739Z',
    '2026-11-15T10:06:54+0800': '2026-11-15T02:06:54.000Z',
    '2026-11-15T02:06:54': '2026-11-15T02:06:54.000Z',
    '2026-11-15 02:06': '2026-11-15T02:06:00.000Z',
    '2026-11-15': '2026-11-15T00:00:00.000Z',
    '1609073151345': '2020-12-27T12:45:51.345Z',
    '1609073151': '2020-12-27T12:45:51.000Z',
  }
  for (const [text, expected] of Object.entries(times)) assert.equal(readTimestamp(text), expected, text)
})

test('a time that cannot be read, or that means none, is left out', () => {
  for (const text of ['', 'yesterday', '1', '2026-13-45', '2026-11-15T99:00:00Z', '0001-01-01T00:00:00Z']) {
    assert.equal(readTimestamp(text), undefined, text)
  }
})
