import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecretBox } from './secret-box.ts'

test('what was sealed opens again, under the same key and the same name', () => {
  const box = createSecretBox('a key')
  for (const text of ['', 'sk-1', '警报 👩‍🚒', 'x'.repeat(100_000)]) {
    assert.equal(box.open('LLM_API_KEY', box.seal('LLM_API_KEY', text)), text)
  }
})

test('another key, another name, a changed byte and a stump open to nothing', () => {
  const box = createSecretBox('a key')
  const sealed = box.seal('LLM_API_KEY', 'sk-1')
  assert.equal(createSecretBox('another key').open('LLM_API_KEY', sealed), undefined)
  assert.equal(box.open('CHAT_APP_SECRET', sealed), undefined)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.equal(box.open('LLM_API_KEY', changed), undefined)
    assert.equal(box.open('LLM_API_KEY', sealed.subarray(0, index)), undefined)
  }
})

test('the same text is never sealed alike twice', () => {
  const box = createSecretBox('a key')
  assert.notDeepEqual(box.seal('A', 'same'), box.seal('A', 'same'))
})
