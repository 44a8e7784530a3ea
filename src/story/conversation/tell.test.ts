import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayOf } from './tell.ts'

test('each wait is longer than the one before, up to half a minute and a bit of chance', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 100].map((attempts) => delayOf({ attempts, afterMs: 500, chance: 0 }))
  assert.deepEqual(delays, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  assert.equal(delayOf({ attempts: 6, afterMs: 500, chance: 1 }), 37_500)
})

test('nothing is tried sooner than the platform asked', () => {
  assert.equal(delayOf({ attempts: 0, afterMs: 60_000, chance: 0 }), 60_000)
})
