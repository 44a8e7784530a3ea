import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '../../words/in-chinese.ts'
import { CHECKS } from './checks.ts'
import { wordFinding } from './word-finding.ts'

const LOCKS = {
  kind: 'database',
  target: 'shop',
  check: 'lock_wait_seconds',
  value: 45.678,
  seen: 'Three wait.',
} as const

test('a finding says what is wrong, what was seen and how far beyond its limit it is', () => {
  const { message, metadata } = wordFinding({ ...LOCKS, labels: { relname: 'public.orders' } }, 'fired', {
    value: 45.678,
    limit: 30,
  })
  assert.equal(
    message,
    'shop: sessions of the database hang, waiting for locks\nThree wait.\nMeasured: lock_wait_seconds 45.68; the limit is 30.',
  )
  assert.deepEqual(metadata, {
    ...{ alertname: 'PostgreSQLLockWaits', severity: 'high', database: 'shop', relname: 'public.orders' },
    ...{ source: 'monitor', check: 'lock_wait_seconds', status: 'firing' },
    fingerprint: 'monitor:database:shop:lock_wait_seconds',
  })
})

test('its end carries the same fingerprint, whatever was measured', () => {
  const over = wordFinding({ ...LOCKS, value: 0 }, 'cleared', { value: 0, limit: 30 })
  assert.equal(over.metadata.status, 'resolved')
  assert.equal(over.metadata.fingerprint, 'monitor:database:shop:lock_wait_seconds')
})

test('what the cloud calls its dimensions changes neither source nor fingerprint nor state', () => {
  const labels = { source: 'elsewhere', fingerprint: 'another', status: 'resolved', alertname: 'queue-age' }
  const alarm = { kind: 'cloud', target: 'queue-age', check: 'alarm', value: 1, seen: 'It is old.', labels } as const
  const { message, metadata } = wordFinding(alarm, 'fired', { value: 1, limit: 1 })
  assert.equal(message, 'queue-age: alarm\nIt is old.')
  assert.deepEqual(
    [metadata.source, metadata.fingerprint, metadata.status, metadata.alertname],
    ['monitor', 'monitor:cloud:queue-age:alarm', 'firing', 'queue-age'],
  )
})

test('whatever we measure ourselves, who reads Chinese is told all of it', () => {
  for (const kind of ['database', 'key_value'] as const)
    for (const check of Object.keys(CHECKS[kind]))
      for (const turn of ['fired', 'cleared'] as const) {
        const reading = { kind, target: 'shop', check, value: 2, seen: 'Nobody waits for a lock.' }
        const { message } = wordFinding(reading, turn, { value: 2, limit: 1.5 })
        const told = inChinese(message)
        for (const line of told.split('\n')) assert.match(line, /\p{Script=Han}/u, message)
      }
  const seen = '6 sessions wait for locks, the longest for public.orders, since 86 s.'
  assert.equal(inChinese(seen), '6 个会话在等待锁，其中最久的在等待 public.orders，已等待 86 秒。')
})
