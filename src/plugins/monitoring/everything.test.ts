import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metrics, MetricsAnswer } from '../../ports/metrics.ts'
import { everySeries, tellingLines } from './everything.ts'

const RANGE = { start: '0', end: '3600', step: '60' }

function answer(entries: readonly (readonly [name: string, value: number])[]): MetricsAnswer {
  return {
    series: entries.map(([name, value]) => ({ metric: { __name__: name }, values: [[3600, String(value)] as const] })),
    warnings: [],
  }
}

function server(counts: readonly (readonly [string, number])[]) {
  const asked: string[] = []
  const metrics: Metrics = {
    isConfigured: async () => true,
    labelNames: async () => [],
    kindsOf: async () => new Map(),
    query: async () => answer(counts),
    queryRange: async (query) => {
      asked.push(query)
      return answer([])
    },
  }
  return { asked, metrics }
}

test('everything is looked at in figures of few things, and what is left out is said', async () => {
  const { asked, metrics } = server([
    ['http_requests_total', 40_000],
    ['fan_speed', 3],
    ['tunnel_mtu', 2],
  ])
  const { warnings } = await everySeries(RANGE, { metrics, signal: AbortSignal.timeout(60_000) })
  assert.deepEqual(asked, ['{__name__=~"tunnel_mtu|fan_speed"}'])
  assert.deepEqual(warnings, ['1 figures with more series than can be looked at were left out'])
})

test('a server with figures without end is asked for no more than three thousand series', async () => {
  const { asked, metrics } = server(Array.from({ length: 20_000 }, (_, at) => [`figure_${at}`, 10] as const))
  await everySeries(RANGE, { metrics, signal: AbortSignal.timeout(60_000) })
  const names = asked.flatMap((query) => query.match(/figure_\d+/g) ?? [])
  assert.equal(names.length, 300)
})

test('of everybody only the lines that complain or tell of a change are read, by labels that are there', () => {
  const queries = tellingLines(['host', 'unit', 'colour'])
  assert.deepEqual(
    queries.map((query) => query.slice(0, query.indexOf('}') + 1)),
    ['{host=~".+"}', '{unit=~".+"}'],
  )
  assert.match(queries[0] ?? '', /\|~ "\(\?i\)\(error\|/)
})
