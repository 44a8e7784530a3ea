/** The catalogue of the console's words: nothing missing, nothing left over, and the same values in both languages. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chinese } from '../../console/src/language/chinese/all.ts'
import { actionWords } from '../../console/src/language/chinese/service-texts.ts'
import { readLanguage } from '../../console/src/language/language.ts'
import { phrase, richPhrase } from '../../console/src/language/phrase.ts'
import { besideHan } from '../../src/words/beside-han.ts'

const FOLDER = 'console/src/language/chinese'
const catalogues = await Promise.all(
  globSync(`${FOLDER}/*.ts`, {
    exclude: ['all', 'cause-texts', 'plugin-texts', 'service-texts'].map((name) => `${FOLDER}/${name}.ts`),
  }).map(async (path) => {
    const module: Record<string, Record<string, string>> = await import(`../../${path}`)
    return Object.assign({}, ...Object.values(module)) as Record<string, string>
  }),
)
const spoken = globSync('console/src/**/*.{ts,tsx}', { exclude: ['console/src/language/**'] })
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

test('every phrase names the same values in Chinese as in English, and says something', () => {
  for (const [english, said] of Object.entries(chinese)) {
    assert.deepEqual(valuesOf(said), valuesOf(english), english)
    assert.match(said, /\S/, english)
  }
})

test('no phrase is said twice, nor forgotten where the catalogues are put together', () => {
  const keys = catalogues.flatMap((one) => Object.keys(one))
  assert.deepEqual(keys.toSorted(), Object.keys(chinese).toSorted())
})

test('no phrase is left over that nobody says', () => {
  const unsaid = Object.keys(chinese).filter((key) => !spoken.includes(asWritten(key)))
  assert.deepEqual(unsaid, [])
})

test('an action is told of the same things in Chinese as in English', () => {
  const named = (template: string) => [...template.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).sort()
  for (const [english, said] of Object.entries(actionWords)) assert.deepEqual(named(said), named(english), english)
})

test('an English phrase is said as it is written, without what tells it from another', () => {
  assert.equal(phrase('Signed in as {name}', { name: '{name}' }), 'Signed in as {name}')
  assert.equal(Array.isArray(richPhrase('Sign in')), true)
})

test('the language is the one chosen here, or else the first the browser asks for that is known', () => {
  assert.equal(readLanguage('zh', ['en-GB']), 'zh')
  assert.equal(readLanguage(null, ['fr', 'zh-Hans-CN', 'en']), 'zh')
  assert.equal(readLanguage('klingon', ['en-GB', 'zh']), 'en')
  assert.equal(readLanguage(null, []), 'en')
})

function valuesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()
}

/** As the formatter writes it between its quotes. */
function asWritten(key: string): string {
  const quoted = key.replaceAll('\u00a0', '\\u00a0')
  return key.includes("'") ? `"${quoted}"` : `'${quoted}'`
}

test('a value in Chinese stands in a Chinese phrase without blanks, one in plain letters keeps them', () => {
  const filled = (value: string) => besideHan(['尚未登记 ', value, ' 由谁负责。']).join('')
  assert.equal(filled('该对象'), '尚未登记该对象由谁负责。')
  assert.equal(filled('checkout'), '尚未登记 checkout 由谁负责。')
  const counted = (count: string, noun: string) => besideHan(['', count, ' ', noun, '。']).join('')
  assert.equal(counted('3', '条告警'), '3 条告警。')
  assert.equal(counted('数', '条告警'), '数条告警。')
  assert.deepEqual(besideHan(['by ', 'nobody', ' at ', '10:00', '']), ['by ', 'nobody', ' at ', '10:00', ''])
})
