/** What the page of an incident draws: plots read back from its evidence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitOf, unitOfExpression } from '../../console/src/pages/incident/pictures/counters.ts'
import { isOfThem, nearNames } from '../../console/src/pages/incident/pictures/near-names.ts'
import { digitsFor, lineOf, scaleOf, tellFigure } from '../../console/src/pages/incident/pictures/plot-lines.ts'
import { expressionOf } from '../../console/src/pages/incident/pictures/plot-links.ts'
import { legendsOf, titleOf } from '../../console/src/pages/incident/pictures/plot-titles.ts'
import { plotsOf, windowOf } from '../../console/src/pages/incident/pictures/plots-of.ts'
import { tellCourse } from '../../console/src/pages/incident/pictures/tell-course.ts'
import { call, series } from './kept-call.ts'

type Events = Parameters<typeof plotsOf>[0]

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

test('figures of others, whom nothing ties to the alert, come last and on sheets of their own', () => {
  const of = (namespace: string, value: string) => ({
    ...series('requests', [1, value], [2, '9']),
    metric: { __name__: 'requests', namespace },
  })
  const events = [call(1, 'metrics.query_range', { query: 'all' }, { series: [of('bank', '1'), of('shop', '2')] })]
  const drawn = (near: string[]) =>
    plotsOf(events as unknown as Events, undefined, near).map(({ isBeside, curves }) => [
      isBeside,
      ...curves.map(({ name }) => name),
    ])
  assert.deepEqual(drawn(['shop']), [
    [false, 'requests{namespace="shop"}'],
    [true, 'requests{namespace="bank"}'],
  ])
  assert.deepEqual(drawn([]), [[false, 'requests{namespace="bank"}', 'requests{namespace="shop"}']])
})

test('whom an incident is about is known by its alerts and its diagnosis; where no cause is, it may be anybody', () => {
  const alerts = [{ labels: { service: 'web', severity: 'critical', job: 'kube-state-metrics' } }]
  const diagnosis = {
    situation: 'fault',
    beside: [{ finding: 3, against: 'nothing ties it to the alert' }],
    at_fault: ['orders-db'],
    map: {
      entities: [{ name: 'checkout' }, { name: 'stranger' }],
      ties: [{ from: 'web', to: 'checkout', tie: 'calls' }],
    },
  }
  const names = (one: object) => nearNames({ alerts, diagnosis: one } as unknown as Parameters<typeof nearNames>[0])
  assert.deepEqual(names(diagnosis), ['web', 'checkout', 'orders-db'])
  assert.deepEqual(names({ ...diagnosis, situation: 'unclear' }), [])
  assert.deepEqual(names({ ...diagnosis, beside: [] }), [])
  assert.ok(isOfThem(['web'], 'web-6f7d8c9b5d-x2x9q') && !isOfThem(['web'], 'webhook'))
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

test('what hardly moves is not drawn as if it had jumped', () => {
  const sheet = { left: 0, right: 100, top: 0, bottom: 50 }
  const steady = {
    name: 'free',
    points: [
      [0, 15.0],
      [1, 15.1],
      [2, 15.0],
    ] as const,
  }
  const { low, high } = scaleOf([steady], windowOf({ curves: [steady] }), sheet)
  assert.ok(high - low > 0.7 && low > 0, `${low} to ${high}`)
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

test('a line that climbs by little is not told as steady, and the ends of its axis differ', () => {
  const values = [88_101_000, 88_104_000, 88_111_000, 88_119_000]
  const points = values.map((value, at) => [at, value] as const)
  const curve = { name: 'rows', measure: 'rows', isRate: false, unit: '', points }
  assert.equal(tellCourse(curve), 'from 88.1M to 88.12M')
  const digits = digitsFor([88_101_000, 88_119_000])
  assert.equal(tellFigure(88_119_000, '', digits), '88.12M')
  assert.equal(digitsFor([0, 1_234_567]), 3)
})
