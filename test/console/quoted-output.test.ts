/** How the console marks quoted words in a stored output: whatever the server accepts as a quote must be found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markQuote } from '../../console/src/pages/incident/quoted-output.ts'
import { exactText } from '../../console/src/parts/exact-text.ts'
import { holdsQuote } from '../../src/story/diagnosis/evidence.ts'

const RESULT = {
  success: true,
  data: {
    rows: [
      { pid: 17, state: 'idle in transaction', query: 'LOCK TABLE "orders"\nIN ACCESS MODE' },
      { pid: 18, state: 'active', query: null },
    ],
    path: 'C:\\data',
    empty: [],
    none: {},
    smile: 'ok 😀 done',
  },
}

const marked = (quote: string) =>
  markQuote(RESULT, quote)
    .filter(({ isQuote }) => isQuote)
    .map(({ text }) => text)

for (const { what, quote, shown } of [
  { what: 'a field as it stands in the JSON', quote: '"state":"active"', shown: '"state": "active"' },
  { what: 'words inside a text', quote: 'in trans', shown: 'in trans' },
  { what: 'words with quotation marks of their own', quote: 'TABLE "orders"', shown: 'TABLE "orders"' },
  { what: 'words over two lines', quote: '"orders"\nIN', shown: '"orders"\n          IN' },
  { what: 'a backslash', quote: 'C:\\data', shown: 'C:\\data' },
  { what: 'a character of two units', quote: '😀 d', shown: '😀 d' },
  { what: 'two fields in a row', quote: '18,"state":"active"', shown: '18,\n        "state": "active"' },
])
  test(`${what} is marked where it stands`, () => {
    assert.ok(holdsQuote(RESULT, quote))
    assert.deepEqual(marked(quote), [shown])
  })

test('words that stand there twice are marked twice', () => assert.equal(marked('"pid":1').length, 2))

test('words that do not stand there mark nothing, and all of the output is shown', () => {
  assert.deepEqual(marked('idle since noon'), [])
  assert.equal(markQuote({ a: [1, 'x'] }, 'y')[0]?.text, '{\n  "a": [\n    1,\n    "x"\n  ]\n}')
})

test('an output without a quote is shown as readable JSON', () => {
  assert.equal(markQuote({ empty: [], none: {} }, undefined)[0]?.text, '{\n  "empty": [],\n  "none": {}\n}')
})

test('characters that hide or turn the reading direction are shown by their number', () => {
  assert.equal(exactText('web\u202Egnp\u200B x\u00A0y'), 'web\\u{202e}gnp\\u{200b} x\\u{a0}y')
  assert.equal(exactText('two\nlines\tand 😀'), 'two\nlines\tand 😀')
})
