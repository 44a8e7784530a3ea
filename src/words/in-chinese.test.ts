import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chineseSentences } from './chinese/all.ts'
import { inChinese } from './in-chinese.ts'

const HOLE = /\{(\w+)(?::(\w+))?\}/g
const SAMPLES: Readonly<Record<string, string>> = {
  incident: 'INC-20260101-001',
  status: 'resolved',
  number: '7',
  name: 'shop/checkout',
  time: '2026-01-01T10:00:00Z',
}

test('every sentence is found in what the service writes, and what was filled in stands in the Chinese one', () => {
  for (const [english, chinese] of Object.entries(chineseSentences)) {
    const fill = (template: string) => template.replace(HOLE, (_, name, kind) => SAMPLES[kind] ?? `<${name}>`)
    const kinds = new Map([...english.matchAll(HOLE)].map(([, name, kind]) => [name, kind] as const))
    const expected = chinese.replace(HOLE, (_, name) => SAMPLES[kinds.get(name) ?? ''] ?? `<${name}>`)
    assert.equal(inChinese(fill(english)), expected)
  }
})

test('both say the same things', () => {
  for (const [english, chinese] of Object.entries(chineseSentences)) {
    const names = (template: string) => [...template.matchAll(HOLE)].map(([, name]) => name).sort()
    assert.deepEqual(names(chinese), names(english), english)
    assert.match(chinese, /\p{Script=Han}/u)
  }
})

test('sentences of ours inside a sentence, and beside one that we have no Chinese for, are told too', () => {
  assert.equal(
    inChinese('Nothing was changed: Nobody waits for session 12 any more. Nothing was done.'),
    '未做任何变更：已无会话等待 12。未做任何操作。',
  )
  assert.equal(
    inChinese('The kettle is on. Session 12 was ended. Nobody answered in time.'),
    'The kettle is on. 会话 12 已终止。无人在时限内答复。',
  )
})

test('what only resembles a sentence of ours stays as it was written', () => {
  for (const text of ['', 'Pod web was replaced', 'checkout is paused; nobody knows', 'Session twelve was ended.'])
    assert.equal(inChinese(text), text)
})
