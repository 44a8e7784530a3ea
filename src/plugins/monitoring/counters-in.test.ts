import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metrics, MetricsAnswer } from '../../ports/metrics.ts'
import { countersIn } from './counters-in.ts'

const KINDS = new Map([
  ['pg_stat_database_xact_commit', 'counter'],
  ['queue_length', 'gauge'],
])

async function found(query: string, series: readonly (readonly [name: string | undefined, figures: number[]])[]) {
  const asked: string[] = []
  const kindsOf: Metrics['kindsOf'] = async (names) => {
    asked.push(...names)
    return KINDS
  }
  const answer: MetricsAnswer = {
    series: series.map(([name, figures]) => ({
      metric: name === undefined ? {} : { __name__: name },
      values: figures.map((figure, at) => [at * 60, String(figure)] as const),
    })),
    warnings: [],
  }
  const metrics = { kindsOf } as Metrics
  return { asked, counters: [...(await countersIn(answer, query, { metrics, signal: AbortSignal.timeout(60_000) }))] }
}

test('what grows is a counter where the server says so, whatever its name', async () => {
  const { asked, counters } = await found('{datname="shop"}', [
    ['pg_stat_database_xact_commit', [900, 960, 5, 80]],
    ['queue_length', [1, 4, 9, 30]],
    ['http_requests_total', [1, 2, 3]],
    ['connections', [3, 2, 4]],
  ])
  assert.deepEqual(asked, ['pg_stat_database_xact_commit', 'queue_length'], 'only of what might be one')
  assert.deepEqual(counters, ['pg_stat_database_xact_commit'])
})

test('what was gathered from counters is told by the question', async () => {
  const { counters } = await found('sum(pg_stat_database_xact_commit{datname="queue_length"})', [
    [undefined, [900, 960, 990]],
  ])
  assert.deepEqual(counters, ['pg_stat_database_xact_commit'])
})

test('nobody is asked where nothing grows', async () => {
  const { asked } = await found('up', [['up', [1, 1, 1]]])
  assert.deepEqual(asked, [])
})
