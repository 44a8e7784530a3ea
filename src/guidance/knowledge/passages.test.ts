import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passagesOf } from './passages.ts'

const entry = (content: string) => ({ title: 'Pool', category: 'database', tags: ['pg'], content })

test('a short entry is one passage, which begins with what it is about', () => {
  assert.deepEqual(passagesOf(entry('Raise it.\n\nThen look.')), ['Pool\ndatabase, pg\n\nRaise it.\n\nThen look.'])
  assert.deepEqual(passagesOf({ title: 'Bare', category: null, tags: [], content: 'x' }), ['Bare\n\nx'])
})

test('a long one is cut between paragraphs, and nothing of it is lost', () => {
  const paragraphs = Array.from({ length: 9 }, (_, index) => `${index} ${'word '.repeat(150)}end`)
  const passages = passagesOf(entry(paragraphs.join('\n\n')))
  assert.ok(passages.length > 3)
  for (const passage of passages) assert.ok(passage.startsWith('Pool\n') && passage.length < 1_600)
  for (const paragraph of paragraphs) assert.ok(passages.some((passage) => passage.includes(paragraph)))
})

test('a paragraph too long by itself is cut at a sentence, or anywhere, but never within a character', () => {
  const sentences = passagesOf(entry('One sentence of some length stands here. '.repeat(100)))
  for (const passage of sentences) assert.match(passage, /here\.$/)
  const chinese = passagesOf(entry('连接池耗尽。'.repeat(600)))
  for (const passage of chinese) assert.match(passage, /。$/)
  const endless = passagesOf(entry('👩'.repeat(5_000)))
  assert.ok(endless.length > 1)
  for (const passage of endless) assert.ok(passage.isWellFormed())
})

test('the largest entry is a bounded number of passages', () => {
  assert.ok(passagesOf(entry('x'.repeat(1_000_000))).length <= 200)
})
