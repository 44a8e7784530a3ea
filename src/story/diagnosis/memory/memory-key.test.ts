import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { askedKey, keptKey } from './remembered.ts'

const subjectOf = (labels: Record<string, string>) => askedKey(incidentOf({ alertname: 'Trouble', ...labels })).subject

test('pods of one workload are one subject, whoever made them', () => {
  const pods = ['web-7d4f9c8b54-vq8xm', 'web-66c5d7f9bb-zz2tk', 'web-0', 'web-12', 'web-x7k2p']
  for (const pod of pods) assert.equal(subjectOf({ namespace: 'shop', pod }), 'shop/web', pod)
  assert.equal(subjectOf({ namespace: 'shop', deployment: 'web', pod: 'exporter-1' }), 'shop/web')
  assert.equal(subjectOf({ namespace: 'shop', pod: 'checkout-front' }), 'shop/checkout-front')
})

test('databases, nodes and claims are subjects of their own', () => {
  assert.equal(subjectOf({ datname: 'orders', relname: 'items', pod: 'pg-exporter-0' }), 'database orders.items')
  assert.equal(subjectOf({ node: 'n-1' }), 'node n-1')
  assert.equal(subjectOf({ namespace: 'shop', persistentvolumeclaim: 'data-0' }), 'claim shop/data-0')
})

test('an alert asks with few words and is kept with more, those of the conclusion too', () => {
  const incident = incidentOf({ alertname: 'CheckoutLatencyHigh' }, 'p99 is 4.2 s for 10 minutes')
  const asked = askedKey(incident)
  assert.deepEqual(asked.words.slice(0, 3), ['checkout', 'latency', 'high'])
  const { words, alertName, subject } = keptKey(incident, 'The connection pool is exhausted.')
  assert.deepEqual([alertName, subject], [asked.alertName, asked.subject])
  for (const word of [...asked.words, 'pool', 'exhausted']) assert.ok(words.includes(word), word)
  assert.ok(!words.some((word) => /\d/.test(word) || word === 'the'))
})

test('however long an alert is, what is kept of it has bounds', () => {
  const incident = incidentOf({ alertname: 'x'.repeat(5_000), node: 'n'.repeat(5_000) }, 'word '.repeat(50_000))
  const { alertName, subject, words } = keptKey(incident, 'different words here '.repeat(10_000))
  assert.ok(alertName.length <= 200 && subject.length <= 200 && words.length <= 80)
})
