import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotification } from '../../story/alert/read-notification.ts'
import { RememberedAlerts } from './remembered-alerts.ts'

const BASIS = { membersMax: 1_000, secrets: ['hunter22'] }
const bodyOf = (message: string) => Buffer.from(JSON.stringify({ message }))
const readingOf = (body: Buffer) => readNotification(JSON.parse(String(body)), { ...BASIS, botIds: undefined })

test('what was read of a body is found by its very bytes and nothing else', () => {
  const remembered = new RememberedAlerts()
  const body = bodyOf('disk full')
  const read = remembered.keep(body, BASIS, readingOf(body))
  assert.equal(remembered.find(bodyOf('disk full'), BASIS), read)
  assert.equal(remembered.find(bodyOf('disk fulL'), BASIS), undefined)
})

test('it holds no longer where other secrets are known, or another number of alerts is taken', () => {
  const remembered = new RememberedAlerts()
  const body = bodyOf('disk full')
  remembered.keep(body, BASIS, readingOf(body))
  assert.equal(remembered.find(body, { ...BASIS, secrets: ['hunter22'] }), undefined)
  assert.equal(remembered.find(body, { ...BASIS, membersMax: 5 }), undefined)
})

test('a body came before when it was asked about before; large ones are never remembered', () => {
  const remembered = new RememberedAlerts()
  const large = bodyOf('x'.repeat(20_000))
  assert.deepEqual(
    [bodyOf('a'), bodyOf('b'), bodyOf('a'), large, large].map((body) => remembered.cameBefore(body)),
    [false, false, true, false, false],
  )
})

test('two bodies of one sum are told apart', () => {
  // Both have the CRC-32 4ddb0c25.
  const [one, other] = [Buffer.from('plumless'), Buffer.from('buckeroo')]
  const remembered = new RememberedAlerts()
  const read = readingOf(bodyOf('disk full'))
  remembered.keep(one as Buffer, BASIS, read)
  assert.equal(remembered.find(one as Buffer, BASIS), read)
  assert.equal(remembered.find(other as Buffer, BASIS), undefined)
})
