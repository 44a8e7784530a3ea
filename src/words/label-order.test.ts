import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inReadingOrder } from './label-order.ts'

test('how bad, what, where and who stand first, whatever the sender put before them; the rest stays as sent', () => {
  const labels = { zone: 'b', extra: '1', pod: 'web-1', Namespace: 'shop', alertname: 'Down', severity: 'high', a: 'x' }
  assert.deepEqual(
    inReadingOrder(labels).map(([label]) => label),
    ['severity', 'alertname', 'Namespace', 'pod', 'zone', 'extra', 'a'],
  )
})
