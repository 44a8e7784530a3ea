import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMentions } from './subject.ts'

test('a word with its name after it is read, whatever stands between them', () => {
  assert.deepEqual(readMentions('pod: web-0 in namespace "shop"', {}), { pod: 'web-0', namespace: 'shop' })
  assert.deepEqual(readMentions('service=cart is slow on node worker-1', {}), { service: 'cart', node: 'worker-1' })
  assert.deepEqual(readMentions('table `orders` of database shop', {}), { table: 'orders', database: 'shop' })
})

test('several of a kind are not one of that name', () => {
  assert.deepEqual(readMentions('2 evicted pods in namespace ci', {}), { namespace: 'ci' })
  assert.deepEqual(readMentions('many services and nodes suffer, all jobs wait', {}), {})
})

test('what a label has said already is not looked for in the text', () => {
  assert.deepEqual(readMentions('pod other-0', { pod: 'web-0' }), {})
})

test('a database and a table are named before or after what they are, and a verb is no name', () => {
  const said: [text: string, named: object][] = [
    ['table orders is bloated in the billing database', { database: 'billing', table: 'orders' }],
    ['Queries against the database hang', {}],
    ['Sessions wait for locks in the shop database', { database: 'shop' }],
    ['the users table is locked', { table: 'users' }],
    ['database "billing" is slow', { database: 'billing' }],
  ]
  for (const [text, { database, table }] of said as [string, { database?: string; table?: string }][]) {
    const named = readMentions(text, {})
    assert.deepEqual([named.database, named.table], [database, table], text)
  }
})

test('what only looks like a name is none: a port after a host, a thing a node does', () => {
  assert.deepEqual(readMentions('telemetry-db:9100 is down after the node swap', {}), {})
})

test('versions, dates, commits and English words are no names, and the name behind them is found', () => {
  for (const text of [
    'Last deploy: 2.31.0',
    'deployment v1.4.2-rc1 is out',
    'Deploy 8f3e2c1a done',
    'Users DB may be slow, check postgres first',
    'the database might be overloaded',
    'Elasticsearch Healthy Data Nodes (instance logs)',
    'the service should recover',
    'node pressure and pod evictions',
  ])
    assert.deepEqual(readMentions(text, {}), {}, text)
  assert.deepEqual(readMentions('Node pool is old: node worker-7 drains', {}), { node: 'worker-7' })
  assert.deepEqual(readMentions('node 10.0.3.4 is not ready', {}), { node: '10.0.3.4' })
})
