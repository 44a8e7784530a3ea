import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMentions } from './subject-mentions.ts'

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
