import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CardJson, checkCard, wordsOn } from '../../../test/world/chat/card-rules.ts'
import { deceptiveTexts } from '../../../test/world/chat/deceptive-texts.ts'
import { renderView, viewText } from './render-view.ts'

const VIEW = { headline: '12 more incidents', sentence: '12 being looked at.', lines: ['INC-1', 'INC-2'] }

test('a summary is a card the platform takes, says what it is given, and has no buttons', () => {
  const { card, isWhole } = renderView({ ...VIEW, consoleUrl: 'https://firebreak.example/incidents' })
  checkCard(card as unknown as CardJson)
  assert.equal(isWhole, true)
  assert.match(
    wordsOn(card as unknown as CardJson),
    /12 more incidents\n12 being looked at\.\n• INC-1\n• INC-2\n\[Open/,
  )
  assert.doesNotMatch(JSON.stringify(card), /"button"/)
  assert.equal(viewText(VIEW), '12 more incidents\n\n12 being looked at.\n\n• INC-1\n• INC-2')
})

test('whatever an alert calls itself, one line of a summary stays one line and calls on nobody', () => {
  for (const text of deceptiveTexts()) {
    const { card } = renderView({ ...VIEW, lines: [text, 'last'] })
    const words = card.elements.map(
      (element) => (element.text as { tag: string; content: string } | undefined) ?? { tag: '', content: '' },
    )
    assert.ok(words.every(({ tag }) => tag === 'plain_text'))
    assert.equal(words.at(-1)?.content.split('\n').length, 2)
    assert.doesNotMatch(words.at(-1)?.content ?? '', /:\/\/|[\u202A-\u202E\u200B]/)
    assert.doesNotMatch(viewText({ ...VIEW, lines: [text] }), /<|\]\(|@_/)
  }
  const long = renderView({ ...VIEW, lines: Array.from({ length: 100 }, () => '漢'.repeat(500)) })
  assert.ok(Buffer.byteLength(JSON.stringify(long.card)) < 28_000)
})
