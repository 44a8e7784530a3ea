import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whomNoteMeans } from './heed-note.ts'

const THINGS = [
  { kind: 'Deployment', namespace: 'shop', name: 'web' },
  { kind: 'Deployment', namespace: 'shop', name: 'payments-api' },
  { kind: 'Deployment', namespace: 'shop', name: 'orders' },
  { kind: 'StatefulSet', namespace: 'data', name: 'orders-db' },
  { kind: 'Node', name: 'worker-7' },
  { kind: 'Service', namespace: 'shop', name: 'hermes', description: 'Sends newsletters and invoices by mail.' },
]
const meant = (note: string) => whomNoteMeans(note, THINGS).map(({ thing: { name }, why }) => [name, why])

test('who is called by name is meant, also at the end of a sentence and amid another script', () => {
  assert.deepEqual(meant('I rather think it is orders-db.'), [['orders-db', 'the note names it']])
  assert.deepEqual(meant('请看一下worker-7这台机器'), [['worker-7', 'the note names it']])
  assert.deepEqual(meant('web and orders'), [
    ['web', 'the note names it'],
    ['orders', 'the note names it'],
  ])
})

test('a part of a name is enough where nobody bears the whole, and an everyday word is none', () => {
  assert.deepEqual(meant('something about payments'), [['payments-api', 'the note says "payments"']])
  assert.deepEqual(meant('please check the api again'), [])
})

test('words that stand for somebody lead there, in English and Chinese, by name or by what people told us', () => {
  assert.deepEqual(meant('下单很慢'), [
    ['orders', 'the note speaks of orders'],
    ['orders-db', 'the note speaks of orders'],
  ])
  const [[name, why] = []] = meant('customers get no e-mail')
  assert.equal(name, 'hermes')
  assert.match(why ?? '', /the environment context says of it what the note speaks of: mail/)
})

test('a note that means nobody here leads nowhere', () => {
  assert.deepEqual(meant('Look at the moon phase.'), [])
})
