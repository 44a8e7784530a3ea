import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/world/chance.ts'
import { capResult, RESULT_CHARACTERS_MAX } from './cap-result.ts'

test('what fits is left as it is', () => {
  const value = { success: true, data: { rows: [1, 2, 3], text: 'short' } }
  assert.deepEqual(capResult(value), { value, isCut: false })
})

test('a long log keeps its beginning and its end, and says what is missing', () => {
  const log = `first line\n${'x'.repeat(500_000)}\nlast line`
  const { value, isCut } = capResult({ log })
  const { log: cut } = value as { log: string }
  assert.ok(isCut && cut.startsWith('first line') && cut.endsWith('last line'))
  assert.match(cut, /\[cut: \d+ of 500021 characters; narrow the question\]/)
})

test('a long list keeps its first and its last items', () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({ index }))
  const { value } = capResult({ rows })
  const { rows: cut } = value as { rows: ({ index: number } | string)[] }
  assert.deepEqual([cut[0], cut.at(-1)], [{ index: 0 }, { index: 99_999 }])
})

test('whatever comes, the result is small enough and is JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 2000 }), (value, times) => {
      const many = Array.from({ length: times }, () => value)
      const text = JSON.stringify(capResult(many, 4_000).value)
      assert.ok(text.length <= 4_000 + 1_000)
    }),
    { numRuns: 200 },
  )
})

test('the largest result is bounded too', () => {
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 'v'.repeat(50)]))
  assert.ok(JSON.stringify(capResult(wide).value).length <= RESULT_CHARACTERS_MAX * 1.5)
})
