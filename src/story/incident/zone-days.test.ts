import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDaysOf, zoneNamed } from './zone-days.ts'

const daysOf = (zone: string, now: string, count: number) =>
  lastDaysOf(zone, new Date(now), count).map(({ day, from, to }) => [
    day,
    from.toISOString().slice(0, 16),
    (to.getTime() - from.getTime()) / 3_600_000,
  ])

test('days of UTC are whole days, and the last one is the one that runs', () => {
  assert.deepEqual(daysOf('UTC', '2026-03-01T23:59:59Z', 2), [
    ['2026-02-28', '2026-02-28T00:00', 24],
    ['2026-03-01', '2026-03-01T00:00', 24],
  ])
})

test('a day begins when the zone says so, also at a half or three quarters of an hour', () => {
  assert.deepEqual(daysOf('Asia/Kolkata', '2026-03-01T18:30:00Z', 1), [['2026-03-02', '2026-03-01T18:30', 24]])
  assert.deepEqual(daysOf('Asia/Kathmandu', '2026-03-01T18:14:59Z', 1), [['2026-03-01', '2026-02-28T18:15', 24]])
  assert.deepEqual(daysOf('Pacific/Kiritimati', '2026-03-01T10:00:00Z', 1), [['2026-03-02', '2026-03-01T10:00', 24]])
  assert.deepEqual(daysOf('Etc/GMT+12', '2026-03-01T11:59:00Z', 1), [['2026-02-28', '2026-02-28T12:00', 24]])
})

test('where the clock is changed a day has 23 or 25 hours, or half an hour more or less', () => {
  const hoursOf = (zone: string, now: string) => daysOf(zone, now, 3).map(([, , hours]) => hours)
  assert.deepEqual(hoursOf('Europe/Berlin', '2026-03-30T12:00:00Z'), [24, 23, 24])
  assert.deepEqual(hoursOf('Europe/Berlin', '2026-10-26T12:00:00Z'), [24, 25, 24])
  assert.deepEqual(hoursOf('Australia/Lord_Howe', '2026-04-06T00:00:00Z'), [24, 24.5, 24])
})

test('where midnight is skipped the day begins after it, and where it comes twice with the first', () => {
  assert.deepEqual(daysOf('America/Santiago', '2025-09-07T12:00:00Z', 2), [
    ['2025-09-06', '2025-09-06T04:00', 24],
    ['2025-09-07', '2025-09-07T04:00', 23],
  ])
  assert.deepEqual(daysOf('America/Havana', '2025-11-02T12:00:00Z', 1), [['2025-11-02', '2025-11-02T04:00', 25]])
})

test('a zone is known by its names, old ones too, and by nothing else', () => {
  assert.equal(zoneNamed('europe/berlin'), 'Europe/Berlin')
  assert.ok(zoneNamed('Asia/Calcutta'))
  assert.deepEqual(['+05:37', 'Mars/Olympus', '', "UTC'; --"].map(zoneNamed), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
