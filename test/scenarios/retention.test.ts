/** Closed incidents are kept for a time, open ones for ever; what is removed is removed whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { createEventFeed } from '../../src/edges/store/feed-records.ts'
import { indexFreshTexts } from '../../src/edges/store/fresh-texts.ts'
import { countIncidents, foldCounts } from '../../src/edges/store/incident-counts.ts'
import { markIncidents } from '../../src/edges/store/mark-records.ts'
import { createSilenceStore } from '../../src/edges/store/silence-records.ts'
import { createSweepStore } from '../../src/edges/store/sweep-leases.ts'
import { expireUnanswered, removeOld } from '../../src/edges/store/sweep-records.ts'
import { Sweeper } from '../../src/story/workflow/sweeper.ts'
import { cleared, firing, idOf, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords, letPass, openIncident, openRecords, SILENT_LOG, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const TABLES = ['incident_events', 'alerts', 'incident_alerts', 'alert_keys', 'runs']

async function removeAll(database: Database, days: number): Promise<number> {
  let removed = 0
  for (let piece = await removeOld(database, days); piece > 0; piece = await removeOld(database, days)) removed += piece
  return removed
}

async function rowsOf(database: Database, id: string): Promise<number> {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table} WHERE incident_id = $1)`).join(' + ')
  return Number((await database.query(`SELECT ${counts} AS count`, [id])).rows[0]?.count)
}

test('what was closed longer ago than the days given is removed with all its rows; the rest stays', async (t) => {
  const { database } = await freshRecords(t)
  const old = await openIncident(database, firing('old'))
  await createRuns(database).claimDiagnoses('somebody', 1)
  await walk(database, old, 'diagnosing', 'ignored')
  const open = await openIncident(database, firing('open'))
  await openIncident(database, cleared('never known'))
  await letPass(database, '20 days')
  const young = await openIncident(database, firing('young'))
  await walk(database, young, 'pending', 'resolved')
  await letPass(database, '11 days')
  assert.equal(await removeAll(database, 30), 2)
  assert.equal(await rowsOf(database, old), 0)
  for (const kept of [open, young]) assert.ok((await rowsOf(database, kept)) > 0)
  const { rows } = await database.query('SELECT id FROM incidents ORDER BY seq')
  assert.deepEqual(
    rows.map(({ id }) => id),
    [open, young],
  )
  const texts = await database.query('SELECT FROM searched_texts')
  assert.equal(texts.rows.length, 2)
  assert.deepEqual((await database.query('SELECT FROM journal')).rows, [])
  assert.deepEqual((await database.query('SELECT FROM alerts WHERE incident_id IS NULL')).rows, [])
})

test('what was derived of an incident leaves with it, also what is being written at that moment', async (t) => {
  const { database } = await freshRecords(t)
  const seqOf = async (id: string) =>
    (await database.query('SELECT seq FROM incidents WHERE id = $1', [id])).rows[0]?.seq
  const old = await openIncident(database, firing('old'))
  await walk(database, old, 'pending', 'resolved')
  await letPass(database, '40 days')
  const kept = await seqOf(await openIncident(database, firing('kept')))
  const lateSeq = await seqOf(old)
  while ((await database.query('SELECT FROM fresh_texts')).rows.length > 0) await indexFreshTexts(database)
  await markIncidents(database, createEventFeed(database))
  const writer = await database.connect()
  await writer.query('BEGIN')
  await writer.query('SELECT FROM incident_marks_place FOR UPDATE')
  await writer.query('DELETE FROM incident_marks')
  await writer.query('INSERT INTO incident_marks VALUES ($1, $3), ($2, $3)', [lateSeq, kept, ['label late=yes']])
  const removing = removeAll(database, 30)
  await eventually('retention waits for who marks', async () => (await waitingForLocks(database)) === 1, 60)
  await writer.query('COMMIT')
  writer.release()
  assert.equal(await removing, 1)
  for (const table of ['searched_texts', 'incident_texts', 'incident_marks'])
    assert.deepEqual((await database.query(`SELECT seq FROM ${table}`)).rows, [{ seq: kept }], table)
})

async function waitingForLocks(database: Database): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await database.query(waiting)).rows.length
}

test('0 days keeps everything, and any number of days is understood', async (t) => {
  const { database } = await freshRecords(t)
  const id = await openIncident(database, { message: 'old' })
  await walk(database, id, 'pending', 'resolved')
  await letPass(database, '10000 days')
  assert.equal(await removeOld(database, 0), 0)
  for (const days of [1_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) assert.equal(await removeOld(database, days), 0)
  assert.equal(await removeOld(database, 9_999), 1)
})

test('many are removed in pieces, and the totals follow', async (t) => {
  const { database } = await freshRecords(t)
  for (let index = 0; index < 5; index += 1) await openIncident(database, { message: `kept ${index}` })
  await database.query(
    `INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing)
     SELECT 'INC-20200101-' || lpad(n::text, 3, '0'), 't', 'd', 'low', 4, 'other', 's', n::text, '', '', false FROM generate_series(1, 450) AS n`,
  )
  await database.query(
    `WITH told AS (INSERT INTO incident_events (incident_id, kind, status, data) SELECT id, 'note_added', 'ignored', '{}' FROM incidents WHERE severity = 'low' RETURNING 1)
     UPDATE incidents SET status = 'ignored' WHERE severity = 'low'`,
  )
  assert.equal(await countIncidents(database, {}), 455)
  await letPass(database, '401 days')
  const pieces: number[] = []
  for (let piece = -1; piece !== 0; pieces.push(piece)) piece = await removeOld(database, 400)
  assert.ok(pieces.every((piece) => piece <= 200))
  assert.equal(await countIncidents(database, {}), 5)
  await foldCounts(database)
  assert.deepEqual([await countIncidents(database, {}), await countIncidents(database, { status: 'ignored' })], [5, 0])
})

test('an incident that somebody works on right now is left for the next time', async (t) => {
  const { url, database } = await freshRecords(t)
  const id = await openIncident(database, { message: 'old' })
  await walk(database, id, 'pending', 'resolved')
  await letPass(database, '2 days')
  const other = openRecords(t, url)
  const busy = await other.connect()
  await busy.query('BEGIN')
  await busy.query('SELECT FROM incidents WHERE id = $1 FOR UPDATE', [id])
  assert.equal(await removeOld(database, 1), 0)
  await busy.query('COMMIT')
  busy.release()
  assert.equal(await removeOld(database, 1), 1)
})

test('an unanswered proposal expires at its time and not before, once, over all instances', async (t) => {
  const { url, database } = await freshRecords(t)
  const id = await openIncident(database, firing('unanswered'))
  await walk(database, id, 'pending', 'diagnosing', 'awaiting_approval')
  await database.query(`UPDATE incidents SET confirm_by = firebreak_now() + interval '1 hour'`)
  const other = openRecords(t, url)
  await letPass(database, '59 minutes')
  assert.equal(await expireUnanswered(database), 0)
  await letPass(database, '1 minute')
  await Promise.all([database, other, database, other].map(expireUnanswered))
  const events = await runSql(url, `SELECT kind, status FROM incident_events WHERE kind = 'incident_expired'`)
  assert.deepEqual(events, [{ kind: 'incident_expired', status: 'expired' }])
  assert.deepEqual(await runSql(url, 'SELECT FROM alert_keys'), [])
})

test('the service expires unanswered proposals by itself', async (t) => {
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const database = openRecords(t, service.databaseUrl)
  const id = await idOf(service, { message: 'nobody answers' })
  await walk(database, id, 'pending', 'diagnosing', 'awaiting_approval')
  await database.query(`UPDATE incidents SET confirm_by = firebreak_now() + interval '1 hour'`)
  await letPass(database, '61 minutes')
  await eventually('it has expired', async () => (await show(service, id)).status === 'expired')
})

test('a sweep is done by one instance at a time, piece after piece, and a failed one does not stop the others', async (t) => {
  const { url, database } = await freshRecords(t)
  const other = openRecords(t, url)
  let atOnce = 0
  let most = 0
  let pieces = 6
  const counting = {
    name: 'count',
    everySeconds: 3600,
    run: async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await database.query('SELECT 1')
      atOnce -= 1
      pieces -= 1
      return Math.max(0, pieces)
    },
  }
  const failing = { name: 'fail', everySeconds: 3600, run: () => Promise.reject(new Error('no')) }
  const sweepers = [database, other].map(
    (each) => new Sweeper({ sweeps: [failing, counting], store: createSweepStore(each), log: SILENT_LOG }),
  )
  await Promise.all(sweepers.map((sweeper) => sweeper.sweepAll()))
  assert.equal(most, 1)
  assert.ok(pieces <= 0)
})

test('a silence that is over leaves with what it held back, when its days are over; one that holds stays', async (t) => {
  const { database } = await freshRecords(t)
  const store = createSilenceStore({ database, log: SILENT_LOG, onCommit: () => {} })
  const make = (name: string, days: number) => {
    const startsAt = new Date()
    const matchers = [{ name: 'alertname', value: name, isRegex: false, isEqual: true }]
    const endsAt = new Date(startsAt.getTime() + days * 86_400_000)
    return store.add({ matchers, startsAt, endsAt, comment: 'work', createdBy: 'ann' }, 'ann')
  }
  const [, holds] = [await make('short', 1), await make('long', 100)]
  await openIncident(database, { message: 'short', metadata: { labels: { alertname: 'short' } } })
  await letPass(database, '20 days')
  assert.equal(await removeAll(database, 30), 0)
  await letPass(database, '20 days')
  await removeAll(database, 30)
  const { rows } = await database.query('SELECT id FROM silences')
  assert.deepEqual(rows, [{ id: holds.id }])
  assert.deepEqual((await database.query('SELECT FROM silenced_alerts')).rows, [])
})
