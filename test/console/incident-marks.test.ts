/** What is marked on every picture of an incident, and how a picture is read aloud. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Mark,
  marksOf,
  momentsOf,
  numbered,
  windowOver,
} from '../../console/src/pages/incident/pictures/marks-of.ts'
import { labelAt, rowsOf, scaleOf } from '../../console/src/pages/incident/pictures/plot-lines.ts'
import { plotsOf } from '../../console/src/pages/incident/pictures/plots-of.ts'
import { momentsIn, nearestPlace, tellMoment, tellPlot } from '../../console/src/pages/incident/pictures/tell-plot.ts'
import { inChinese } from '../../src/words/in-chinese.ts'
import { call, series } from './kept-call.ts'

type Events = Parameters<typeof plotsOf>[0]
type Incident = Parameters<typeof marksOf>[0]

test('the onset is when the first alert began, and decision, execution and end are marked where they happened', () => {
  const at = (type: string, minute: number) => ({ type, timestamp: `2026-01-01T10:0${minute}:00.000Z`, data: {} })
  const incident = {
    created_at: '2026-01-01T10:00:00.000Z',
    alerts: [{ starts_at: '2026-01-01T09:58:00.000Z' }, { starts_at: 'nonsense' }, {}],
    events: [
      at('alert_received', 0),
      at('confirmation_received', 2),
      at('execution_started', 3),
      at('incident_resolved', 5),
    ],
  } as unknown as Incident
  const marks = marksOf(incident).map(({ at: seconds, kind }) => [
    new Date(seconds * 1000).toISOString().slice(14, 16),
    kind,
  ])
  assert.deepEqual(marks, [
    ['58', 'onset'],
    ['02', 'decision'],
    ['03', 'execution'],
    ['05', 'end'],
  ])
})

test('changes, the first sign and the verdict are marked by their moments; what bears no time is not', () => {
  const change = (at: string, text: string) => ({ at, entity: 'web', text, evidence: [] })
  const incident = {
    created_at: '2026-01-01T10:00:00.000Z',
    alerts: [],
    diagnosis: {
      onset: '2026-01-01T09:55:00.000Z',
      changes: [change('2026-01-01T09:50:00.000Z', 'revision 5 was rolled out'), change('some day', 'who knows')],
    },
    events: [{ type: 'verification_completed', timestamp: '2026-01-01T10:09:00.000Z', data: { outcome: 'no_effect' } }],
  } as unknown as Incident
  assert.deepEqual(
    marksOf(incident).map(({ kind, word }) => [kind, word]),
    [
      ['onset', 'alert began'],
      ['change', 'revision 5 was rolled out'],
      ['onset', 'first seen in figures and log lines'],
      ['verification', 'verified: it had no effect'],
    ],
  )
})

test("the alert's own figure comes first with what it is compared with, and its levels are not drawn beside it", () => {
  const change = { metric: {}, from: 1, to: 9, last: 8, at: '2026-01-01T09:30:00.000Z', strength: 0.9 }
  const events = [
    call(1, 'metrics.query_range', { query: 'lag', start: '2026-01-01T09:00:00.000Z' }, { changes: [change] }),
    call(2, 'metrics.query_range', { query: 'lag' }, { series: [series('lag', [1, '1'], [2, '9'])] }),
    call(3, 'metrics.query_range', { query: 'up' }, { series: [series('up', [1, '1'], [2, '0'])] }),
  ] as unknown as Events
  const plots = plotsOf(events, { query: 'lag', bound: '> 5' })
  assert.deepEqual(
    plots.map(({ query, isOwn, isLevels, bound }) => [query, isOwn, isLevels, bound?.value]),
    [
      ['lag', true, false, 5],
      ['up', false, false, undefined],
    ],
  )
  const sheet = { left: 0, right: 100, top: 0, bottom: 50 }
  assert.equal(scaleOf(plots[0]?.curves ?? [], { from: 1, to: 2 }, sheet, 20).high, 20)
})

test('numbers of marks that stand close are put on lines of their own, and those of one moment share a label', () => {
  const label = '1'
  assert.deepEqual(rowsOf([0, 4, 30, 33, 35].map((x) => ({ x, label }))), [0, 1, 0, 1, 2])
  assert.deepEqual(
    rowsOf([
      { x: 0, label: '1–12' },
      { x: 20, label },
    ]),
    [0, 1],
  )
  const mark = (at: number, number: number) => ({ at, number, word: 'scaled', kind: 'change' as const })
  const labels = momentsOf([mark(10, 1), mark(10, 2), mark(10, 3), mark(20, 4)]).map((one) => [one.at, one.label])
  assert.deepEqual(labels, [
    [10, '1–3'],
    [20, '4'],
  ])
  const close = momentsOf([mark(10, 1), mark(12, 2), mark(15, 3), mark(17, 4)], 5).map((one) => one.label)
  assert.deepEqual(close, ['1–3', '4'], 'nor are lines drawn that cannot be told apart')
})

test('no number is cut off at the edge of the picture', () => {
  assert.deepEqual(
    [320, 632, 2].map((x) => labelAt(x, '8–9', 640)),
    [320, 628, 12],
  )
})

test('what is resolved in the moment it is verified was verified first', () => {
  const timestamp = '2026-01-01T10:09:00.000Z'
  const events = [
    { type: 'verification_completed', timestamp, data: { outcome: 'resolved' } },
    { type: 'incident_resolved', timestamp, data: {} },
  ]
  const incident = { created_at: '2026-01-01T10:00:00.000Z', alerts: [], events } as unknown as Incident
  assert.deepEqual(
    marksOf(incident).map(({ kind }) => kind),
    ['onset', 'verification', 'end'],
  )
})

test('who hears a plot hears its marks in their own language, and each moment of it by the arrow keys', () => {
  const values: [number, string][] = [
    [60, '1'],
    [120, '9'],
  ]
  const answer = { series: [series('lag', ...values)] }
  const [plot] = plotsOf([call(1, 'metrics.query_range', { query: 'lag' }, answer)] as unknown as Events)
  assert.ok(plot)
  const word = 'The same alert.'
  const heard = tellPlot(plot, [{ at: 90, kind: 'change', number: 1, word }], inChinese)
  assert.ok(heard.includes('同一告警。') && !heard.includes(word), heard)
  assert.deepEqual(momentsIn(plot), [60, 120])
  assert.match(tellMoment(plot, ['pod=web'], 120), /: pod=web 9$/)
})

test('all plots reach over what was decided, done and verified after the last point; what is far away is left out', () => {
  const [hour, begun] = [3600, 1_000_000]
  const mark = (kind: Mark['kind'], at: number): Mark => ({ kind, at, word: kind })
  const marks = [
    mark('onset', begun - 20),
    mark('change', begun - 3 * hour),
    mark('decision', begun + 2 * hour),
    mark('execution', begun + 2 * hour + 5),
    mark('verification', begun + 3 * hour),
    mark('end', begun + 90 * hour),
  ]
  const window = windowOver([{ from: begun, to: begun + hour }], marks)
  assert.deepEqual(window, { from: begun - 20, to: begun + 3 * hour })
  assert.deepEqual(
    numbered(marks, window).map(({ kind, number }) => [kind, number]),
    [
      ['onset', 1],
      ['decision', 2],
      ['execution', 3],
      ['verification', 4],
    ],
  )
})

test('a hand on the plot reads the moment that is nearest in time, however unevenly they lie', () => {
  const moments = [100, 160, 400]
  assert.deepEqual(
    [0, 100, 129, 131, 279, 281, 900].map((at) => nearestPlace(moments, at)),
    [0, 0, 0, 1, 1, 2, 2],
  )
})
