/** metrics.query, metrics.query_range, logs.query and errors.get_issue, on a real Prometheus and on servers that misbehave. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createLoki } from '../../src/edges/monitoring/loki.ts'
import { createPrometheus } from '../../src/edges/monitoring/prometheus.ts'
import { createSentry } from '../../src/edges/monitoring/sentry.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import { Patience } from '../../src/edges/outbound/patience.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { MONITORING_PLUGINS } from '../../src/plugins/monitoring/monitoring-plugins.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { openDoor, silentTools } from '../world/hands.ts'
import { startLokiSimulator } from '../world/loki-simulator.ts'
import { PROMETHEUS, startPrometheus } from '../world/prometheus.ts'
import { startPrometheusSimulator } from '../world/prometheus-simulator.ts'
import { startSentrySimulator } from '../world/sentry-simulator.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const TOKEN = 'the-token-of-the-monitoring-servers'

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape and assert what they find.
type Result = { success: boolean; data?: any; message?: string; error?: string; truncated?: boolean }

type Asked = { now?: Date; timeoutSeconds?: number; patience?: Patience }

/** The plugins behind the door, with the settings a person would give. */
function openMonitoring(
  t: TestContext,
  environment: Record<string, string>,
  { now = NOW, timeoutSeconds, patience = new Patience() }: Asked = {},
) {
  const fetch = createGuardedFetch()
  t.after(() => fetch.close())
  const asking = { currentSettings: async () => resolveSettings(environment, new Map()).values, fetch, patience }
  const tools = {
    ...silentTools().tools,
    metrics: createPrometheus(asking),
    logs: createLoki(asking),
    errors: createSentry(asking),
    now: () => now,
  }
  const plugins = MONITORING_PLUGINS.map((plugin) => (timeoutSeconds ? { ...plugin, timeoutSeconds } : plugin))
  const { door } = openDoor({ plugins, tools })
  return async (plugin: string, parameters: Record<string, unknown>, signal = new AbortController().signal) =>
    (await door.diagnose({ plugin, parameters }, signal)).result as Result
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a real Prometheus is asked and understood', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  const lines = Array.from({ length: 60 }, (_, index) => `shop_queue{name="q${index}"} ${index}\n`).join('')
  let orders = 0
  const exporter = await serve(t, (_request, response) => {
    orders += 1
    const counted = `# TYPE shop_orders counter\nshop_orders ${orders}\n`
    response.setHeader('content-type', 'text/plain').end(counted + lines)
  })
  const url = await startPrometheus(t, { target: new URL(exporter).host })
  const ask = openMonitoring(t, { METRICS_URL: `${url}/` }, { now: new Date() })
  const instant = (query: string, end = 'now') => ask('metrics.query', { query, end })
  // All that follows is asked of one moment, at which it had just seen its target.
  const current = await eventually('it has looked for some seconds, and sees its target', async () => {
    const askNow = openMonitoring(t, { METRICS_URL: url }, { now: new Date() })
    const { data } = await askNow('metrics.query', { query: 'up == 1 and count_over_time(up[1m]) >= 4' })
    return data?.series_total === 1 && askNow
  })
  const up = await current('metrics.query', { query: 'up' })
  assert.deepEqual([up.success, up.data.series_total, up.data.series[0].metric.job], [true, 1, 'shop'])
  assert.equal(up.data.series[0].values[0][1], '1')
  const many = await current('metrics.query', { query: 'shop_queue' })
  assert.deepEqual([many.data.series.length, many.data.series_total], [50, 60])
  assert.match(many.message ?? '', /60 series\. Only the first 50 are shown; narrow by labels/)
  const scalar = await current('metrics.query', { query: '1 + 1' })
  assert.deepEqual([scalar.data.series_total, scalar.data.series[0].values[0][1]], [1, '2'])
  const text = await current('metrics.query', { query: '"words"' })
  assert.equal(text.data.series[0].values[0][1], 'words')

  for (const query of ['nothing_there', 'up{job="other"}', 'up > 5']) {
    const none = await current('metrics.query', { query })
    assert.deepEqual([none.success, none.data], [true, { series: [], series_total: 0 }])
    assert.match(none.message ?? '', /No data/)
  }
  for (const [query, words] of [
    ['up{', /parse error/],
    ['sum(', /parse error/],
    ['up + on(x) group_left up[5m]', /parse error/],
    ['label_replace(up)', /expected 5 argument/],
    ['nofunction(up)', /unknown function/],
  ] as const) {
    const failed = await instant(query)
    assert.equal(failed.success, false, query)
    assert.match(failed.error ?? '', /^The metrics server answered 400: /)
    assert.match(failed.error ?? '', words)
  }

  const range = await current('metrics.query_range', { query: 'up', start: '-2m', end: 'now', step: '1s' })
  assert.ok(range.success && range.data.series[0].values.length >= 2)
  const growing = { query: '{__name__=~"shop_orders|up"}', start: '-2m', step: '1s' }
  const counted = await current('metrics.query_range', growing)
  assert.deepEqual(counted.data.counters, ['shop_orders'], 'as its exporter says')
  const changed = await current('metrics.query_range', { ...growing, changes: true })
  const rates = changed.data.changes.filter((change: { per_second?: boolean }) => change.per_second)
  assert.deepEqual(
    rates.map(({ metric }: { metric: { __name__: string } }) => metric.__name__),
    ['shop_orders'],
  )
  const wide = await current('metrics.query_range', { query: 'vector(1)', start: '-30d', step: '1s' })
  assert.ok(wide.success, wide.error)
  assert.ok(wide.data.series[0].values.length <= 242)
  assert.match(wide.message ?? '', /every 10800 s/, 'the step it was widened to is told')
})

const SERIES = [{ metric: { __name__: 'up', job: 'shop' }, values: [[NOW.getTime() / 1000 - 30, '1']] as const }]

test('the token goes with the question, and a refusal is told in the words of the server', async (t) => {
  const metrics = await startPrometheusSimulator({ series: SERIES, now: () => NOW, token: TOKEN })
  const logs = await startLokiSimulator({ streams: [], now: () => NOW, token: TOKEN })
  const errors = await startSentrySimulator({ issues: [{ id: '1', title: 'x' }], token: TOKEN })
  for (const { close } of [metrics, logs, errors]) t.after(close)
  const urls = { METRICS_URL: metrics.url, LOGS_URL: logs.url, ERRORS_URL: errors.url }
  const known = openMonitoring(t, { ...urls, METRICS_TOKEN: TOKEN, LOGS_TOKEN: TOKEN, ERRORS_TOKEN: TOKEN })
  const strange = openMonitoring(t, { ...urls, METRICS_TOKEN: 'another-token', LOGS_TOKEN: 'another-token' })
  const calls: [plugin: string, parameters: Record<string, unknown>, refusal: RegExp][] = [
    ['metrics.query', { query: 'up' }, /^The metrics server answered 401: Unauthorized/],
    ['metrics.query_range', { query: 'up' }, /^The metrics server answered 401: Unauthorized/],
    ['logs.query', { query: '{a="b"}' }, /^The log server answered 401: Unauthorized/],
    ['errors.get_issue', { issue_id: '1' }, /^The error tracker answered 401: Authentication credentials were not/],
    [
      'errors.get_issue',
      { issue_id: 'SHOP-1' },
      /^The error tracker answered 401: Authentication credentials were not/,
    ],
  ]
  for (const [plugin, parameters, refusal] of calls) {
    assert.equal((await known(plugin, parameters)).success, true, plugin)
    const { success, error } = await strange(plugin, parameters)
    assert.equal(success, false)
    assert.match(error ?? '', refusal)
  }
})

test('a server that hangs, is slow, cuts the line or breaks is told apart from one that has no data', async (t) => {
  const { url, faults, close } = await startPrometheusSimulator({ series: SERIES, now: () => NOW })
  t.after(close)
  const ask = openMonitoring(t, { METRICS_URL: url }, { timeoutSeconds: 1 })
  const query = { query: 'up' }
  const misfortunes = [
    ['hang', /took longer than 1 seconds/],
    ['cut', /could not be reached/],
    ['cut midway', /broke off its answer/],
    [{ status: 503, message: 'query timed out' }, /answered 503: query timed out/],
    [{ status: 422, message: 'too many samples' }, /answered 422: too many samples/],
  ] as const
  for (const [does, words] of misfortunes) {
    faults.add({ does })
    const { success, error } = await ask('metrics.query', query)
    assert.equal(success, false)
    assert.match(error ?? '', words)
  }
  assert.equal((await ask('metrics.query', query)).success, true, 'and afterwards it is asked again')
  faults.add({ does: 'hang' })
  const cancelled = await ask('metrics.query', query, AbortSignal.timeout(100))
  assert.equal(cancelled.error, 'The call was cancelled.')
  const gone = await startPrometheusSimulator({ series: [] })
  await gone.close()
  assert.match(
    (await openMonitoring(t, { METRICS_URL: gone.url })('metrics.query', query)).error ?? '',
    /could not be reached/,
  )
})

test('of a server that hangs one question is waited for, the next shortly, and then nobody is asked until a while has passed', async (t) => {
  const { url, faults, close } = await startPrometheusSimulator({ series: SERIES, now: () => NOW })
  t.after(close)
  let passedMs = 0
  const patience = new Patience({ shortMs: 1000, nowMs: () => performance.now() + passedMs })
  const ask = openMonitoring(t, { METRICS_URL: url }, { timeoutSeconds: 2, patience })
  const query = { query: 'up' }
  faults.add({ does: 'hang' })
  assert.match((await ask('metrics.query', query)).error ?? '', /took longer than 2 seconds/)
  faults.add({ does: 'hang' })
  assert.match((await ask('metrics.query_range', query)).error ?? '', /did not answer within 1 s/)
  assert.match((await ask('metrics.query', query)).error ?? '', /^127\.0\.0\.1:\d+ was not asked: it has just let/)
  passedMs = 31_000
  assert.equal((await ask('metrics.query', query)).success, true, 'asked again, and answered')
  faults.add({ does: 'hang' })
  assert.match(
    (await ask('metrics.query', query)).error ?? '',
    /took longer than 2 seconds/,
    'as patiently as at first',
  )
})

test('an answer that is too large, is no JSON or leads elsewhere is refused in a sentence', async (t) => {
  let leads = 0
  const elsewhere = await serve(t, (_request, response) => {
    leads += 1
    response.end('{}')
  })
  const url = await serve(t, (request, response) => {
    const [, kind = ''] = /^\/(\w+)\//.exec(request.url ?? '') ?? []
    if (kind === 'large') response.end(`{"data":"${'x'.repeat(9 * 1024 * 1024)}"}`)
    else if (kind === 'page') response.setHeader('content-type', 'text/html').end('<html>Please sign in</html>')
    else if (kind === 'empty') response.end()
    else if (kind === 'odd') response.end('{"data":{"resultType":"vector","result":7}}')
    else if (kind === 'null') response.end('null')
    else response.writeHead(302, { location: elsewhere }).end()
  })
  const words: Record<string, RegExp> = {
    large: /more than 8388608 bytes/,
    page: /answered 200: <html>Please sign in/,
    empty: /answered 200/,
    odd: /answered 200|not understood/,
    null: /answered 200|not understood/,
    redirect: /redirect, which is not followed/,
  }
  const calls = {
    METRICS_URL: ['metrics.query', { query: 'up' }],
    LOGS_URL: ['logs.query', { query: '{a="b"}' }],
    ERRORS_URL: ['errors.get_issue', { issue_id: 'SHOP-1' }],
  } as const
  for (const [kind, sentence] of Object.entries(words)) {
    for (const [setting, [plugin, parameters]] of Object.entries(calls)) {
      const { success, error } = await openMonitoring(t, { [setting]: `${url}/${kind}` })(plugin, parameters)
      assert.equal(success, false, `${plugin} ${kind}`)
      assert.match(error ?? '', sentence, `${plugin} ${kind}`)
      assert.doesNotMatch(error ?? '', /is not a function|undefined|iterable|destructure/, `${plugin} ${kind}`)
    }
  }
  assert.equal(leads, 0)
})

test('an address of the machine itself is never asked, however it is written', async (t) => {
  const addresses = [
    'http://169.254.169.254',
    'http://[::ffff:a9fe:a9fe]/',
    'http://2852039166',
    'http://metadata.google.internal',
  ]
  for (const address of [...addresses, 'file:///etc/passwd', 'http://user:pass@127.0.0.1:1']) {
    const ask = openMonitoring(t, { METRICS_URL: address, LOGS_URL: address, ERRORS_URL: address })
    for (const [plugin, parameters] of [
      ['metrics.query', { query: 'up' }],
      ['logs.query', { query: '{a="b"}' }],
      ['errors.get_issue', { issue_id: '1' }],
    ] as const) {
      const { success, error } = await ask(plugin, parameters)
      assert.equal(success, false)
      assert.match(error ?? '', /is not called|is configured/, `${plugin} ${address}`)
    }
  }
})

test('times are read as people write them, and what is no time is named', async (t) => {
  const { url, recorder, close } = await startPrometheusSimulator({ series: SERIES, now: () => NOW })
  t.after(close)
  const ask = openMonitoring(t, { METRICS_URL: url, LOGS_URL: url })
  const asked = () => new URLSearchParams(recorder.requests.at(-1)?.path.split('?')[1])
  const seconds = NOW.getTime() / 1000
  const times: [string, number][] = [
    ['now', seconds],
    ['-30m', seconds - 1800],
    ['now-1h', seconds - 3600],
    ['- 2 d', seconds - 172_800],
    [String(seconds - 5), seconds - 5],
    ['2026-03-01T11:00:00Z', seconds - 3600],
    ['2026-03-01T12:00:00+01:00', seconds - 3600],
    ['2026-03-01', seconds - 43_200],
  ]
  for (const [end, expected] of times) {
    await ask('metrics.query', { query: 'up', end })
    assert.equal(Number(asked().get('time')), expected, end)
  }
  const before = recorder.requests.length
  for (const end of [
    'soon',
    '5',
    '12',
    '-1y',
    '-9999999999999w',
    'yesterday',
    '2026-13-40',
    '1700000000000',
    '-',
    '--1h',
  ]) {
    for (const plugin of ['metrics.query', 'metrics.query_range', 'logs.query']) {
      const { success, error } = await ask(plugin, { query: '{a="b"}', end })
      assert.equal(success, false, `${plugin} ${end}`)
      assert.match(error ?? '', /^end: /, `${plugin} ${end}`)
    }
  }
  for (const step of ['0', '-5', 'fast', '0s', '1x', '1e3', 'NaN']) {
    assert.match((await ask('metrics.query_range', { query: 'up', step })).error ?? '', /^step: /, step)
  }
  for (const plugin of ['metrics.query_range', 'logs.query']) {
    const { error } = await ask(plugin, { query: '{a="b"}', start: 'now', end: '-1h' })
    assert.equal(error, 'start: must be before end')
  }
  assert.equal(recorder.requests.length, before, 'nothing was asked')
})

test('a range is never asked in more points than a reader can use', async (t) => {
  const { url, recorder, close } = await startPrometheusSimulator({ series: SERIES, now: () => NOW })
  t.after(close)
  const ask = openMonitoring(t, { METRICS_URL: url })
  for (const [start, step, expected] of [
    ['-1h', '60s', 60],
    ['-1h', '1s', 15],
    ['-7d', '30s', 2520],
    ['-1h', '10m', 600],
    ['-52w', '1s', 131_040],
  ] as const) {
    const { message } = await ask('metrics.query_range', { query: 'up', start, step })
    const asked = new URLSearchParams(recorder.requests.at(-1)?.path.split('?')[1])
    assert.equal(Number(asked.get('step')), expected, `${start} ${step}`)
    assert.ok(message)
  }
})

test('log lines come oldest first; the limit, an empty window and a bad expression are told', async (t) => {
  const at = (secondsAgo: number) => `${NOW.getTime() / 1000 - secondsAgo}000000123`
  const { url, recorder, close } = await startLokiSimulator({
    streams: [
      {
        stream: { app: 'web' },
        values: [
          [at(30), 'third'],
          [at(90), 'first'],
          [at(60), 'second'],
        ],
      },
      { stream: { app: 'api' }, values: [[at(45), 'other']] },
    ],
    now: () => NOW,
  })
  t.after(close)
  const ask = openMonitoring(t, { LOGS_URL: url })
  const { data, message } = await ask('logs.query', { query: '{app="web"}' })
  assert.deepEqual(
    data.streams[0].lines.map(({ line }: { line: string }) => line),
    ['first', 'second', 'third'],
  )
  assert.equal(data.streams[0].lines[0].at, '2026-03-01T11:58:30.000Z')
  assert.match(message ?? '', /^3 lines in 1 streams\.$/)
  const limited = await ask('logs.query', { query: '{app=~".+"}', limit: 2 })
  assert.deepEqual(
    [limited.data.lines_total, /The limit of 2 was reached; narrow/.test(limited.message ?? '')],
    [2, true],
  )
  const kept = limited.data.streams.flatMap(({ lines }: { lines: { line: string }[] }) => lines.map(({ line }) => line))
  assert.deepEqual(kept.sort(), ['other', 'third'], 'the newest are kept')
  const { data: first } = await ask('logs.query', { query: '{app="web"}', limit: 1, oldest: true })
  assert.equal(first.streams[0].lines[0].line, 'first', 'or the oldest')
  const none = await ask('logs.query', { query: '{app="none"}' })
  assert.deepEqual([none.success, none.data], [true, { streams: [], lines_total: 0 }])
  assert.match(none.message ?? '', /No lines: nothing matches/)
  const bad = await ask('logs.query', { query: '{app=' })
  assert.match(bad.error ?? '', /^The log server answered 400: .*parse error/)
  assert.ok(recorder.requests.every(({ path }) => path.startsWith('/loki/api/v1/query_range?')))
})

test('a figure over logs is a series with its own times', async (t) => {
  const at = (secondsAgo: number) => `${NOW.getTime() / 1000 - secondsAgo}000000000`
  const { url, close } = await startLokiSimulator({
    streams: [
      {
        stream: { app: 'web' },
        values: [
          [at(90), 'error'],
          [at(60), 'error'],
        ],
      },
    ],
    now: () => NOW,
  })
  t.after(close)
  const { success, data, error } = await openMonitoring(t, { LOGS_URL: url })('logs.query', {
    query: 'sum(count_over_time({app="web"}[5m]))',
    start: '-5m',
  })
  assert.ok(success, error)
  const lines: { at: string; line: string }[] = data.streams[0].lines
  assert.ok(lines.every((one) => one.at.startsWith('2026-03-01T11:5') || one.at.startsWith('2026-03-01T12:00')))
  assert.equal(lines.at(-1)?.line, '2')
})

test('figures whose times are parts of a second are read too', async (t) => {
  const result = [{ metric: { app: 'web' }, values: [[1_772_366_400.123, '7']] }]
  const url = await serve(t, (_request, response) =>
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })),
  )
  const { data, error } = await openMonitoring(t, { LOGS_URL: url })('logs.query', { query: 'rate({app="web"}[5m])' })
  assert.deepEqual(
    data?.streams,
    [{ labels: { app: 'web' }, lines: [{ at: '2026-03-01T12:00:00.123Z', line: '7' }] }],
    error,
  )
})

test('an issue is found by number and by short id, with its latest event; one that is not there is no failure', async (t) => {
  const event = { eventID: 'e1', release: { version: '1.2' } }
  const { url, recorder, close } = await startSentrySimulator({
    issues: [
      {
        id: '77',
        shortId: 'SHOP-1Q',
        title: 'TypeError: x',
        count: '12',
        firstSeen: '2026-03-01T10:00:00Z',
        latestEvent: event,
      },
      { id: '78', title: 'Without an event', count: '1', firstSeen: '2026-03-01T10:00:00Z' },
    ],
    now: () => NOW,
  })
  t.after(close)
  const ask = openMonitoring(t, { ERRORS_URL: `${url}/` })
  for (const issue_id of ['77', 'SHOP-1Q', 'shop-1q']) {
    const { success, data, message } = await ask('errors.get_issue', { issue_id })
    assert.deepEqual([success, data.issue.id, data.issue.latestEvent], [true, '77', event], issue_id)
    assert.equal(message, 'TypeError: x: seen 12 times since 2026-03-01T10:00:00Z.')
  }
  assert.equal((await ask('errors.get_issue', { issue_id: '78' })).data.issue.latestEvent, undefined)
  for (const issue_id of ['99', 'SHOP-9']) {
    const { success, data, message } = await ask('errors.get_issue', { issue_id })
    assert.deepEqual([success, data.issue, message], [true, null, `There is no issue ${issue_id}.`])
  }
  const before = recorder.requests.length
  for (const issue_id of ['../organizations', '1/events', '-A', '--as', 'a b', "'", '１', '1?x=1', '']) {
    assert.match((await ask('errors.get_issue', { issue_id })).error ?? '', /^issue_id: /, issue_id)
  }
  assert.equal(recorder.requests.length, before)
})

test('everything that bears a name is looked at, by whichever label, and what changed most comes first', async (t) => {
  const start = NOW.getTime() / 1000 - 3600
  const line = (metric: Record<string, string>, valueAt: (minute: number) => number) => ({
    metric,
    values: Array.from({ length: 61 }, (_, at) => [start + at * 60, String(valueAt(at))] as const),
  })
  const prometheus = await startPrometheusSimulator({
    now: () => NOW,
    series: [
      line({ __name__: 'queue_depth', queue: 'mail-out' }, (at) => (at < 40 ? 3 : 900)),
      line({ __name__: 'worker_threads', service: 'mail-out' }, () => 8),
      line({ __name__: 'queue_depth', queue: 'invoices' }, (at) => (at < 40 ? 3 : 900)),
    ],
  })
  t.after(() => prometheus.close())
  const ask = openMonitoring(t, { METRICS_URL: prometheus.url })
  const { data } = await ask('metrics.query_range', { query: 'mail-out', by_name: true, changes: true })
  const changes = data.changes.map(({ metric, from, to }: Record<string, { __name__: string }>) => [
    metric?.__name__,
    from,
    to,
  ])
  assert.deepEqual(changes, [
    ['queue_depth', 3, 900],
    ['worker_threads', 8, 8],
  ])
})

test('logs of everything that bears a name are read, by whichever label', async (t) => {
  const at = `${NOW.getTime() - 60_000}000000`
  const loki = await startLokiSimulator({
    now: () => NOW,
    streams: [
      { stream: { unit: 'mail-out.service', host: 'box-1' }, values: [[at, 'sent']] },
      { stream: { host: 'box-2' }, values: [[at, 'other']] },
    ],
  })
  t.after(() => loki.close())
  const ask = openMonitoring(t, { LOGS_URL: loki.url })
  const { data } = await ask('logs.query', { query: 'mail-out', by_name: true })
  assert.deepEqual(
    data.streams.map(({ labels }: { labels: object }) => labels),
    [{ unit: 'mail-out.service', host: 'box-1' }],
  )
  const again = await Promise.all(data.asked.map((query: string) => ask('logs.query', { query })))
  assert.ok(again.length > 0)
  for (const one of again) assert.deepEqual(one.data.streams, data.streams)
})
