import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTINGS } from './catalogue.ts'

test('alerts wait fifteen seconds for each other where nobody says otherwise, and 0 can be said', () => {
  const { default: fallback, read } = SETTINGS.GATHER_SECONDS
  assert.deepEqual([fallback, read('0'), read(0)], [15, 0, 0])
})

test('what comes and goes is held for ten minutes, a first clearing not at all, and both can be set', () => {
  const { FLAP_HOLD_SECONDS: flapping, CLEAR_HOLD_SECONDS: clearing } = SETTINGS
  assert.deepEqual([flapping.default, clearing.default], [600, 0])
  assert.deepEqual([flapping.read('0'), clearing.read('300')], [0, 300])
})
