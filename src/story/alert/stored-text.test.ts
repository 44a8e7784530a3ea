import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capText, mapTexts, storedText } from './stored-text.ts'

test('what the store cannot hold is replaced by the mark for an unreadable character', () => {
  assert.equal(storedText('a\0b'), 'a\uFFFDb')
  assert.equal(storedText('half \uD83D of a pair, \uDE00 and the other'), 'half \uFFFD of a pair, \uFFFD and the other')
  assert.equal(storedText('whole 😀 and 容器'), 'whole 😀 and 容器')
})

test('a text of 64 KiB is kept whole, a longer one is cut with a mark', () => {
  const whole = 'x'.repeat(64 * 1024)
  assert.equal(capText(whole), whole)
  const cut = capText(`${whole}y`)
  assert.match(cut, /x… \[cut: 65537 characters in all\]$/)
  assert.ok(Buffer.byteLength(cut) <= 64 * 1024)
})

test('the limit counts bytes, and no character is split', () => {
  for (const character of ['容', '😀', 'é']) {
    const cut = capText(`a${character.repeat(40_000)}`)
    assert.ok(Buffer.byteLength(cut) <= 64 * 1024)
    assert.ok(cut.isWellFormed())
    assert.equal(capText(cut), cut)
  }
})

test('names and values of a JSON value are changed alike, at every depth', () => {
  const value = JSON.parse('{"a\\u0000": ["b\\u0000", {"c": 1, "d": null}], "e": true, "f": 1e999}')
  assert.deepEqual(mapTexts(value, storedText), { 'a\uFFFD': ['b\uFFFD', { c: 1, d: null }], e: true, f: null })
})

test('a field called __proto__ stays a field', () => {
  const mapped = mapTexts(JSON.parse('{"__proto__": {"admin": true}}'), storedText) as object
  assert.ok(Object.hasOwn(mapped, '__proto__'))
  assert.equal(Object.getPrototypeOf(mapped), Object.prototype)
})

test('a value in which nothing changes is the very one that was given', () => {
  const value = { a: ['b', { c: 1, d: null }], e: { f: 'g' } }
  assert.equal(mapTexts(value, storedText), value)
})

test('what changes is copied, and what stands beside it is not', () => {
  const value = { same: { a: ['b'] }, other: ['c', 'd\0', 'e'] }
  const mapped = mapTexts(value, storedText) as typeof value
  assert.deepEqual(mapped, { same: { a: ['b'] }, other: ['c', 'd\uFFFD', 'e'] })
  assert.equal(mapped.same, value.same)
})

const LEVELS = 2_000
const MEGABYTE = 1024 * 1024

test('each text is looked at once, at the last of two thousand levels and in a body of a megabyte', () => {
  const bodies = [
    { body: nested(LEVELS), texts: LEVELS + 1 },
    { body: Array.from({ length: MEGABYTE / 16 }, (_, index) => `item ${index}`), texts: MEGABYTE / 16 },
    { body: Array.from({ length: MEGABYTE / 64 }, () => ({ name: 'x'.repeat(50) })), texts: (2 * MEGABYTE) / 64 },
  ]
  for (const { body, texts } of bodies) {
    for (const last of ['', 'the last is changed']) {
      let looks = 0
      const change = (text: string) => {
        looks += 1
        return last !== '' && looks === texts ? last : text
      }
      const mapped = mapTexts(body, change)
      assert.equal(looks, texts)
      assert.equal(mapped === body, last === '')
    }
  }
})

/** A list in a field in a list, and so on; beside each stands a text. */
function nested(levels: number): unknown {
  let value: unknown = 'the innermost'
  for (let level = 0; level < levels; level += 2) value = { [`level ${level}`]: ['beside it', value] }
  return value
}
