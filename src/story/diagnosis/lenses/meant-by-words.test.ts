import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMeantByWords } from './meant-by-words.ts'

test('a part of a name that says which one it is means it, in either number', () => {
  assert.ok(isMeantByWords('kiosks show seats that do not exist', 'seat-map'))
  assert.ok(isMeantByWords('EDI messages are not delivered', 'edi-bridge'))
  assert.ok(isMeantByWords('LiveOriginStalls', 'origin-gateway'))
})

test('what people join by a hyphen is one word in a name', () => {
  assert.ok(isMeantByWords('every bigger X-ray fails', 'xray-intake'))
  assert.ok(isMeantByWords('nobody can sign-up', 'signup-web'))
  assert.ok(!isMeantByWords('the ray is gone', 'xray-intake'))
})

test('a part that says what kind of thing it is, or an everyday word, means nobody', () => {
  assert.ok(!isMeantByWords('messages wait for the broker', 'token-broker'))
  assert.ok(!isMeantByWords('the gateway is slow for all', 'all-gateway'))
  assert.ok(!isMeantByWords('seating is odd today', 'seat-map'))
})
