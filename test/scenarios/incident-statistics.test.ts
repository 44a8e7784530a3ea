/** GET /api/statistics: what the last days brought, and how long it took. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { foldCounts } from '../../src/edges/store/incident-counts.ts'
import { createStatistics } from '../../src/edges/store/incident-statistics.ts'
import { freshRecords, letPass, openIncident, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

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
  const today = async () => (await statistics(1))[0]?.opened
  await assert.rejects(today, /away/)
  isAway = false
  assert.deepEqual(await today(), {})
  await open(database, 'info')
  assert.deepEqual(await today(), {})
  now = 30_000
  assert.deepEqual(await today(), { info: 1 })
})
