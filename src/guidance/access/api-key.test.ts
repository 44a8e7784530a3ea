import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameSecret, issueKey, parseKey } from './api-key.ts'
import { mayEnter, ROLES } from './role.ts'

test('an issued key names its record and proves its secret', () => {
  const { key, record } = issueKey('alert manager', 'sender')
  const parsed = parseKey(key)
  assert.equal(parsed?.id, record.id)
  assert.ok(isSameSecret(parsed?.secret ?? '', record.secretHash))
  assert.ok(!isSameSecret(`${parsed?.secret}x`, record.secretHash))
})

test('what is not of the form of a key is none', () => {
  for (const text of [
    '',
    'fbk_',
    'Bearer x',
    issueKey('x', 'admin').key.slice(0, -1),
    `${issueKey('x', 'admin').key}x`,
  ]) {
    assert.equal(parseKey(text), undefined)
  }
})

test('each role includes the one before it, and a sender may only send', () => {
  const granted = Object.fromEntries(ROLES.map((role) => [role, ROLES.filter((need) => mayEnter(role, need))]))
  assert.deepEqual(granted, {
    sender: ['sender'],
    viewer: ['viewer'],
    operator: ['sender', 'viewer', 'operator'],
    admin: ['sender', 'viewer', 'operator', 'admin'],
  })
})
