/** The log lines of an incident, and which of them are new. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, logQueriesOf, shapeOf, withoutOwnTime } from '../../console/src/pages/incident/pictures/lines-of.ts'
import type { plotsOf } from '../../console/src/pages/incident/pictures/plots-of.ts'
import { call } from './kept-call.ts'

type Events = Parameters<typeof plotsOf>[0]

test('a complaint first made shortly before the alert began is new too, where older lines tell what is usual; no ordinary line is', () => {
  const onset = Date.parse('2026-01-01T10:00:00.000Z') / 1000
  const said = (clock: string, line: string) => ({ at: `2026-01-01T${clock}:00.000Z`, line })
  const heard = (...lines: object[]) =>
    [call(1, 'logs.query', {}, { streams: [{ labels: { pod: 'web-1' }, lines }] })] as unknown as Events
  const isNew = (events: Events) => linesOf(events, onset).map((line) => line.isNew)
  assert.deepEqual(isNew(heard(said('09:00', 'took order'), said('09:55', 'ERROR bank is silent'))), [false, true])
  assert.deepEqual(isNew(heard(said('09:55', 'took order'), said('10:01', 'bank is silent'))), [false, true])
  assert.deepEqual(isNew(heard(said('09:00', 'took order'), said('09:55', 'opened the day'))), [false, false])
})

test('an ordinary line is nothing new by whom or what it was about this time', () => {
  const onset = Date.parse('2026-01-01T10:00:00.000Z') / 1000
  const said = (clock: string, line: string) => ({ at: `2026-01-01T${clock}:00.000Z`, line })
  const lines = [
    said('09:50', 'INFO took order of ann@shop.example path=/orders/a'),
    said('10:01', 'INFO took order of bob@shop.example path=/orders/b'),
    said('10:02', 'INFO closing the door'),
  ]
  const events = [call(1, 'logs.query', {}, { streams: [{ labels: { pod: 'web-1' }, lines }] })] as unknown as Events
  assert.deepEqual(
    linesOf(events, onset).map(({ isNew }) => isNew),
    [false, false, true],
  )
})

test('lines of others, whom nothing ties to the alert, are told apart from those about whom it is', () => {
  const onset = Date.parse('2026-01-01T10:00:00.000Z') / 1000
  const stream = (namespace: string, pod: string, line: string) => ({
    labels: { namespace, pod },
    lines: [{ at: '2026-01-01T10:01:00.000Z', line }],
  })
  const streams = [
    stream('shop', 'web-6f7d8c9b5d-x2x9q', 'served'),
    stream('bank', 'ledger-0', 'ERROR web asks too much'),
    stream('bank', 'vault-0', 'ERROR seal is lost'),
  ]
  const events = [call(1, 'logs.query', {}, { streams })] as unknown as Events
  const beside = (near: string[]) => linesOf(events, onset, near).flatMap((line) => (line.isBeside ? [line.from] : []))
  assert.deepEqual(beside(['web']), ['vault-0'])
  assert.deepEqual(beside(['bank', 'web']), [])
  assert.deepEqual(beside([]), [], 'where it may be anybody, nobody is another')
})

test('of whom nothing was kept from before only a complaint is new, and a pod made anew is no stranger', () => {
  const onset = Date.parse('2026-01-01T10:00:00.000Z') / 1000
  const stream = (pod: string, clock: string, line: string) => ({
    labels: { pod },
    lines: [{ at: `2026-01-01T${clock}:00.000Z`, line }],
  })
  const streams = [
    stream('web-6f7d8c9b5d-x2x9q', '09:00', 'ready'),
    stream('web-5c7d8c9b5d-k4k9z', '10:05', 'began with feature b'),
    stream('search-6f7d8c9b5d-x2x9q', '10:05', 'GET /search 200'),
    stream('search-6f7d8c9b5d-x2x9q', '10:06', 'upstream timed out'),
  ]
  const lines = linesOf([call(1, 'logs.query', {}, { streams })] as unknown as Events, onset)
  assert.deepEqual(
    lines.map(({ isNew }) => isNew),
    [false, true, false, true],
  )
})

test('a line is new where nobody said the like before the onset; the same line seen twice is one', () => {
  const onset = Date.parse('2026-01-01T10:00:00.000Z') / 1000
  const line = (clock: string, text: string) => ({ at: `2026-01-01T${clock}Z`, line: text })
  const streams = [
    {
      labels: { pod: 'web-1' },
      lines: [
        line('09:50:00.000', 'took order 4711'),
        line('10:01:00.000', 'took order 4712'),
        line('10:02:00.000', 'row 17 is held'),
      ],
    },
  ]
  const events = [call(1, 'logs.query', {}, { streams }), call(2, 'logs.query', {}, { streams })] as unknown as Events
  assert.deepEqual(
    linesOf(events, onset).map(({ from, line: text, isNew }) => [from, text, isNew]),
    [
      ['web-1', 'took order 4711', false],
      ['web-1', 'took order 4712', false],
      ['web-1', 'row 17 is held', true],
    ],
  )
  assert.equal(shapeOf('request 5f2c91aa-77 took 12 ms'), shapeOf('request 88ab30c1-04 took 9 ms'))
  assert.notEqual(shapeOf('order taken'), shapeOf('order refused'))
})

test('a log line does not repeat the moment it was said, and keeps any other', () => {
  const at = '2026-01-01T10:00:00.250Z'
  assert.equal(withoutOwnTime('2026-01-01T10:00:00Z ERROR row 17 is held', at), 'ERROR row 17 is held')
  assert.equal(withoutOwnTime('2026-01-01 10:00:00,250Z late', at), 'late')
  const other = '2026-01-01T09:00:00Z is when it began'
  assert.equal(withoutOwnTime(other, at), other)
  assert.equal(withoutOwnTime('no time at all', at), 'no time at all')
})

test('what was asked by a name leads to the queries it became, and what was asked of everybody nowhere', () => {
  const lines = [{ at: '2026-01-01T09:00:00.000Z', line: 'took order' }]
  const answer = { streams: [{ labels: { pod: 'web-1' }, lines }], asked: ['{app=~"web"}'] }
  const start = '2026-01-01T08:00:00.000Z'
  const queries = (parameters: object) =>
    logQueriesOf([call(1, 'logs.query', { start, ...parameters }, answer)] as unknown as Events)
  const window = { from: Date.parse(start) / 1000, to: Date.parse('2026-01-01T10:00:00.000Z') / 1000 }
  assert.deepEqual(queries({ query: 'web', by_name: true }), [{ query: '{app=~"web"}', window }])
  assert.deepEqual(queries({ query: '{app="web"}' }), [{ query: '{app="web"}', window }])
  assert.deepEqual(queries({ query: '*', by_name: true }), [])
})
