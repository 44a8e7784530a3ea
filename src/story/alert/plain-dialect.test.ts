import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertContext, readAlert } from './read-alert.ts'

const throughApi: AlertContext = { senderIsAlertBot: false, via: 'api' }
const byMonitor: AlertContext = { senderIsAlertBot: false, via: 'monitor' }

function read(body: object, context = throughApi) {
  return readAlert(body, context)
}

test('a message alone is an alert', () => {
  const message = 'Checkout fails\nsince noon, errors everywhere'
  const alert = read({ message })
  const key = alert.fingerprint
  assert.match(key, /^[\da-f]{32}$/)
  assert.deepEqual(alert, {
    dialect: 'plain',
    state: 'firing',
    title: 'Checkout fails',
    description: message,
    severity: 'high',
    category: 'other',
    source: 'api',
    fingerprint: key,
    members: [{ key, state: 'firing', severity: 'high', name: 'Checkout fails', labels: {}, annotations: {} }],
    joinKeys: [key],
    reportsClearing: false,
    message,
    senderId: '',
    chatId: '',
    labels: {},
    metadata: {},
  })
})

test('sender, chat and time are kept, and a time that cannot be read is left out', () => {
  const body = { message: 'x', sender_id: 'ou_bot', chat_id: 'oc_ops', timestamp: '2026-09-17T11:04:00Z' }
  const { senderId, chatId, sentAt } = read(body)
  assert.deepEqual(
    { senderId, chatId, sentAt },
    { senderId: 'ou_bot', chatId: 'oc_ops', sentAt: '2026-09-17T11:04:00.000Z' },
  )
  assert.equal('sentAt' in read({ ...body, timestamp: 'just now' }), false)
})

test('severity and category come from the metadata first', () => {
  const { severity, category } = read({ message: 'redis: critical', metadata: { severity: 'P3', datname: 'shop' } })
  assert.deepEqual({ severity, category }, { severity: 'medium', category: 'database' })
})

test('a stated severity outside the vocabulary is read as text, and one that is no text states nothing', () => {
  assert.equal(read({ message: 'x', metadata: { severity: '高' } }).severity, 'high')
  assert.equal(read({ message: 'x', metadata: { severity: 'Critical alert' } }).severity, 'critical')
  assert.equal(read({ message: 'a warning', metadata: { severity: 'banana' } }).severity, 'warning')
  assert.equal(read({ message: 'x', metadata: { severity: '<i>critical</i>' } }).severity, 'medium')
  assert.equal(read({ message: 'x', metadata: { severity: '{{ critical }}' } }).severity, 'medium')
  assert.equal(read({ message: 'x', metadata: { severity: 1 } }).severity, 'medium')
})

test('a fingerprint in the metadata is the key as it stands, with no mark of the dialect', () => {
  const { fingerprint, joinKeys, members } = read({ message: 'x', metadata: { fingerprint: '6ae2bee83d0be959' } })
  assert.equal(fingerprint, '6ae2bee83d0be959')
  assert.deepEqual(joinKeys, ['6ae2bee83d0be959'])
  assert.deepEqual(
    members.map((member) => member.key),
    ['6ae2bee83d0be959'],
  )
})

test('a very long fingerprint is hashed, and a blank one is none', () => {
  assert.match(read({ message: 'x', metadata: { fingerprint: 'f'.repeat(201) } }).fingerprint, /^[\da-f]{32}$/)
  assert.equal(read({ message: 'x', metadata: { fingerprint: 'f'.repeat(200) } }).fingerprint, 'f'.repeat(200))
  assert.match(read({ message: 'x', metadata: { fingerprint: ' ' } }).fingerprint, /^[\da-f]{32}$/)
})

test('the same message is the same alert, whatever the order of its fields or the time it was sent', () => {
  const once = read({ message: 'x', timestamp: '2026-01-01', metadata: { a: 1, b: { c: 2, d: 3 } } })
  const again = read({ metadata: { b: { d: 3, c: 2 }, a: 1 }, message: 'x', timestamp: '2026-01-02' })
  assert.equal(once.fingerprint, again.fingerprint)
})

test('another sender, chat, message or detail of the metadata makes another alert', () => {
  const bodies = [
    { message: 'x' },
    { message: 'y' },
    { message: 'x', sender_id: 'a' },
    { message: 'x', chat_id: 'a' },
    { message: 'x', metadata: { a: { b: [1] } } },
    { message: 'x', metadata: { a: { b: [2] } } },
    { message: `${'x'.repeat(70_000)}1` },
    { message: `${'x'.repeat(70_000)}2` },
  ]
  assert.equal(new Set(bodies.map((body) => read(body).fingerprint)).size, bodies.length)
})

test('metadata becomes labels: nested names are joined, groups of labels opened, the top outranks them', () => {
  const metadata = {
    namespace: 'shop',
    labels: { namespace: 'other', pod: 'cart-1' },
    db: { host: 'a', port: 5432 },
    hosts: ['a', 'b'],
    urgent: true,
    nothing: null,
    mixed: [1, {}],
  }
  assert.deepEqual(
    { ...read({ message: 'x', metadata }).labels },
    { namespace: 'shop', pod: 'cart-1', 'db.host': 'a', 'db.port': '5432', hosts: 'a,b', urgent: 'true' },
  )
})

test('a plain alert never clears, whatever its metadata says; a check of our own does', () => {
  const body = { message: 'replication caught up', metadata: { status: 'resolved', fingerprint: 'lag' } }
  assert.equal(read(body).state, 'firing')
  const cleared = read(body, byMonitor)
  assert.equal(cleared.state, 'resolved')
  assert.equal(cleared.members[0]?.state, 'resolved')
  assert.equal(cleared.reportsClearing, true)
})

test('a long message is kept to 64 KiB, with a mark where it was cut', () => {
  const alert = read({ message: 'x'.repeat(100_000), metadata: { log: 'y'.repeat(100_000) } })
  for (const text of [alert.message, alert.description, alert.labels.log, alert.metadata.log]) {
    assert.match(String(text), /… \[cut: 100000 characters in all\]$/)
  }
})

test('a message of control characters still gets a title', () => {
  assert.equal(read({ message: '\u0001\u0002' }).title, 'Alert')
})

test('tags in a list stay together in one label, also where each is a name and a value', () => {
  const listed = read({ message: 'x', metadata: { tags: ['namespace:shop', 'urgent'] } })
  assert.equal(listed.labels.tags, 'namespace:shop,urgent')
  const pairs = [
    { name: 'namespace', value: 'shop' },
    { key: 'pod', value: 'cart-7' },
  ]
  assert.equal(read({ message: 'x', metadata: { dimensions: pairs } }).labels.dimensions, 'namespace:shop,pod:cart-7')
  assert.equal('rows' in read({ message: 'x', metadata: { rows: [{ name: 'a' }, 3] } }).labels, false)
})
