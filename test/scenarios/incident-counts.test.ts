/** Totals are kept, not counted; they are exact at every moment all the same. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { countIncidents, foldCounts } from '../../src/edges/store/incident-counts.ts'
import { removeOld } from '../../src/edges/store/sweep-records.ts'
import { idOf } from '../world/alerts.ts'
import { freshRecords, letPass, move, openIncident, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const DAY = { day: '2000-01-01' }
const FILTERS = [
  { filter: {}, where: 'true' },
  { filter: { status: 'pending' }, where: `status = 'pending'` },
  { filter: { status: 'resolved', severity: 'high' }, where: `status = 'resolved' AND severity = 'high'` },
  { filter: { from: DAY, severity: 'low' }, where: `severity = 'low'` },
]

/** Kept counts and counted rows in one snapshot of the store. */
async function assertExact(database: Database): Promise<void> {
  const connection = await database.connect()
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const { filter, where } of FILTERS) {
      const { rows } = await connection.query(`SELECT count(*)::int AS count FROM incidents WHERE ${where}`)
      assert.equal(await countIncidents(connection as unknown as Database, filter), rows[0]?.count, where)
    }
    await connection.query('COMMIT')
  } finally {
    connection.release()
  }
}

/** One incident that is opened, moved and now and then removed. */
async function live(database: Database, index: number): Promise<void> {
  const metadata = { severity: ['high', 'low', 'info'][index % 3] }
  const id = await openIncident(database, { message: `incident ${index}`, metadata })
  await walk(database, id, 'pending', 'diagnosing', 'escalated')
  if (index % 2 === 0) await move(database, { incidentId: id, from: 'escalated', to: 'resolved' })
}

test('in every snapshot the kept counts are what counting would give, while incidents come, move, go and are folded', async (t) => {
  const { database } = await freshRecords(t)
  let isBusy = true
  const keep = async (work: () => Promise<unknown>) => {
    while (isBusy) await work()
  }
  const others = [
    keep(() => foldCounts(database)),
    keep(() => assertExact(database)),
    keep(() => removeOld(database, 1)),
  ]
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 8 }, (_, index) => live(database, round * 8 + index)))
    await letPass(database, '9 hours')
  }
  isBusy = false
  await Promise.all(others)
  await assertExact(database)
})

test('/api/status counts what is open and what waits for a person', async (t: TestContext) => {
  const { url, database } = await freshRecords(t)
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  const figures = async () => {
    const { active_incidents, pending_approvals } = (await service.get('/api/status')).body.data
    return { active_incidents, pending_approvals }
  }
  assert.deepEqual(await figures(), { active_incidents: 0, pending_approvals: 0 })
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((message) => idOf(service, { message })))
  const [one = '', two = '', three = ''] = ids
  await walk(database, one, 'pending', 'diagnosing', 'awaiting_approval')
  await walk(database, two, 'pending', 'diagnosing', 'escalated')
  await walk(database, three, 'pending', 'resolved')
  assert.deepEqual(await figures(), { active_incidents: 3, pending_approvals: 1 })
  await foldCounts(database)
  assert.deepEqual(await figures(), { active_incidents: 3, pending_approvals: 1 })
})
