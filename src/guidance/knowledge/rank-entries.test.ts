import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuse, type Holding, weigh } from './rank-entries.ts'
import { readQuestion } from './read-question.ts'

const ideas = readQuestion('kangaroo zebra')
const rank = (candidates: Record<string, Holding[]>, holders = [1, 1]) =>
  weigh(
    ideas,
    Object.entries(candidates).map(([id, holdings]) => ({ id, holdings, characters: 100 })),
    { entries: 100, holders },
  )
const order = (...given: Parameters<typeof rank>) => rank(...given).map(({ id }) => id)

test('an entry that holds more of the question comes first, and so does one that holds it in its title', () => {
  assert.deepEqual(order({ one: [{ said: 'text' }, {}], both: [{ said: 'text' }, { said: 'text' }] }), ['both', 'one'])
  assert.deepEqual(order({ text: [{ said: 'text' }, {}], title: [{ said: 'title' }, {}] }), ['title', 'text'])
})

test('a rare word says more than a common one', () => {
  assert.deepEqual(order({ common: [{ said: 'text' }, {}], rare: [{}, { said: 'text' }] }, [60, 1]), ['rare', 'common'])
})

test('the very word comes before another that means the same, and that before a similar spelling', () => {
  const found = order({ near: [{ near: 0.7 }, {}], alike: [{ alike: 'text' }, {}], said: [{ said: 'text' }, {}] })
  assert.deepEqual(found, ['said', 'alike', 'near'])
})

test('an entry that holds nothing is not found, and every find says why', () => {
  const found = rank({ nothing: [{}, {}], some: [{ said: 'title' }, { alike: 'text' }], near: [{ near: 0.8 }, {}] })
  assert.deepEqual(
    found.map(({ id, why }) => [id, why]),
    [
      ['some', ['holds the words: kangaroo', 'says in other words: zebra']],
      ['near', ['holds words spelled like: kangaroo']],
    ],
  )
  assert.equal(found[0]?.coverage, 1)
})

test('what two ways find comes before what one finds first', () => {
  const found = fuse([
    { weight: 1, ids: ['a', 'b', 'c'] },
    { weight: 1, ids: ['d', 'b'] },
  ])
  assert.deepEqual(found, ['b', 'a', 'd', 'c'])
  assert.deepEqual(fuse([]), [])
})
