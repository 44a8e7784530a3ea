import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuestion } from './read-question.ts'
import { SYNONYMS } from './synonyms.ts'
import { wordsIn } from './words.ts'

const phrase = (wording: string) =>
  wordsIn(wording)
    .map(({ stem }) => stem)
    .join(' ')
const meanings = (question: string) =>
  readQuestion(question).flatMap(({ said, alike }) => [said, ...alike].map((words) => words.join(' ')))

test('words of operations bring those that mean the same', () => {
  for (const [question, wording] of [
    ['exit code 137', 'oomkilled'],
    ['the pod ran out of memory', 'oom'],
    ['in a crash loop', 'crashloopbackoff'],
    ['lots of 5xx', 'internal server error'],
    ['it is slow', 'latency'],
    ['No space left on device', 'disk full'],
    ['the TLS cert', 'x509'],
    ['证书过期', 'certificate'],
    ['从库同步延迟', 'replication lag'],
  ] as const)
    assert.ok(meanings(question).includes(phrase(wording)), `${question}: ${wording}`)
})

test('the longest wording counts, and its single words do not besides', () => {
  const ideas = readQuestion('disk full on the node')
  assert.deepEqual(
    ideas.map(({ asked }) => asked),
    ['disk full', 'node'],
  )
})

test('words that say nothing are no ideas, and an idea counts once', () => {
  assert.deepEqual(readQuestion('what do I do now with the'), [])
  assert.equal(readQuestion('pool pool Pools').length, 1)
  assert.equal(readQuestion('怎么办').length, 0)
})

test('a question is bounded', () => {
  const words = Array.from({ length: 500 }, (_, index) => `word${index}x`).join(' ')
  assert.ok(readQuestion(words).length <= 24)
})

test('every line of the list has several wordings, and none stands in it twice', () => {
  for (const group of SYNONYMS) {
    const phrases = group.map(phrase)
    assert.ok(new Set(phrases).size >= 2, group.join(', '))
    assert.ok(!phrases.includes(''), group.join(', '))
    assert.equal(new Set(group).size, group.length, group.join(', '))
  }
})
