import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellingRank, tieOfObject, tiesOf } from './ties.ts'

test('labels tie an alert to its node, its workload and its pod, and never by words of its text', () => {
  const labels = { alertname: 'PodNotReady on node-9', node: 'node-1', namespace: 'shop', pod: 'web-5d7f8b9c4d-x2x4z' }
  assert.deepEqual(tiesOf(labels), [
    'node node-1',
    'workload shop/web',
    'pod shop/web-5d7f8b9c4d-x2x4z',
    'namespace shop',
  ])
})

test('a service without a namespace is named by itself, a database by its name', () => {
  assert.deepEqual(tiesOf({ service: 'checkout' }), ['service checkout'])
  assert.deepEqual(tiesOf({ datname: 'orders', severity: 'high' }), ['database orders'])
  assert.deepEqual(tiesOf({ alertname: 'Something' }), [])
})

test('an instance ties to its machine, whichever port was asked, and not to who measures others', () => {
  assert.deepEqual(tiesOf({ instance: '10.0.0.5:9100', job: 'node-exporter' }), ['host 10.0.0.5'])
  assert.deepEqual(tiesOf({ instance: 'https://shop.example:8443/health' }), ['host shop.example'])
  assert.deepEqual(tiesOf({ host: 'db-3', instance: '[fd00::5]:9187' }), ['host db-3', 'host [fd00::5]'])
  assert.deepEqual(tiesOf({ instance: '10.244.1.7:8080', job: 'kube-state-metrics', node: 'node-1' }), ['node node-1'])
  assert.deepEqual(tiesOf({ instance: 'the third one' }), [])
})

test('whoever measured is not who is meant, unless nobody else is named', () => {
  const measured = {
    namespace: 'monitoring',
    pod: 'kube-state-metrics-6d8f7c9b54-x2lqp',
    service: 'kube-state-metrics',
  }
  assert.deepEqual(tiesOf({ ...measured, node: 'node-1' }), ['node node-1', 'namespace monitoring'])
  assert.equal(tellingRank(tiesOf({ ...measured, node: 'node-1' })), tellingRank(['node node-1']))
  assert.deepEqual(tiesOf({ ...measured, namespace: 'shop', deployment: 'web' }), [
    'workload shop/web',
    'namespace shop',
  ])
  assert.ok(tiesOf(measured).includes('workload monitoring/kube-state-metrics'))
})

test('a node tells more than a database, and that more than a namespace', () => {
  const ranks = [{ node: 'a' }, { datname: 'b' }, { namespace: 'c', app: 'd' }, { namespace: 'c' }, {}].map((labels) =>
    tellingRank(tiesOf(labels as Record<string, string>)),
  )
  assert.deepEqual(
    ranks,
    ranks.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(ranks).size, ranks.length)
})

test('the object of a cause is tied as the labels of an alert about it are', () => {
  assert.equal(tieOfObject('Node worker-1'), tiesOf({ node: 'worker-1' })[0])
  assert.equal(tieOfObject('Database orders'), tiesOf({ datname: 'orders' })[0])
  assert.equal(tieOfObject('Pod shop/web-5d7f8b9c4d-x2x4z'), 'workload shop/web')
  assert.equal(tieOfObject('Session pid 12'), undefined)
})
