import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { issueKey } from './api-key.ts'
import { weaknessOf } from './key-strength.ts'

test('short keys and those that say little are weak', () => {
  for (const key of [
    'secret',
    'admin-key-1',
    'a'.repeat(64),
    'abcdefghijklmnopqrstuvwxyz',
    '12345678901234567890',
    'abababababababababababab',
    'passwordpassword',
  ])
    assert.match(weaknessOf(key) ?? '', /can be guessed; make one with/, key)
})

test('keys as people are told to make them are not', () => {
  for (let turn = 0; turn < 200; turn += 1)
    for (const key of [randomBytes(32).toString('hex'), randomBytes(24).toString('base64'), issueKey('x', 'admin').key])
      assert.equal(weaknessOf(key), undefined, key)
})
