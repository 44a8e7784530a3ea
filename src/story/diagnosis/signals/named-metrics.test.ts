import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from '../subject.ts'
import { metricsNamedIn } from './promql.ts'

function namedIn(text: string, more: Partial<Subject> = {}): string[] {
  const bare = { alertName: 'MetricAbsent', labels: {}, severityWord: '', startedAt: undefined, isResolved: false }
  return metricsNamedIn({ ...bare, fromText: [], text, ...more })
}

test('the metrics of the query that fired come first', () => {
  const expressions = ['absent(job:orders:rate5m) or absent(orders_created_total{shop_id="a"})']
  assert.deepEqual(namedIn('No data', { expressions }), ['job:orders:rate5m', 'orders_created_total'])
})

test('a marked word and a word that ends as metrics do are metrics', () => {
  assert.deepEqual(namedIn('No data of `checkout_orders` since noon'), ['checkout_orders'])
  assert.deepEqual(namedIn('metric "billing_runs" is absent'), ['billing_runs'])
  assert.deepEqual(namedIn('batch_last_success_timestamp is absent for 2 h'), ['batch_last_success_timestamp'])
})

test('hosts with ports, pairs, printed labels, addresses and other words with underscores are none', () => {
  for (const text of [
    'Missing data\n  VALUE = 2\n  LABELS = map[cluster:logs namespace:search job_name:backup_total]',
    'target prometheus.monitoring:9090 does not answer',
    'see http://grafana:3000/d/orders_total?var-x=queue_size',
    'No data for {pod_name="web_total"}',
    'snake_case words and user_id=7 and env:prod_eu are nothing',
    '/var/lib/data_size.txt',
  ])
    assert.deepEqual(namedIn(text), [], text)
})
