/** What the page of an incident draws: plots and log lines read back from its evidence, with what happened marked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runbookAddresses } from '../../console/src/pages/incident/handover/runbook-addresses.ts'
import { layOutMap } from '../../console/src/pages/incident/map/lay-out-map.ts'
import { tellTies } from '../../console/src/pages/incident/map/map-words.ts'
import { unitOf, unitOfExpression } from '../../console/src/pages/incident/pictures/counters.ts'
import { linesOf, shapeOf, withoutOwnTime } from '../../console/src/pages/incident/pictures/lines-of.ts'
import {
  type Mark,
  marksOf,
  momentsOf,
  numbered,
  windowOver,
} from '../../console/src/pages/incident/pictures/marks-of.ts'
import { digitsFor, lineOf, rowsOf, scaleOf, tellFigure } from '../../console/src/pages/incident/pictures/plot-lines.ts'
import {
  alertLinks,
  expressionOf,
  logLinks,
  metricLinks,
} from '../../console/src/pages/incident/pictures/plot-links.ts'
import { legendsOf, titleOf } from '../../console/src/pages/incident/pictures/plot-titles.ts'
import { plotsOf, windowOf } from '../../console/src/pages/incident/pictures/plots-of.ts'
import { tellCourse } from '../../console/src/pages/incident/pictures/tell-course.ts'
import { momentsIn, tellMoment, tellPlot } from '../../console/src/pages/incident/pictures/tell-plot.ts'
import { inChinese } from '../../src/words/in-chinese.ts'

type Events = Parameters<typeof plotsOf>[0]
type Incident = Parameters<typeof marksOf>[0]
type Alerts = Parameters<typeof alertLinks>[0]

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
      measure: 'rate',
      isRate: false,
      unit: '',
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

test('figures of different names stand on sheets of their own, and what was asked for by several ways is drawn once', () => {
  const moved = (name: string) => ({
    ...{ metric: { __name__: name, pod: 'web' }, from: 1, to: 9, last: 8, at: '2026-01-01T09:30:00.000Z' },
  })
  const by_name = { by_name: true, start: '2026-01-01T09:00:00.000Z' }
  const events = [
    call(1, 'metrics.query_range', { ...by_name, query: '*' }, { changes: [moved('lag'), moved('bytes')] }),
    call(2, 'metrics.query_range', { ...by_name, query: 'web,db' }, { changes: [moved('lag'), moved('depth')] }),
    call(3, 'metrics.query_range', { query: 'depth{}' }, { series: [series('depth', [1, '1'], [2, '9'])] }),
  ] as unknown as Events
  assert.deepEqual(
    plotsOf(events).map(({ event, title, curves }) => [event.id, title, curves.length]),
    [
      ['3', 'depth', 1],
      ['2', 'lag', 1],
      ['1', 'bytes', 1],
    ],
  )
})

test('a counter is drawn by how fast it grew, also where it began anew; what the alert measures stays as its rule sees it', () => {
  const counted = [series('orders_total', [0, '100'], [10, '150'], [20, '20'], [30, '20'])]
  const sessions = [series('session_count', [0, '5'], [10, '4'])]
  const summed = [{ metric: {}, values: counted[0]?.values }]
  const asked = (id: number, query: string, found: object) =>
    call(id, 'metrics.query_range', { query }, { series: found })
  const events = [
    asked(1, 'orders_total', counted),
    asked(2, 'session_count', sessions),
    asked(3, 'sum by (pod) (orders_total{pod="web"})', summed),
    asked(4, 'sum(orders_total) / 2', summed),
  ] as unknown as Events
  const drawn = (plots: ReturnType<typeof plotsOf>) =>
    Object.fromEntries(plots.map(({ query, curves }) => [query, curves[0]?.points.map(([, value]) => value)]))
  assert.deepEqual(drawn(plotsOf(events)), {
    'sum(orders_total) / 2': [100, 150, 20, 20],
    'sum by (pod) (orders_total{pod="web"})': [5, 2, 0],
    session_count: [5, 4],
    orders_total: [5, 2, 0],
  })
  assert.deepEqual(drawn(plotsOf(events, { query: 'orders_total', bound: '> 120' })).orders_total, [100, 150, 20, 20])
  const [plot] = plotsOf(events.slice(0, 1))
  assert.ok(plot?.isRate)
  assert.equal(titleOf(plot.title, plot.isRate), 'orders, per second')
  assert.equal(plot.curves[0] && tellCourse(plot.curves[0]), 'from 5/s to 0/s')
  assert.equal(expressionOf(plot), 'rate(orders_total[5m])')
  assert.equal(tellFigure(1234, unitOf('sent_bytes_total', true)), '1.23 kB/s')
  assert.equal(tellFigure(1.5, unitOf('process_cpu_seconds_total', true)), '1.5')
  assert.equal(tellFigure(1.5, unitOf('rpc_duration_seconds_sum', true)), '1.5')
})

test('levels that are so much a second say so, and lead to the same figure elsewhere', () => {
  const change = { metric: { __name__: 'errors_total' }, from: 0, to: 9, last: 8, at: '2026-01-01T09:30:00.000Z' }
  const asked = { query: '{namespace="shop"}', changes: true, start: '2026-01-01T09:00:00.000Z' }
  const found = { changes: [{ ...change, per_second: true }] }
  const [plot] = plotsOf([call(1, 'metrics.query_range', asked, found)] as unknown as Events)
  assert.deepEqual([plot?.isRate, plot?.isLevels], [true, true])
  assert.equal(plot && expressionOf(plot), 'rate(errors_total{namespace="shop"}[5m])')
})

test('what stood still is not drawn beside what moved, unless a person looked for it or nothing moved', () => {
  const still = call(1, 'metrics.query_range', { query: 'up' }, { series: [series('up', [1, '1'], [2, '1'])] })
  const moved = call(2, 'metrics.query_range', { query: 'lag' }, { series: [series('lag', [1, '1'], [2, '9'])] })
  const byPerson = { ...still, data: { ...still.data, by: 'person' } }
  const titles = (...events: object[]) => plotsOf(events as unknown as Events).map(({ title }) => title)
  assert.deepEqual(titles(still, moved), ['lag'])
  assert.deepEqual(titles(byPerson, moved), ['lag', 'up'])
  assert.deepEqual(titles(still), ['up'])
})

test('a plot is called by what it measures, and each curve by what sets it apart', () => {
  const titles: [query: string, title: string][] = [
    ['queue_depth', 'queue depth'],
    ['sum by (pod) (rate(http_requests_total{code=~"5..", by="x"}[5m])) > 3', 'http requests, per second'],
    [
      'sum(rate(errors_total[5m])) / on (job) group_left () sum(rate(requests_total[5m]))',
      'errors / requests, per second',
    ],
    ['histogram_quantile(0.99, sum(rate(rpc_seconds_bucket[5m])) by (le))', 'rpc seconds, 99 % are below'],
    ['increase(kube_pod_container_status_restarts_total[1h])', 'kube pod container status restarts, increase'],
    ['rate(rpc_seconds_count{service="shop"}[5m])', 'rpc count, per second'],
    ['sum by (pod) (rate(container_cpu_usage_seconds_total[5m]))', 'container cpu usage, in cores'],
    ['process_cpu_seconds_total', 'process cpu'],
    ['vector(1)', 'vector(1)'],
  ]
  for (const [query, title] of titles) assert.equal(titleOf(query), title)
  assert.deepEqual(legendsOf(['up{job="a", pod="web-1"}', 'up{job="a", pod="web-2"}']), ['pod=web-1', 'pod=web-2'])
  assert.deepEqual(legendsOf(['up{a="1", b="2", pod="w", namespace="n", c="3"}']), ['namespace=n, pod=w, a=1'])
  assert.deepEqual(legendsOf(['up']), ['up'])
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
  assert.equal(lineOf(scaleOf([rising], windowOf({ curves: [rising] }), sheet), rising), '0.0,50.0 50.0,25.0 100.0,0.0')
  const flat = {
    name: 'b',
    points: [
      [0, 3],
      [10, 3],
    ] as const,
  }
  assert.equal(lineOf(scaleOf([flat], windowOf({ curves: [flat] }), sheet), flat), '0.0,25.0 100.0,25.0')
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
})

test('links lead to the same query and time, and only where an address is known', () => {
  const asked = { query: 'rate(errors[5m]) > 0', window: { from: 1_767_261_600, to: 1_767_265_200 } }
  const sources = { metrics_source: 'prometheus', logs_source: 'loki' }
  assert.deepEqual(metricLinks({ ...sources }, asked), [])
  const [grafana, prometheus] = metricLinks(
    { ...sources, grafana: 'https://g.example', metrics: 'https://p.example' },
    asked,
  )
  const explored = new URL(grafana?.address ?? '')
  assert.equal(explored.pathname, '/explore')
  assert.deepEqual(JSON.parse(explored.searchParams.get('panes') ?? ''), {
    firebreak: {
      datasource: 'prometheus',
      queries: [{ refId: 'A', expr: asked.query }],
      range: { from: '1767261600000', to: '1767265200000' },
    },
  })
  const graph = new URL(prometheus?.address ?? '').searchParams
  assert.deepEqual(
    [graph.get('g0.expr'), graph.get('g0.range_input'), graph.get('g0.end_input')],
    [asked.query, '3600s', '2026-01-01 11:00:00'],
  )
})

test('the runbook an alert brings is offered once, and only where it is a plain web address', () => {
  const brought = (annotations: object, labels: object = {}) => ({ annotations, labels }) as unknown as Alerts[number]
  const alerts = [
    brought({ runbook_url: 'https://books.example/bank', runbook: 'Ask the bank.' }),
    brought({ runbook_url: 'javascript:alert(1)' }, { runbook: 'https://books.example/bank' }),
  ]
  assert.deepEqual(runbookAddresses(alerts), ['https://books.example/bank'])
})

test('links to log lines say which query they open, where there are several', () => {
  const sources = { metrics_source: 'prometheus', logs_source: 'loki', grafana: 'https://g.example' }
  const asked = (query: string) => ({ query, window: { from: 1, to: 2 } })
  const names = (...queries: string[]) => logLinks(sources, queries.map(asked)).map(({ name }) => name)
  assert.deepEqual(names('{app="web"}'), ['Grafana'])
  assert.deepEqual(names('{app="web"}', 'x'.repeat(50)), ['Grafana: {app="web"}', `Grafana: ${'x'.repeat(39)}…`])
})

test('what an alert brings is a link only where it is a plain web address', () => {
  const brought = (annotations: Record<string, string>) => ({ annotations }) as unknown as Alerts[number]
  const links = alertLinks([
    brought({ panelURL: 'javascript:alert(1)', generatorURL: 'http://prometheus:9090/graph?g0.expr=up' }),
    brought({ panelURL: 'https://g.example/d/1?viewPanel=2', generatorURL: 'https://other.example/' }),
  ])
  assert.deepEqual(links, [
    { name: 'Rule of the alert', address: 'http://prometheus:9090/graph?g0.expr=up' },
    { name: 'Panel of the alert', address: 'https://g.example/d/1?viewPanel=2' },
  ])
})

test('the map stands in columns from whom it points to, to the subject, and says the same in words', () => {
  const entity = (name: string, part: object = {}) => ({
    ...{ name, is_subject: false, is_suspect: false, findings: [] },
    ...part,
  })
  const entities = [
    entity('batch', { is_suspect: true }),
    entity('stranger', { is_suspect: true }),
    entity('web', { is_subject: true }),
    entity('worker-1'),
  ]
  const ties = [
    { from: 'batch', to: 'worker-1', tie: 'runs_on' as const },
    { from: 'web', to: 'worker-1', tie: 'runs_on' as const },
  ]
  const sheet = layOutMap({ entities, ties })
  const columns = Map.groupBy(sheet.entities, ({ x }) => x)
  assert.deepEqual(
    [...columns.values()].map((column) => column.map(({ name }) => name)),
    [['batch', 'stranger'], ['worker-1'], ['web']],
  )
  assert.ok(sheet.ties.every(({ start, end }) => start.x !== end.x))
  assert.deepEqual(tellTies('web', ties), ['runs on worker-1'])
})

test('no line of the map runs behind a box: each column is one tie nearer to the subject, and one within it turns aside', () => {
  const names = ['web', 'orders', 'stock', 'cache', 'pod-a', 'pod-b', 'pod-c']
  const entities = names.map((name) => ({
    ...{ name, is_subject: name === 'web', is_suspect: ['cache', 'orders'].includes(name), findings: [] },
  }))
  const tied = (from: string, to: string) => ({ from, to, tie: 'calls' as const })
  const chain = [tied('web', 'orders'), tied('orders', 'stock'), tied('stock', 'cache')]
  const pods = ['pod-a', 'pod-b', 'pod-c'].map((name) => tied('cache', name))
  const sheet = layOutMap({ entities, ties: [...chain, ...pods, tied('pod-a', 'pod-c')] })
  const xOf = (name: string) => sheet.entities.find((one) => one.name === name)?.x ?? 0
  assert.ok(xOf('cache') < xOf('stock') && xOf('stock') < xOf('orders') && xOf('orders') < xOf('web'))
  const bent = sheet.ties.filter(({ bend }) => bend !== undefined)
  assert.ok(bent.length > 0 && bent.every(({ start, bend }) => (bend?.x ?? 0) < start.x))
})

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

test('a figure bears the unit its metric is named for, and a billion is no byte', () => {
  assert.equal(tellFigure(6.72e9, unitOf('node_memory_free_bytes')), '6.72 GB')
  assert.equal(tellFigure(0.25, unitOf('http_request_duration_seconds')), '0.25 s')
  assert.equal(tellFigure(0.25, unitOf('http_request_duration_seconds_p95')), '0.25 s')
  assert.equal(tellFigure(1234, unitOf('http_requests_total')), '1.23k')
  assert.equal(tellFigure(2e9, unitOf('')), '2G')
  const quantile = 'histogram_quantile(0.99, sum(rate(rpc_seconds_bucket{job="a"}[5m])) by (le))'
  assert.equal(unitOfExpression(quantile), 's')
  assert.equal(unitOfExpression(`${quantile} / 2`), '')
  assert.equal(unitOfExpression('sum(rate(rpc_seconds_sum[5m]))'), '')
})

test('a log line does not repeat the moment it was said, and keeps any other', () => {
  const at = '2026-01-01T10:00:00.250Z'
  assert.equal(withoutOwnTime('2026-01-01T10:00:00Z ERROR row 17 is held', at), 'ERROR row 17 is held')
  assert.equal(withoutOwnTime('2026-01-01 10:00:00,250Z late', at), 'late')
  const other = '2026-01-01T09:00:00Z is when it began'
  assert.equal(withoutOwnTime(other, at), other)
  assert.equal(withoutOwnTime('no time at all', at), 'no time at all')
})

test('the same points under fewer labels are not drawn again', () => {
  const values = [
    [1_767_261_600, '1'],
    [1_767_261_660, '2'],
  ]
  const series = [
    { metric: { code: '502' }, values },
    { metric: { service: 'web', code: '502' }, values },
  ]
  const other = { metric: { service: 'web', code: '200' }, values }
  const [plot] = plotsOf([
    call(1, 'metrics.query_range', { query: 'q' }, { series: [...series, other] }),
  ] as unknown as Events)
  assert.deepEqual(
    plot?.curves.map(({ name }) => name),
    ['{service="web", code="502"}', '{service="web", code="200"}'],
  )
})

test('a curve that comes back to where it began tells how far it went, and one that only trembles does not', () => {
  const course = (...values: number[]) =>
    tellCourse({ name: 'a', measure: 'a', unit: '', isRate: false, points: values.map((value, at) => [at, value]) })
  assert.equal(course(0, 35, 0), 'from 0 to 0, up to 35 in between')
  assert.equal(course(10, 0, 9), 'from 10 to 9, down to 0 in between')
  assert.equal(course(10, 0, 90, 10), 'from 10 to 10, between 0 and 90 meanwhile')
  assert.equal(course(100, 101, 99, 100), 'steady at 100')
  assert.equal(course(1, 9, 8), 'from 1 to 8')
})

test('what the metrics server knows as a counter is drawn by how fast it grew, whatever its name', () => {
  const name = 'pg_stat_database_xact_commit'
  const points: [number, string][] = [
    [0, '100'],
    [60, '700'],
    [120, '760'],
  ]
  const events = (counters: string[]) =>
    [
      call(1, 'metrics.query_range', { query: name }, { series: [series(name, ...points)], counters }),
    ] as unknown as Events
  const drawn = (counters: string[]) => plotsOf(events(counters))[0]?.curves[0]
  assert.deepEqual(drawn([name])?.points, [
    [60, 10],
    [120, 1],
  ])
  assert.equal(drawn([])?.isRate, false)
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

test('a line that climbs by little is not told as steady, and the ends of its axis differ', () => {
  const values = [88_101_000, 88_104_000, 88_111_000, 88_119_000]
  const points = values.map((value, at) => [at, value] as const)
  const curve = { name: 'rows', measure: 'rows', isRate: false, unit: '', points }
  assert.equal(tellCourse(curve), 'from 88.1M to 88.12M')
  const digits = digitsFor([88_101_000, 88_119_000])
  assert.equal(tellFigure(88_119_000, '', digits), '88.12M')
  assert.equal(digitsFor([0, 1_234_567]), 3)
})
