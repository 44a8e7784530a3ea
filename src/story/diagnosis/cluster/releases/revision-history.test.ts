import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Difference } from '../cluster-scene.ts'
import { differencesAbout, type History } from './revision-history.ts'

const ARGS = { field: 'spec.containers[app].args', from: ['--db=main', '--a'], to: ['--db=main', '--b'] }

function about(differences: readonly Difference[], ...words: readonly string[]) {
  return differencesAbout({ change: { differences } } as unknown as History, ...words)
}

test('a list is guilty of what it gained or lost', () => {
  assert.deepEqual(about([ARGS], '--b'), [ARGS])
  assert.deepEqual(about([ARGS], '--a'), [ARGS])
})

test('what stands in both lists did not change', () => {
  assert.deepEqual(about([ARGS], '--db=main'), [])
})

test('the name of a field speaks for it, and no word speaks of anything', () => {
  assert.deepEqual(about([ARGS], 'args'), [ARGS])
  assert.deepEqual(about([ARGS], ''), [])
})
