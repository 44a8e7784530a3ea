/** The pretend Prometheus is held to the real one from Debian: the same series, the same questions, the same answers. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { startDaemon, temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'
import { freePort } from '../world/free-port.ts'
import { PROMETHEUS } from '../world/prometheus.ts'
import { type GivenSeries, startPrometheusSimulator } from '../world/prometheus-simulator.ts'

const run = promisify(execFile)

const START = 1_767_225_600
const MINUTES = 40
// Between two samples, because a range began with its first instant until version 3 and begins after it since.
const NOW = START + 30 * 60 + 30

const SERIES: GivenSeries[] = [
  series({ __name__: 'http_requests_total', service: 'shop', code: '500' }, (minute) => minute ** 2),
  series({ __name__: 'http_requests_total', service: 'shop', code: '200' }, (minute) => minute * 90),
  series({ __name__: 'http_requests_total', service: 'cart', code: '200' }, (minute) =>
    minute < 20 ? minute * 7 : (minute - 20) * 7,
  ),
  series({ __name__: 'pool_in_use', pod: 'a' }, (minute) => 40 + (minute % 7)),
  series({ __name__: 'pool_in_use', pod: 'b' }, (minute) => minute * 2.5),
  series({ __name__: 'pool_size', pod: 'a', zone: 'x' }, () => 50),
  series({ __name__: 'pool_size', pod: 'b', zone: 'y' }, () => 100),
  series({ __name__: 'gone' }, (minute) => (minute < 20 ? 1 : undefined)),
]

const QUESTIONS = [
  'pool_in_use',
  'pool_in_use{pod="a"}',
  'pool_in_use{pod!="a"}',
  'pool_in_use{pod=~"a|c"}',
  'pool_in_use{pod!~".+"}',
  '{__name__=~"pool_.*",pod="a"}',
  'nobody_wrote_this',
  'gone',
  'pool_in_use offset 10m',
  'pool_in_use[3m]',
  'rate(http_requests_total[5m])',
  'increase(http_requests_total{service="cart"}[20m])',
  'irate(http_requests_total[5m])',
  'delta(pool_in_use[10m])',
  'deriv(pool_in_use[10m])',
  'predict_linear(pool_in_use[10m], 600)',
  'changes(pool_in_use[10m])',
  'resets(http_requests_total[30m])',
  'avg_over_time(pool_in_use[10m])',
  'max_over_time(pool_in_use[10m])',
  'quantile_over_time(0.9, pool_in_use[10m])',
  'stddev_over_time(pool_in_use[10m])',
  'last_over_time(gone[30m])',
  'sum(http_requests_total)',
  'sum by (service) (rate(http_requests_total[5m]))',
  'sum(rate(http_requests_total[5m])) without (code)',
  'count(http_requests_total) by (code)',
  'topk(1, pool_in_use)',
  'quantile(0.5, pool_in_use)',
  'pool_in_use > 50',
  'pool_in_use > bool 50',
  '50 < pool_in_use',
  'pool_in_use / on(pod) pool_size',
  'pool_in_use * on(pod) group_left(zone) pool_size',
  'pool_in_use / ignoring(zone) pool_size > 0.5',
  'sum(rate(http_requests_total{code=~"5.."}[5m])) / sum(rate(http_requests_total[5m])) * 100',
  'pool_in_use and on(pod) pool_size{zone="x"}',
  'pool_in_use unless on(pod) pool_size{zone="x"}',
  'pool_in_use{pod="a"} or pool_in_use{pod="b"}',
  'absent(nobody_wrote_this{job="x"})',
  'absent(pool_in_use)',
  'round(pool_in_use / 3, 0.5)',
  'clamp_max(pool_in_use, 42)',
  '-pool_in_use',
  '2 ^ 3 ^ 2',
  '1 + 2 * 3',
  'scalar(pool_in_use{pod="a"})',
  'vector(1)',
  'pool_in_use / 0',
  '"a text"',
]

const WRONG = [
  '',
  'sum(',
  'sum(pool_in_use',
  'pool_in_use{',
  'pool_in_use{pod}',
  'pool_in_use{pod=a}',
  'pool_in_use)',
  'foo(pool_in_use)',
  'rate(pool_in_use)',
  'abs(pool_in_use[5m])',
  'pool_in_use[5]x',
  'pool in use',
  'pool_in_use[abc]',
  '{}',
  'pool_in_use{pod="a',
  'pool_in_use ! 3',
  'sum(pool_in_use)[5m]',
]

const RANGES = [
  `query=pool_in_use&start=${START}&end=${START + 600}&step=60`,
  `query=sum(rate(http_requests_total[5m]))&start=${START + 630}&end=${START + 1230}&step=2m`,
  `query=gone&start=${START}&end=${NOW}&step=5m`,
  `query=1&start=${START}&end=${START + 120}&step=1m`,
  `query=pool_in_use&start=${START}&end=${START - 1}&step=60`,
  `query=pool_in_use&start=${START}&end=${NOW}&step=0`,
  `query=pool_in_use&start=${START}&end=${NOW}&step=-5`,
  `query=pool_in_use&start=${START}&end=${NOW}&step=often`,
  `query=pool_in_use&start=${START}&end=${NOW}`,
  `query=pool_in_use&start=yesterday&end=${NOW}&step=60`,
  `query=pool_in_use&start=0&end=${NOW}&step=60`,
  `query=pool_in_use[5m]&start=${START}&end=${NOW}&step=60`,
]

/** Same status and same kind of error; here the words differ in what they expected. */
const OWN_WORDS = [
  'pool_in_use[5]x',
  'pool_in_use[abc]',
  'pool_in_use ! 3',
  'pool_in_use{',
  'sum(pool_in_use)[5m]',
  'sum(',
]

test('the pretend Prometheus answers as the real one', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  const real = await startLoaded(t)
  const simulator = await startPrometheusSimulator({ series: SERIES })
  t.after(() => simulator.close())
  const compare = async (path: string, withWords = true) => {
    const [expected, answered] = await Promise.all([ask(real, path), ask(simulator.url, path)])
    assert.deepEqual(comparable(answered, withWords), comparable(expected, withWords), path)
  }
  for (const question of QUESTIONS) await compare(`/api/v1/query?time=${NOW}&query=${encodeURIComponent(question)}`)
  for (const question of WRONG)
    await compare(`/api/v1/query?query=${encodeURIComponent(question)}`, !OWN_WORDS.includes(question))
  for (const range of RANGES) await compare(`/api/v1/query_range?${range}`)
  const span = `start=${START}&end=${NOW}`
  await compare(`/api/v1/labels?${span}`)
  await compare(`/api/v1/label/pod/values?${span}`)
  await compare(`/api/v1/series?${span}&match[]=pool_in_use`)
  await compare('/api/v1/series')
})

function series(metric: GivenSeries['metric'], valueAt: (minute: number) => number | undefined): GivenSeries {
  const values = Array.from({ length: MINUTES }, (_, minute) => [START + minute * 60, valueAt(minute)] as const)
  return {
    metric,
    values: values.flatMap(([time, value]) => (value === undefined ? [] : [[time, String(value)] as const])),
  }
}

/** The series are written as blocks, so that their times are the test's own. */
async function startLoaded(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t, 'prometheus')
  const [data, file, configuration] = ['data', 'series.txt', 'prometheus.yml'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(file, openMetrics())
  await writeFile(configuration, 'global: {}\n')
  await run('/usr/bin/promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, data])
  const address = `127.0.0.1:${await freePort()}`
  const storage = [`--storage.tsdb.path=${data}`, '--storage.tsdb.retention.time=100y']
  await startDaemon(t, {
    command: PROMETHEUS,
    args: [`--config.file=${configuration}`, ...storage, `--web.listen-address=${address}`],
    readyUrl: `http://${address}/-/ready`,
  })
  return `http://${address}`
}

function openMetrics(): string {
  const lines = SERIES.flatMap(({ metric: { __name__, ...labels }, values }) => {
    const inBraces = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    return values.map(([time, value]) => `${__name__}{${inBraces.join(',')}} ${value} ${time}`)
  })
  return `${lines.join('\n')}\n# EOF\n`
}

type Answered = {
  status: number
  type: string | null
  body: { errorType?: string; error?: string; data?: { result?: unknown[] } }
}

async function ask(url: string, path: string): Promise<Answered> {
  const response = await fetch(url + path)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: JSON.parse(await response.text()),
  }
}

/** In a fixed order, and to nine digits: sums in another order differ in the last ones. */
function comparable({ status, type, body }: Answered, withWords: boolean): unknown {
  if (!withWords) return { status, type, errorType: body.errorType }
  const rounded = JSON.parse(JSON.stringify(body), (_key, value) =>
    isNumber(value) ? Number(Number(value).toPrecision(9)) : value,
  )
  if (Array.isArray(rounded.data?.result) && typeof rounded.data.result[0] === 'object')
    rounded.data.result.sort(byText)
  return { status, type, body: rounded }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value))
}

function byText(one: { metric: object }, other: { metric: object }): number {
  const key = ({ metric }: { metric: object }) => JSON.stringify(Object.entries(metric).sort())
  return key(one) < key(other) ? -1 : 1
}
