/** GET /api/statistics: what the last days brought, and how long it took. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { foldCounts } from '../../src/edges/store/incident-counts.ts'
import { createStatistics } from '../../src/edges/store/incident-statistics.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, letPass, openIncident, openRecords, SILENT_LOG, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'

let opened = 0
const open = (database: Database, severity: string) =>
  openIncident(database, { message: `incident ${++opened}`, metadata: { severity } })

/** So that hours added to the clock stay within the day they are meant for. */
async function waitForMidnight(database: Database): Promise<void> {
  const { rows } = await database.query<{ left: string }>(
    `SELECT (date_trunc('day', firebreak_now() AT TIME ZONE 'UTC') + interval '1 day' - firebreak_now() AT TIME ZONE 'UTC')::text AS left`,
  )
  await letPass(database, rows[0]?.left ?? '')
}

test('each day tells what came, by severity, and how long it took to resolve what was resolved on it', async (t) => {
  const { url, database } = await freshRecords(t)
  await waitForMidnight(database)
  const [first, second, third] = [
    await open(database, 'high'),
    await open(database, 'high'),
    await open(database, 'low'),
  ]
  await letPass(database, '1 hour')
  await walk(database, first, 'pending', 'resolved')
  await walk(database, second, 'pending', 'ignored')
  await foldCounts(database)
  await letPass(database, '48 hours')
  await walk(database, third, 'pending', 'resolved')
  await open(database, 'critical')
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  const { days } = (await service.get('/api/statistics?days=4')).body.data
  const none = { critical: 0, high: 0, medium: 0, warning: 0, low: 0, info: 0 }
  assert.deepEqual(
    days.map(({ opened }: { opened: unknown }) => opened),
    [none, { ...none, high: 2, low: 1 }, none, { ...none, critical: 1 }],
  )
  const [, early, empty, late] = days
  assert.equal(early.time_to_resolve.measured, 1, 'who was ignored was not resolved')
  assert.equal(Math.floor(early.time_to_resolve.median / 60), 60)
  assert.equal(empty.time_to_resolve, null)
  assert.equal(Math.floor(late.time_to_resolve.p90 / 3600), 49)
  assert.ok(early.day < empty.day && empty.day < late.day)
})

test('thirty days where nobody says how many, and never more than ninety', async (t) => {
  const service = await startTestService(t)
  assert.equal((await service.get('/api/statistics')).body.data.days.length, 30)
  assert.equal((await service.get('/api/statistics?days=90')).body.data.days.length, 90)
  for (const days of ['0', '91', 'all']) {
    const { status, body } = await service.get(`/api/statistics?days=${days}`)
    assert.deepEqual([status, body.error.details[0].field], [400, 'days'])
  }
})

test('figures are kept for half a minute, and a failure is not kept', async (t) => {
  const { database } = await freshRecords(t)
  let now = 0
  let isAway = true
  const query = (statement: string) => (isAway ? Promise.reject(new Error('away')) : database.query(statement))
  const statistics = createStatistics({ database: { query } as never, monotonicMs: () => now })
  const today = async () => (await statistics({ days: 1, zone: 'UTC' }))[0]?.opened
  await assert.rejects(today, /away/)
  isAway = false
  assert.deepEqual(await today(), {})
  await open(database, 'info')
  assert.deepEqual(await today(), {})
  now = 30_000
  assert.deepEqual(await today(), { info: 1 })
})

const RISE = 'UPDATE incidents SET severity = $2, severity_rank = $3 WHERE id = $1'

async function waitUntil(database: Database, moment: string): Promise<void> {
  const { rows } = await database.query<{ left: string }>(`SELECT ($1::timestamptz - firebreak_now())::text AS left`, [
    moment,
  ])
  await letPass(database, rows[0]?.left ?? '')
}

const openedOf = async (database: Database, days: number, zone: string) =>
  (await createStatistics({ database })({ days, zone })).map(({ day, opened }) => [day, opened])

test('a reader counts by the own days, of half an hour or of 25, as the list does between their bounds', async (t) => {
  const { url, database } = await freshRecords(t)
  await waitUntil(database, '2037-10-24T21:50:00Z')
  await open(database, 'info')
  await waitUntil(database, '2037-10-24T22:05:00Z')
  const risen = await open(database, 'low')
  await waitUntil(database, '2037-10-25T18:25:00Z')
  await open(database, 'medium')
  await waitUntil(database, '2037-10-25T22:50:00Z')
  const part = await open(database, 'high')
  await waitUntil(database, '2037-10-25T23:05:00Z')
  const leader = await open(database, 'critical')
  await database.query(RISE, [risen, 'warning', 3])
  const berlin = [
    ['2037-10-24', { info: 1 }],
    ['2037-10-25', { warning: 1, medium: 1, high: 1 }],
    ['2037-10-26', { critical: 1 }],
  ]
  assert.deepEqual(await openedOf(database, 3, 'Europe/Berlin'), berlin)
  await foldCounts(database)
  assert.deepEqual(await openedOf(database, 3, 'Europe/Berlin'), berlin)
  await database.query('UPDATE incidents SET part_of = $1 WHERE id = $2', [leader, part])
  for (const _ of ['before', 'after it was folded']) {
    assert.deepEqual(await openedOf(database, 2, 'Asia/Kolkata'), [
      ['2037-10-25', { info: 1, warning: 1, medium: 1 }],
      ['2037-10-26', { critical: 1 }],
    ])
    await foldCounts(database)
  }
  const kept = await database.query('SELECT FROM incident_quarter_counts WHERE count <= 0')
  assert.equal(kept.rows.length, 0, 'what came to nothing is not kept')
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  const ofDay = 'start_date=2037-10-24T18:30:00.000Z&end_date=2037-10-25T18:29:59.999Z'
  assert.equal((await service.get(`/api/incidents?${ofDay}`)).body.data.total, 3)
  const asked = async (query: string) => (await service.get(`/api/statistics?days=2${query}`)).body.data.days
  assert.deepEqual(
    (await asked('&time_zone=asia/kolkata')).map(({ opened: { critical, info } }: never) => [critical, info]),
    [
      [0, 1],
      [1, 0],
    ],
  )
  assert.deepEqual(await asked('&time_zone='), await asked(''))
  assert.deepEqual(
    (await asked('')).map(({ day }: { day: string }) => day),
    ['2037-10-24', '2037-10-25'],
  )
})

test('a zone nobody knows is refused, and named', async (t) => {
  const service = await startTestService(t)
  for (const zone of ['Mars/Olympus', '%2B05:37', 'x'.repeat(65)]) {
    const { status, body } = await service.get(`/api/statistics?time_zone=${zone}`)
    assert.deepEqual([status, body.error.details[0].field], [400, 'time_zone'])
  }
})

/** The migrations before this one: those before 0040 are of a version that kept counts by day only. */
async function migrationsBefore(t: TestContext, first: string): Promise<URL> {
  const all = new URL('../../migrations/', import.meta.url)
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of await readdir(all)) if (name < first) await cp(new URL(name, all), join(folder, name))
  return pathToFileURL(`${folder}/`)
}

const COPY = `INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing)
  SELECT id || '7', title, description, severity, severity_rank, category, source, fingerprint || '7', sender_id, chat_id, reports_clearing
    FROM incidents WHERE id = $1`

test('what the earlier version wrote, writes while it is migrated, and writes and folds after, is counted once', async (t) => {
  const { url } = await freshDatabase(t)
  await migrate({ url, log: SILENT_LOG, folder: await migrationsBefore(t, '0040') })
  const database = openRecords(t, url)
  const folded = await open(database, 'info')
  await foldCounts(database)
  const unfolded = await open(database, 'low')
  const folder = await migrationsBefore(t, '0041')
  let migrated: Promise<unknown> = Promise.resolve()
  let late: Promise<unknown> = Promise.resolve()
  const isWaiting = (count: number) =>
    eventually(`${count} wait for a lock`, async () => {
      const [row] = await runSql(
        url,
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'`,
      )
      return Number(row?.count) >= count
    })
  await inTransaction(database, async (connection) => {
    await connection.query(COPY, [unfolded])
    migrated = migrate({ url, log: SILENT_LOG, folder })
    await isWaiting(1)
    late = open(database, 'high')
    await isWaiting(2)
    await connection.query(RISE, [unfolded, 'critical', 0])
  })
  await Promise.all([migrated, late])
  await database.query(RISE, [folded, 'warning', 3])
  await foldCounts(database)
  await open(database, 'medium')
  await migrate({ url, log: SILENT_LOG })
  const counted = { warning: 1, critical: 1, low: 1, high: 1, medium: 1 }
  const inAll = async () => {
    const days = await createStatistics({ database })({ days: 3, zone: 'Asia/Kolkata' })
    return Object.assign({}, ...days.map(({ opened }) => opened))
  }
  assert.deepEqual(await inAll(), counted)
  await foldCounts(database)
  assert.deepEqual(await inAll(), counted)
})
