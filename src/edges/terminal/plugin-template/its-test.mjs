// Run it with: node --test. Firebreak does not load files called *.test.*
import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from './custom.template.mjs'

test('it says what it looked at or changed, or why it could not', async () => {
  const { success, message, error } = await plugin.run({ queue: 'orders' })
  assert.equal(typeof success, 'boolean')
  assert.match(success ? message : error, /orders/)
})
