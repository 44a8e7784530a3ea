/** What the page of an incident draws: plots and log lines read back from its evidence, with what happened marked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, shapeOf } from '../../console/src/pages/incident/pictures/lines-of.ts'
import { marksOf } from '../../console/src/pages/incident/pictures/marks-of.ts'
import { lineOf, scaleOf } from '../../console/src/pages/incident/pictures/plot-lines.ts'
import { plotsOf } from '../../console/src/pages/incident/pictures/plots-of.ts'

type Events = Parameters<typeof plotsOf>[0]
type Incident = Parameters<typeof marksOf>[0]

const call = (id: number, tool: string, parameters: object, data: object, timestamp = '2026-01-01T10:00:00.000Z') => ({
  ...{ id: String(id), type: 'tool_call', timestamp },
  data: { tool, parameters, result: { success: true, data }, call: `C${id}`, by: 'analysis', seconds: 0 },
})

const series = (name: string, ...values: [number, string][]) => ({ metric: { __name__: name, pod: 'web' }, values })

test('each question is drawn once, as it was answered last, and what is no number is left out', () => {
  const events = [
    call(1, 'metrics.query_range', { query: 'up' }, { series: [series('up', [1, '1'], [2, '1'])] }),
    call(2, 'metrics.query_range', { query: 'rate' }, { series: [series('rate', [1, '2'], [2, 'NaN'], [3, '4'])] }),
    call(3, 'metrics.query_range', { query: 'up' }, { series: [series('up', [1, '1'], [9, '0'])] }),
    call(4, 'metrics.query_range', { query: 'nothing' }, { series: [] }),
    call(5, 'list_pods', {}, { series: [series('pods', [1, '1'], [2, '1'])] }),
  ] as unknown as Events
  const plots = plotsOf(events)
  assert.deepEqual(
    plots.map(({ event, query, isLevels }) => [event.id, query, isLevels]),
    [
      ['3', 'up', false],
      ['2', 'rate', false],
    ],
  )
  assert.deepEqual(plots[1]?.curves, [
    {
      name: 'rate{pod="web"}',
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ])
})

test('what moved is drawn as its levels, from the beginning that was asked for to the moment it was seen', () => {
  const change = { metric: { __name__: 'lag' }, from: 1, to: 9, last: 8, at: '2026-01-01T09:30:00.000Z', strength: 0.9 }
  const still = { metric: { __name__: 'calm' }, from: 1, to: 1 }
  const asked = { query: 'web', start: '2026-01-01T09:00:00.000Z' }
  const [plot] = plotsOf([call(1, 'metrics.query_range', asked, { changes: [change, still] })] as unknown as Events)
  const minutes = plot?.curves[0]?.points.map(([at, value]) => [new Date(at * 1000).toISOString().slice(11, 16), value])
  assert.deepEqual([plot?.isLevels, plot?.curves.length], [true, 1])
  assert.deepEqual(minutes, [
    ['09:00', 1],
    ['09:30', 1],
    ['09:30', 9],
    ['10:00', 8],
  ])
})

test('a curve fills its sheet, and a flat one stands in the middle', () => {
  const sheet = { left: 0, right: 100, top: 0, bottom: 50 }
  const rising = {
    name: 'a',
    points: [
      [0, 0],
      [5, 10],
      [10, 20],
    ] as const,
  }
  assert.equal(lineOf(scaleOf([rising], sheet), rising), '0.0,50.0 50.0,25.0 100.0,0.0')
  const flat = {
    name: 'b',
    points: [
      [0, 3],
      [10, 3],
    ] as const,
  }
  assert.equal(lineOf(scaleOf([flat], sheet), flat), '0.0,25.0 100.0,25.0')
})

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
