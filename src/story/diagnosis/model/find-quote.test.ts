import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findQuote } from './find-quote.ts'

const RESULT = {
  success: true,
  data: {
    pods: [{ name: 'web-1', lastState: { reason: 'OOMKilled', exitCode: 137 } }],
    lines: ['one\nERROR "boom" at 12:00', 'two'],
    query: 'SELECT 1',
  },
  message: 'One pod.',
}

test('a field is found as it stands in the JSON', () => {
  assert.deepEqual(findQuote(RESULT, '"reason":"OOMKilled"'), { quote: '"reason":"OOMKilled"', isFreeText: false })
})

test('blanks that models put between name and value do not matter', () => {
  const found = findQuote(RESULT, '"reason": "OOMKilled", "exitCode": 137')
  assert.equal(found?.quote, '"reason":"OOMKilled","exitCode":137')
})

test('a line of a log is found with or without JSON’s escapes, and is free text', () => {
  const expected = { quote: 'ERROR "boom" at', line: 'ERROR "boom" at 12:00', isFreeText: true }
  assert.deepEqual(findQuote(RESULT, 'ERROR "boom" at'), expected)
  assert.deepEqual(findQuote(RESULT, '"ERROR "boom" at"'), expected)
  assert.equal(findQuote(RESULT, 'ERROR \\"boom\\" at')?.line, undefined)
})

test('a query and a message are free text, a name is not', () => {
  assert.equal(findQuote(RESULT, 'SELECT 1')?.isFreeText, true)
  assert.equal(findQuote(RESULT, 'One pod.')?.isFreeText, true)
  assert.equal(findQuote(RESULT, 'web-1')?.isFreeText, false)
})

test('words that are not there, or too few to mean anything, are not found', () => {
  for (const quote of ['OOMKilled by the kernel', 'exitCode 137', '', '   ', '137', '{}:,', 'oomkilled'])
    assert.equal(findQuote(RESULT, quote), undefined, quote)
})
