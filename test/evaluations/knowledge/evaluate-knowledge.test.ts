import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedDatabase } from '../../world/stores.ts'
import { describeKnowledge, evaluateKnowledge, isGoodEnough } from './evaluate-knowledge.ts'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

test('questions in other words find the entry that answers them among the first three', async (t) => {
  const { url } = await migratedDatabase(t)
  const result = await evaluateKnowledge(url, QUIET)
  assert.ok(result.entries >= 40 && result.all.questions >= 60)
  assert.ok(isGoodEnough(result), describeKnowledge(result, true))
  for (const [part, { recallAt3 }] of result.parts) assert.ok(recallAt3 >= 0.8, `${part}: ${recallAt3}`)
})
