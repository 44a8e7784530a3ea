import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens, excerptOf, excerptsWithin } from './excerpt.ts'
import { readQuestion } from './read-question.ts'

const filler = (word: string) => `${word} `.repeat(60).trim()
const long = [filler('first'), 'Raise the connection limit of the pool.', filler('third'), filler('last')].join('\n\n')
const ideas = readQuestion('pool exhausted')

test('a short entry is shown whole', () => {
  assert.equal(excerptOf('Raise it.', ideas, 100), 'Raise it.')
})

test('of a long one the passage that answers is shown, and what was left out is marked', () => {
  const excerpt = excerptOf(long, ideas, 130)
  assert.match(excerpt, /Raise the connection limit/)
  assert.doesNotMatch(excerpt, /last/)
  assert.ok(estimateTokens(excerpt) <= 130)
  assert.match(excerptOf(long, readQuestion('last connection'), 130), /connection limit.*….*last/s)
})

test('one endless passage is cut', () => {
  const excerpt = excerptOf('内存'.repeat(5_000), readQuestion('内存'), 100)
  assert.ok(estimateTokens(excerpt) <= 102 && excerpt.length > 20, excerpt)
})

test('together they stay within the budget, and short ones leave their rest to the long', () => {
  const excerpts = excerptsWithin(['short', long, long], ideas, 400)
  assert.equal(excerpts[0], 'short')
  assert.ok(excerpts.reduce((sum, excerpt) => sum + estimateTokens(excerpt), 0) <= 400)
  assert.ok(estimateTokens(excerpts[2] ?? '') > 400 / 3)
})
