import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstLine, groupTitleOf, oneLine } from './title.ts'

const podIsGone = {
  name: 'KubePodCrashLooping',
  labels: { namespace: 'shop', pod: 'cart-1' },
  annotations: { summary: 'Pod is crash looping.' },
}

test('a summary is completed by the object it concerns', () => {
  assert.equal(groupTitleOf(podIsGone, 0), 'Pod is crash looping (shop/cart-1)')
})

test('a summary that names its object is left as it is', () => {
  assert.equal(groupTitleOf({ ...podIsGone, annotations: { summary: 'cart-1 restarts' } }, 0), 'cart-1 restarts')
})

test('without a summary the title is the name of the alert and its object', () => {
  assert.equal(groupTitleOf({ ...podIsGone, annotations: {} }, 0), 'KubePodCrashLooping: shop/cart-1')
  assert.equal(groupTitleOf({ name: 'Watchdog', labels: {}, annotations: {} }, 0), 'Watchdog')
})

test('a table is named with its database, a machine without a namespace', () => {
  const bloat = { name: 'TableBloat', labels: { datname: 'shop', relname: 'orders', namespace: 'x' }, annotations: {} }
  assert.equal(groupTitleOf(bloat, 0), 'TableBloat: shop/orders')
  const disk = { name: 'DiskFull', labels: { instance: 'web-1:9100', namespace: 'monitoring' }, annotations: {} }
  assert.equal(groupTitleOf(disk, 0), 'DiskFull: web-1:9100')
})

test('a group says how many alerts stand behind the first, however long that one is', () => {
  assert.equal(groupTitleOf(podIsGone, 12), 'Pod is crash looping (shop/cart-1) and 12 more')
  const long = groupTitleOf({ ...podIsGone, annotations: { summary: 'x'.repeat(500) } }, 12)
  assert.equal(long.length, 200)
  assert.match(long, /… and 12 more$/)
})

test('a title is one line of at most 200 characters, cut between characters', () => {
  assert.equal(oneLine(' a\n\tb\u0007\u202Ec  d '), 'a b c d')
  assert.equal(oneLine(`${' '.repeat(5000)}late`), 'late')
  const cut = oneLine('😀'.repeat(300))
  assert.ok(cut.length <= 200 && cut.isWellFormed() && cut.endsWith('…'))
})

test('the first line with a word in it opens the title', () => {
  assert.equal(firstLine('\n----\n🔥🔥\r\nCheckout fails\nfor all'), 'Checkout fails')
  assert.equal(firstLine('🔥'), '🔥')
})
