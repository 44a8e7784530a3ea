import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freshRecords, SILENT_LOG, silencesOf } from '../../../test/world/records.ts'
import { readAlert } from '../../story/alert/read-alert.ts'
import { createAlertStore } from './alert-records.ts'
import { type Database, openDatabase } from './database.ts'
import { IncidentNumbers } from './incident-numbers.ts'
import { NO_HOLD } from './rhythm-records.ts'

test('repeats in a young house are found by their keys, so that their plan still serves when the tables are large', async (t) => {
  const { database, store } = await openStore(t)
  const group = Array.from({ length: 16 }, (_, index) => said(`alert ${index}`))
  await store.accept(group)
  const before = await wholeReads(database)
  // After some uses the store keeps a plan for good.
  for (let round = 0; round < 10; round += 1) await store.accept(group)
  assert.deepEqual(await wholeReads(database), before)
})

test('for an alert that comes alone and is known a plan is kept too', async (t) => {
  const { database, store } = await openStore(t)
  const repeat = async () => {
    for (let time = 0; time < 10; time += 1) await store.accept([said('said before')])
  }
  await repeat()
  const before = await plansMade(database)
  assert.ok(before.has('count-known') && before.has('read-key-holders') && before.has('lock-holders'))
  await repeat()
  assert.deepEqual(await plansMade(database), before)
})

test('a storm of news that begins with single alerts keeps its plan', async (t) => {
  const { database, store } = await openStore(t)
  for (let time = 0; time < 10; time += 1) await store.accept([said(`first ${time}`)])
  const before = await plansMade(database)
  assert.ok(before.has('take-news'))
  for (let time = 0; time < 10; time += 1) await store.accept([said(`then ${time}`)])
  assert.deepEqual(await plansMade(database), before)
})

function said(message: string) {
  return readAlert({ message }, { senderIsAlertBot: false, via: 'api' })
}

/** With one connection, whose plans can be counted. */
async function openStore(t: TestContext) {
  const { url } = await freshRecords(t)
  const database = openDatabase({ url, log: SILENT_LOG, max: 1 })
  t.after(() => database.close())
  await stayYoung(database)
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  return { database, store }
}

/** How often a plan was made for the values of one use only, for each statement that has a name. */
async function plansMade(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; custom_plans: string }>(
    'SELECT name, custom_plans FROM pg_prepared_statements ORDER BY name',
  )
  return new Map(rows.map(({ name, custom_plans }) => [name, custom_plans]))
}

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
