/** Every kind of cause the analysis can find has a Chinese word, so that the list can be narrowed by it in both languages. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tellCause } from '../../console/src/language/cause-words.ts'
import { causeTexts } from '../../console/src/language/chinese/cause-texts.ts'

/** Kinds of other things in the same rooms. */
const NO_CAUSES = ['analysis_found', 'instruction_flagged', 'kind', 'pooler', 'tool_call', 'unknown']

const kinds = globSync('src/story/diagnosis/findings/**/*.ts', { exclude: ['**/*.test.ts'] })
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bkind: (.*)/g)])
  .flatMap(([, words = '']) => [...words.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)])
  .map(([, kind = '']) => kind)
  .filter((kind) => !NO_CAUSES.includes(kind))

test('every kind of cause has its word in Chinese', () => {
  assert.ok(kinds.length > 100, `${kinds.length} kinds`)
  assert.deepEqual(
    [...new Set(kinds)].filter((kind) => causeTexts[kind] === undefined),
    [],
  )
})

test('a cause is told in words, with the thing it is about', () => {
  assert.equal(tellCause('lock_root Session pid 4711'), 'Session blocks others: Session pid 4711')
  assert.equal(tellCause('crash_loop'), 'Crash loop')
  assert.equal(tellCause('own_kind Deployment shop/cart'), 'Own kind: Deployment shop/cart')
})
