import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type LokiOptions, startLokiSimulator } from './loki-simulator.ts'

const MINUTE = 60_000_000_000n
const NOW = new Date('2026-01-01T12:00:00Z')
const START = BigInt(NOW.getTime() - 600_000) * 1_000_000n

const STREAMS: LokiOptions['streams'] = [
  stream('a', ['INFO start', 'ERROR pool exhausted after 30s', 'ERROR timeout', 'level=warn msg="slow query" ms=900']),
  stream('b', ['INFO start', '{"level":"error","http":{"status":500}}']),
]

test('lines are chosen by labels and filters, newest first over all streams', async (t) => {
  const ask = await start(t)
  assert.deepEqual(await linesOf(ask, '{app="shop"} |= "ERROR"'), ['ERROR timeout', 'ERROR pool exhausted after 30s'])
  assert.deepEqual(await linesOf(ask, '{app="shop"} |= "ERROR" != "timeout"'), ['ERROR pool exhausted after 30s'])
  assert.deepEqual(await linesOf(ask, '{pod=~"a|c"} |~ "(?i)error.*\\\\d+s"'), ['ERROR pool exhausted after 30s'])
  assert.deepEqual(await linesOf(ask, '{app="shop",pod!="a"} !~ "level"'), ['INFO start'])
  assert.deepEqual(await linesOf(ask, '{app="shop"} | json | http_status >= 500'), [
    '{"level":"error","http":{"status":500}}',
  ])
  assert.deepEqual(await linesOf(ask, '{app="shop"} | logfmt | level="warn"'), ['level=warn msg="slow query" ms=900'])
  assert.deepEqual(await linesOf(ask, '{app="nobody"}'), [])
})

test('the limit takes the newest lines, and forward the oldest', async (t) => {
  const ask = await start(t)
  assert.deepEqual(await linesOf(ask, '{pod="a"}', '&limit=1'), ['level=warn msg="slow query" ms=900'])
  assert.deepEqual(await linesOf(ask, '{pod="a"}', '&limit=2&direction=forward'), [
    'INFO start',
    'ERROR pool exhausted after 30s',
  ])
})

test('the range begins with its start and ends before its end', async (t) => {
  const ask = await start(t)
  const span = (from: bigint, to: bigint) => `&start=${START + from * MINUTE}&end=${START + to * MINUTE}`
  assert.deepEqual(await linesOf(ask, '{pod="a"}', span(1n, 2n)), ['ERROR pool exhausted after 30s'])
})

test('lines are counted over time', async (t) => {
  const ask = await start(t)
  const query = encodeURIComponent('sum by (pod) (count_over_time({app="shop"}[1h]))')
  const { body } = await ask(`/loki/api/v1/query?query=${query}&time=${NOW.getTime() / 1000}`)
  assert.deepEqual(
    body.data.result.map(({ metric, value }: Point) => [metric.pod, value[1]]),
    [
      ['a', '4'],
      ['b', '2'],
    ],
  )
})

type Point = { metric: Record<string, string>; value: [number, string] }

const WRONG: Record<string, RegExp> = {
  '{app="shop"': /^parse error at line 1, col 12: syntax error: unexpected \$end, expecting } or ,\n$/,
  '{app=shop}': /^parse error at line 1, col 6: syntax error: unexpected IDENTIFIER, expecting STRING\n$/,
  '{app=~".*"}': /^queries require at least one regexp or equality matcher/,
  'app="shop"': /^parse error at line 1, col 1: syntax error: unexpected IDENTIFIER/,
  '{app="shop"} |~ "("': /error parsing regexp/,
}

test('what cannot be read is refused in plain text', async (t) => {
  const ask = await start(t)
  for (const [query, words] of Object.entries(WRONG)) {
    const { status, text } = await ask(`/loki/api/v1/query_range?query=${encodeURIComponent(query)}`)
    assert.equal(status, 400, query)
    assert.match(text, words)
  }
  const { text } = await ask(`/loki/api/v1/query_range?limit=9999&query=${encodeURIComponent('{app="shop"}')}`)
  assert.equal(text, 'max entries limit per query exceeded, limit > max_entries_limit_per_query (9999 > 5000)\n')
})

test('without its token nobody reads', async (t) => {
  const ask = await start(t, { token: 'right' })
  assert.equal((await ask('/loki/api/v1/labels')).status, 401)
})

function stream(pod: string, lines: string[]): LokiOptions['streams'][number] {
  return { stream: { app: 'shop', pod }, values: lines.map((line, at) => [String(START + BigInt(at) * MINUTE), line]) }
}

type Ask = Awaited<ReturnType<typeof start>>

async function start(t: TestContext, options: Partial<LokiOptions> = {}) {
  const simulator = await startLokiSimulator({ streams: STREAMS, now: () => NOW, ...options })
  t.after(() => simulator.close())
  return async (path: string) => {
    const response = await fetch(simulator.url + path)
    const text = await response.text()
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
}

async function linesOf(ask: Ask, query: string, parameters = ''): Promise<string[]> {
  const { body, text } = await ask(`/loki/api/v1/query_range?query=${encodeURIComponent(query)}${parameters}`)
  assert.equal(body?.status, 'success', text)
  return body.data.result.flatMap(({ values }: { values: [string, string][] }) => values.map(([, line]) => line))
}
