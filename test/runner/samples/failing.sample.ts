import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RUN_SEED } from '../../world/seed.ts'

test("it's outside", async (t) => {
  t.diagnostic(`seed ${RUN_SEED}`)
  await t.test('inside', () => assert.equal(1, 2))
})
test('another', () => {})
