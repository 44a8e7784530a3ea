import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundOfDay, dayOfBound, zoneOf } from '../../console/src/pages/incidents/day-bounds.ts'
import { readValues, writeValues } from '../../console/src/pages/incidents/value-list.ts'
import { firstMoment, outsideCode, withUnits } from '../../console/src/pages/report/outside-code.ts'
import { momentOf, tellAge, tellClock, tellDatedMoment, tellMinute, tellMoment } from '../../console/src/parts/times.ts'
import { timesByClock } from '../../console/src/parts/times-by-clock.ts'

const NEAR = '2026-03-01T00:10:00.000Z'

test('times of a sentence are told by the clock of the page, whichever that is', () => {
  const said =
    'It began at 23:55 UTC, was seen at 00:05:09 UTC and on 2026-02-27T10:00:00.500Z or 2026-02-27 11:30 UTC.'
  for (const clock of ['mine', 'utc'] as const) {
    const evening = tellMinute(new Date('2026-02-28T23:55:00Z'), clock)
    const after = tellClock('2026-03-01T00:05:09Z', clock)
    const [one, other] = ['2026-02-27T10:00:00Z', '2026-02-27T11:30:00Z'].map((at) => tellMoment(new Date(at), clock))
    assert.equal(
      timesByClock(said, NEAR, clock),
      `It began at ${evening}, was seen at ${after} and on ${one} or ${other}.`,
    )
  }
})

test('a time without a day stays as it is where nobody knows the day', () => {
  assert.equal(timesByClock('since 23:55 UTC', '', 'mine'), 'since 23:55 UTC')
})

test('in a report the times are told anew, and what stands in code is left alone', () => {
  const told = outsideCode('at 1 `at 1` and\n```text\nat 1 ` at 1\n```\nat 1', (text) =>
    text.replaceAll('at 1', 'at 2'),
  )
  assert.equal(told, 'at 2 `at 1` and\n```text\nat 1 ` at 1\n```\nat 2')
})

test('a report tells the year of every day, this one too', () => {
  const now = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  assert.doesNotMatch(timesByClock(now, NEAR, 'utc'), /\b\d{4}\b/)
  assert.match(timesByClock(now, NEAR, 'utc', tellDatedMoment), new RegExp(`\\b${now.slice(0, 4)}\\b`))
})

test('a time without a day in a report is of the days around the opening of the incident', () => {
  const report = '| opened | 2026-03-01T00:10:00.000Z |\n\nIt began at 23:55 UTC.'
  const opened = firstMoment(report)
  assert.equal(opened, NEAR)
  assert.equal(
    timesByClock('It began at 23:55 UTC.', opened, 'mine'),
    `It began at ${tellMinute(new Date('2026-02-28T23:55:00Z'), 'mine')}.`,
  )
  assert.equal(firstMoment('None.'), '')
})

test('what is no time of ours stays as it is', () => {
  const said = 'at 25:99 UTC, 10:00, 2026-02-31T99:00:00Z, version 1.10:30 UTCs'
  assert.equal(timesByClock(said, NEAR, 'mine'), said)
})

test('a day of the filter is a whole day in UTC, and by the own clock begins and ends with the own day', () => {
  assert.equal(boundOfDay('2026-03-01', 'start', 'utc'), '2026-03-01')
  const [from, to] = [boundOfDay('2026-03-01', 'start', 'mine'), boundOfDay('2026-03-01', 'end', 'mine')]
  assert.equal(from, new Date(2026, 2, 1).toISOString())
  assert.equal(to, new Date(new Date(2026, 2, 2).getTime() - 1).toISOString())
  assert.deepEqual([dayOfBound(from, 'mine'), dayOfBound(to, 'mine')], ['2026-03-01', '2026-03-01'])
  assert.equal(dayOfBound('2026-03-01', 'utc'), '2026-03-01')
  assert.deepEqual([zoneOf('utc'), zoneOf('mine')], [undefined, Intl.DateTimeFormat().resolvedOptions().timeZone])
  assert.equal(dayOfBound('yesterday', 'mine'), '')
})

test('several values of a filter survive the address, commas and all', () => {
  for (const values of [[], ['a'], ['a,b', 'c\\', 'd'], ['x=1', 'y=2\\,3']]) {
    assert.deepEqual(readValues(writeValues(values)), values)
  }
})

test('a list tells how long ago it was, in minutes at the least', () => {
  assert.deepEqual([5, 60, 754, 7_260].map(tellAge), ['just now', '1 min ago', '12 min ago', '2 h 01 min ago'])
})

test('a figure and its unit, a time and its zone stay on one line of a report', () => {
  assert.equal(
    withUnits('1月2日 16:04:09 UTC, 16:04 GMT+1 and 16:04 CET'),
    '1月2日 16:04:09\u00a0UTC, 16:04\u00a0GMT+1 and 16:04\u00a0CET',
  )
  assert.equal(
    withUnits('5 分 5 秒, 5 min 5 s, 90 % of 3 days'),
    '5\u00a0分 5\u00a0秒, 5\u00a0min 5\u00a0s, 90\u00a0% of 3 days',
  )
})

test('a moment that was typed is one of the clock the page tells by', () => {
  assert.equal(momentOf('2026-03-01T00:10', 'utc')?.toISOString(), '2026-03-01T00:10:00.000Z')
  assert.equal(momentOf('2026-03-01T00:10', 'mine')?.getTime(), new Date(2026, 2, 1, 0, 10).getTime())
  assert.equal(momentOf('', 'utc'), undefined)
  assert.equal(momentOf('soon', 'mine'), undefined)
})

test('a moment quoted within a line follows the clock; a block of lines stays as it was said', () => {
  const markdown = 'Told `at 2026-11-19T12:10:08Z: "stuck"`.\n\n```\n2026-11-19T12:10:08Z stuck\n```\n'
  const told = outsideCode(
    markdown,
    (text) => text,
    () => 'then',
  )
  assert.equal(told, 'Told `at then: "stuck"`.\n\n```\n2026-11-19T12:10:08Z stuck\n```\n')
})
