import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords, SILENT_LOG, silencesOf } from '../../../test/world/records.ts'
import { readAlert } from '../../story/alert/read-alert.ts'
import { createAlertStore } from './alert-records.ts'
import { type Database, openDatabase } from './database.ts'
import { IncidentNumbers } from './incident-numbers.ts'
import { NO_HOLD } from './rhythm-records.ts'

test('repeats in a young house are found by their keys, so that their plan still serves when the tables are large', async (t) => {
  const { url } = await freshRecords(t)
  const database = openDatabase({ url, log: SILENT_LOG, max: 1 })
  t.after(() => database.close())
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  const group = Array.from({ length: 16 }, (_, index) =>
    readAlert({ message: `alert ${index}` }, { senderIsAlertBot: false, via: 'api' }),
  )
  await stayYoung(database)
  await store.accept(group)
  const before = await wholeReads(database)
  // After some uses the store keeps a plan for good.
  for (let round = 0; round < 10; round += 1) await store.accept(group)
  assert.deepEqual(await wholeReads(database), before)
})

const TABLES = ['incidents', 'alert_keys', 'incident_alerts', 'alerts']

/** On a busy machine the server would count the few rows in the middle of the test, and rightly read such a table whole. */
async function stayYoung(database: Database): Promise<void> {
  for (const table of TABLES) await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
}

/** How often a table was read from its beginning to its end. */
async function wholeReads(database: Database) {
  await database.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await database.query(
    'SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname = ANY($1) ORDER BY 1',
    [TABLES],
  )
  return rows
}
