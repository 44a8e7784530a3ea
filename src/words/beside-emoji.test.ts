import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideEmoji } from './beside-emoji.ts'

const numbered = (text: string) =>
  besideEmoji(text, (piece) => piece.replace(/\p{Cf}|\uFE0F/gu, (hidden) => `<${hidden.codePointAt(0)?.toString(16)}>`))

test('joined emoji stay whole, whatever joins them', () => {
  for (const emoji of ['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '🧑🏽‍💻', '🇩🇪'])
    assert.equal(numbered(`down ${emoji}${emoji} again`), `down ${emoji}${emoji} again`)
})

test('the same characters anywhere else are told as anything hidden is', () => {
  assert.equal(
    numbered('a\u200Db 👨‍👩‍👧\u200D x\uFE0F 👨\u200D\u200D👩'),
    'a<200d>b 👨‍👩‍👧<200d> x<fe0f> 👨<200d><200d>👩',
  )
  assert.equal(numbered('\u{E0061}\u{E007F}'), '<e0061><e007f>')
})
