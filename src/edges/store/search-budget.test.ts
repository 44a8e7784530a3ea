import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords } from '../../../test/world/records.ts'
import { createSearchBudgets } from './search-budget.ts'

test('what takes too long is left out with a sentence, and its connection is as good as before', async (t) => {
  const { database } = await freshRecords(t)
  const newBudget = createSearchBudgets(database)
  const [one, other, third] = [newBudget(), newBudget(), newBudget()]
  const slow = [one, other].map((budget) =>
    budget.askForSpellings((store) => store.query('SELECT pg_sleep(60)').then(() => 'asleep'), 'without'),
  )
  assert.equal(await third.askForSpellings(async () => 'asked', 'without'), 'without', 'two at once are enough')
  assert.deepEqual(await Promise.all(slow), ['without', 'without'])
  for (const { notes } of [one, other, third]) assert.match([...notes].join(), /similar spelling.*took too long\.$/)
  const fourth = newBudget()
  assert.equal(await fourth.askForSpellings(async () => 'asked', 'without'), 'asked')
  const { rows } = await database.query('SHOW statement_timeout')
  assert.deepEqual([rows, fourth.notes.size], [[{ statement_timeout: '30s' }], 0])
})

test('what fails otherwise is no matter of time', async (t) => {
  const { database } = await freshRecords(t)
  const asked = createSearchBudgets(database)().ask((store) => store.query('SELECT FROM nowhere'), undefined)
  await assert.rejects(asked, /"nowhere" does not exist/)
})
