/** Intake leaves the index of the search to a sweep; what is found is the same before, meanwhile and after. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { indexFreshTexts } from '../../src/edges/store/fresh-texts.ts'
import { listIncidents } from '../../src/edges/store/incident-list.ts'
import { addConclusion } from '../../src/edges/store/incident-texts.ts'
import { freshRecords, openIncident } from '../world/records.ts'

async function found(database: Database, search: string): Promise<string[]> {
  const { items, total } = await listIncidents(database, { search }, { offset: 0, limit: 20 })
  assert.equal(total, items.length)
  return items.map(({ id }) => id)
}

async function rowsIn(database: Database, table: 'fresh_texts' | 'incident_texts'): Promise<number> {
  return (await database.query(`SELECT FROM ${table}`)).rows.length
}

const conclude = (database: Database, id: string, conclusion: string) =>
  inTransaction(database, (connection) => addConclusion(connection, id, conclusion))

test('an incident is found by its text from its first moment on, and once only when it was indexed', async (t) => {
  const { database } = await freshRecords(t)
  const id = await openIncident(database, { message: 'the marmalade deployment restarts' })
  await openIncident(database, { message: 'another one' })
  assert.deepEqual(await found(database, 'marmalade'), [id])
  await indexFreshTexts(database)
  assert.equal(await rowsIn(database, 'fresh_texts'), 0)
  assert.equal(await rowsIn(database, 'incident_texts'), 2)
  assert.deepEqual(await found(database, 'marmalade'), [id])
})

test('a conclusion is found whether its incident was indexed before or not, and one that was replaced is not', async (t) => {
  const { database } = await freshRecords(t)
  const id = await openIncident(database, { message: 'the marmalade deployment restarts' })
  await conclude(database, id, 'a quota of apricots')
  assert.deepEqual(await found(database, 'apricots'), [id])
  await indexFreshTexts(database)
  await conclude(database, id, 'a limit on plums')
  assert.deepEqual(await found(database, 'plums'), [id])
  assert.deepEqual(await found(database, 'apricots'), [])
})

test('what is reworded while it is indexed keeps its newest words, and stands in one place in every snapshot', async (t) => {
  const { database } = await freshRecords(t)
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, at) => openIncident(database, { message: `peach ${at} restarts` })),
  )
  const assertOnce = async () => {
    const { rows } = await database.query('SELECT count(*)::int AS count FROM searched_texts')
    assert.equal(rows[0]?.count, ids.length)
  }
  const rewording = ids.map((id) => conclude(database, id, 'the newest words'))
  await Promise.all([indexFreshTexts(database), assertOnce(), ...rewording, indexFreshTexts(database), assertOnce()])
  await indexFreshTexts(database)
  assert.equal(await rowsIn(database, 'fresh_texts'), 0)
  assert.deepEqual((await found(database, 'the newest words')).sort(), ids.toSorted())
})

test('of a storm a share goes at a time, and all of it in the end', async (t) => {
  const { database } = await freshRecords(t)
  await openIncident(database, { message: 'the first' })
  await database.query(
    `WITH added AS (
       INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing)
       SELECT 'INC-20260101-' || lpad(n::text, 5, '0'), 'storm', 'storm', 'low', 3, 'other', 'api', n::text, '', '', false
         FROM generate_series(1, 2300) AS n RETURNING seq)
     INSERT INTO fresh_texts SELECT seq, 'storm' FROM added`,
  )
  await indexFreshTexts(database)
  assert.equal(await rowsIn(database, 'fresh_texts'), 1_301)
  for (let turn = 0; turn < 2; turn += 1) await indexFreshTexts(database)
  assert.equal(await rowsIn(database, 'fresh_texts'), 0)
})
