import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords, openIncident } from '../../../test/world/records.ts'
import { runSql } from '../../../test/world/sql.ts'
import { inTransaction } from './database.ts'
import { appendEvents, listEvents } from './event-records.ts'

test('who began to write first and came second is told after who came first, with no earlier time', async (t) => {
  const { database } = await freshRecords(t)
  const incidentId = await openIncident(database, { message: 'the disk is full' })
  const note = (text: string) => [
    { incidentId, status: 'pending', kind: 'note_added', data: { by: 'test', text } } as const,
  ]
  await inTransaction(database, async (early) => {
    await early.query('SELECT 1')
    await inTransaction(database, (late) => appendEvents(late, note('begun second')))
    await appendEvents(early, note('begun first'))
  })
  const told = await listEvents(database, incidentId)
  assert.deepEqual(
    told.slice(1).map(({ data }) => data.text),
    ['begun second', 'begun first'],
  )
  const times = told.map(({ at }) => at.getTime())
  assert.deepEqual(times, times.toSorted())
})

test('where the clock of the store was set back, every event keeps the time it was written at', async (t) => {
  const { url, database } = await freshRecords(t)
  const incidentId = await openIncident(database, { message: 'the disk is full' })
  await runSql(url, `UPDATE clock_shift SET shift = '-1 hour'`)
  await inTransaction(database, (connection) =>
    appendEvents(connection, [
      { incidentId, status: 'pending', kind: 'note_added', data: { by: 'test', text: 'later' } },
    ]),
  )
  const [opened, noted] = await listEvents(database, incidentId)
  assert.ok(opened && noted && opened.at > noted.at)
})
