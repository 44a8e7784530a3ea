import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sentencesInChinese } from '../../src/words/in-chinese.ts'

/** One of eleven texts that the diagnoses of the cases said: conclusions, findings, facts, changes, steps and reasons. */
const texts = readFileSync(new URL('./diagnosis-texts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const sentences = texts.flatMap((text) => sentencesInChinese(text))
const told = sentences.flatMap(({ english, chinese, telling }) =>
  chinese === undefined || telling === undefined ? [] : [{ english, chinese, telling }],
)

test('sentences of diagnoses are told whole in Chinese, all but one of fifty', () => {
  assert.ok(told.length / sentences.length >= 0.98, `${told.length} of ${sentences.length}`)
})

test('a sentence told in Chinese holds every name, figure and time of the English one', () => {
  const data = /(?<![\w./:-])[\w./:-]*[\d_/][\w./:-]*\w/g
  for (const { english, chinese } of told)
    for (const [datum] of english.matchAll(data)) assert.ok(chinese.includes(datum), `${datum}\n${english}\n${chinese}`)
})

test('beside what others said no two English words stand beside each other, but for terms of the trade', () => {
  const terms = /^(?:autovacuum worker|walsender pid|list \w+|get \w+|watch \w+|create \w+|kubectl .*)$/
  for (const { english, telling } of told)
    for (const { text, from } of telling)
      for (const [words] of from === 'data' ? text.replace(/“.*”|".*"|\{.*\}/g, '').matchAll(ENGLISH) : [])
        assert.match(words, terms, english)
})

const ENGLISH = /(?<![\w./:=@-])[a-z][a-z’']*(?: [a-z][a-z’']*)+(?![\w./:=@-])/g
