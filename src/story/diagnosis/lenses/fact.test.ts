import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '../../../words/in-chinese.ts'
import { clipped, shortQuotes } from './fact.ts'

const LINE = `dial tcp 10.0.0.7:5432: connect: connection refused ${'while opening the pool '.repeat(20)}and gave up`

test('what is quoted gives way before our own words do, its beginning and its end stay', () => {
  const short = shortQuotes(`web says since 10:02 UTC, 12 times and never before: "${LINE}"`, 150)
  assert.ok(short.length <= 150, short)
  assert.match(short, /^web says since 10:02 UTC, 12 times and never before: "dial tcp .* … .*and gave up"$/)
  assert.equal(shortQuotes('a  b', 2), 'a b')
  assert.equal(clipped('x'.repeat(400)).length, 360)
})

test('whoever stands next to the first is told in Chinese too, however long his fact is', () => {
  const fact = shortQuotes(`web says since 10:02 UTC, 12 times and never before: "${LINE}"`, 150)
  const told = inChinese(`Next to it: web (${fact}; against it: nothing ties it to the alert, its facts are weaker).`)
  assert.match(told, /^其次：web（/)
  assert.doesNotMatch(told.replace(/"[^"]*"|“[^”]*”/g, ''), /says|against/)
})
