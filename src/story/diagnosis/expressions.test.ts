import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expressionsIn, metricsOf } from './expressions.ts'

test('the query that fired is read out of the page it leads to, or out of an annotation', () => {
  const generatorURL = 'http://prometheus.monitoring:9090/graph?g0.expr=absent%28orders_total%29&g0.tab=1'
  assert.deepEqual(expressionsIn({ labels: {}, annotations: { generatorURL } }), ['absent(orders_total)'])
  assert.deepEqual(expressionsIn({ labels: {}, annotations: { expr: 'up == 0' } }), ['up == 0'])
  const broken = { generatorURL: 'http://prometheus:9090/graph?g0.expr=%E0%A4%A' }
  assert.deepEqual(expressionsIn({ labels: {}, annotations: broken }), [])
})

test('metrics are told from functions, labels, values and durations', () => {
  const said: [expression: string, metrics: string[]][] = [
    ['sum by (job_name, pod) (rate(orders_total{shop_id="a_b"}[5m])) > 0', ['orders_total']],
    ['absent_over_time(job:latency:p99{a="x"}[10m])', ['job:latency:p99']],
    ['queue_depth / on (queue_name) group_left (team_name) queue_limit_max', ['queue_depth', 'queue_limit_max']],
    ['vector(1)', []],
    ['count_over_time(up[5m])', []],
  ]
  for (const [expression, metrics] of said) assert.deepEqual(metricsOf(expression), metrics, expression)
})
