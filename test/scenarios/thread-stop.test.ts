/** A run is cut short by a person, and a service is stopped while it works. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Run, RunLost } from '../../src/story/workflow/run-store.ts'
import { idOf, kinds, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }

async function startPaused(t: TestContext, url: string): Promise<TestService> {
  return startTestService(t, { environment: { ...PAUSED, DATABASE_URL: url } })
}

/** A run that is given to the one service there is, but only when it is handed over: it would begin at once. */
async function claimFor(t: TestContext, url: string) {
  const [service] = await runSql(url, 'SELECT id FROM instances')
  const database = openRecords(t, url)
  const store = createRuns(database)
  await store.renewLease('claimer', 60)
  const [run] = await store.claimDiagnoses('claimer', 1)
  const handOver = async (later: string) => {
    const given = 'UPDATE runs SET instance_id = $1, not_before = firebreak_now() + $2::interval'
    await database.query(given, [service?.id, later])
    await store.endLease('claimer')
  }
  return { database, run, handOver }
}

/** Whether a stopping service still waits for something. */
function isSettled(promise: Promise<unknown>): () => boolean {
  let settled = false
  void promise.finally(() => {
    settled = true
  })
  return () => settled
}

test('an operator resolves an incident that is being diagnosed: its run is cancelled and can write no more', async (t) => {
  const { url } = await migratedDatabase(t)
  const service = await startPaused(t, url)
  const id = await idOf(service, { message: 'on it already' })
  const store = createRuns(openRecords(t, url))
  await store.renewLease('worker', 60)
  const [run] = await store.claimDiagnoses('worker', 1)
  assert.equal((await service.ask('POST', `/api/incidents/${id}/resolve`, { body: {} })).status, 200)
  assert.deepEqual(await runSql(url, 'SELECT state, finished_at IS NOT NULL AS ended FROM runs'), [
    { state: 'cancelled', ended: true },
  ])
  await assert.rejects(
    store.journal(run as Run, 'worker').act('look', async () => 'seen'),
    RunLost,
  )
  assert.deepEqual(await store.takeOver('other', []), [])
  assert.deepEqual(kinds(await show(service, id)), ['alert_received', 'diagnosis_started', 'incident_resolved'])
})

test('a stop waits for the step under way, then hands the run over and gives up the lease', async (t) => {
  const { url } = await migratedDatabase(t)
  const service = await startPaused(t, url)
  const id = await idOf(service, { message: 'nearly done' })
  const { handOver } = await claimFor(t, url)
  const holder = await openSql(url)
  t.after(() => holder.end())
  await holder.query(`BEGIN`)
  await holder.query('SELECT FROM incidents WHERE id = $1 FOR UPDATE', [id])
  await handOver('0 seconds')
  await eventually('the run waits for the row we hold', async () => {
    const waiting = await runSql(
      url,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
  const stopping = service.stop()
  const isStopped = isSettled(stopping)
  const isShut = () =>
    service.visit('GET', '/healthz').then(
      () => false,
      () => true,
    )
  await eventually('the door is shut', isShut)
  assert.equal(isStopped(), false)
  await holder.query('COMMIT')
  await stopping
  assert.deepEqual(await runSql(url, 'SELECT step FROM journal'), [{ step: 'look at the clock' }])
  assert.deepEqual(await runSql(url, 'SELECT status FROM incidents'), [{ status: 'diagnosing' }])
  assert.deepEqual(await runSql(url, 'SELECT state, instance_id FROM runs'), [{ state: 'running', instance_id: '' }])
  assert.deepEqual(await runSql(url, 'SELECT id FROM instances'), [])
})

test('what a stopped service leaves is another’s at once, without waiting for the lease', async (t) => {
  const { url } = await migratedDatabase(t)
  const first = await startPaused(t, url)
  const id = await idOf(first, { message: 'for later' })
  const { database, run, handOver } = await claimFor(t, url)
  await handOver('1 hour')
  await first.stop()
  const second = await startPaused(t, url)
  await database.query('UPDATE runs SET not_before = firebreak_now()')
  await eventually('the run is carried on', async () => (await show(second, id)).status === 'escalated')
  assert.equal((await runSql(url, 'SELECT attempts FROM runs WHERE id = $1', [run?.id]))[0]?.attempts, 2)
})

test('two services keep the limit between them, and each incident is diagnosed once', async (t) => {
  const { url } = await migratedDatabase(t)
  const first = await startPaused(t, url)
  const second = await startPaused(t, url)
  // Claims are made one at a time, so a trigger sees every moment at which one more is at work.
  await runSql(url, 'CREATE TABLE at_work (count bigint)')
  await runSql(
    url,
    `CREATE FUNCTION note_at_work() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO at_work SELECT count(*) FROM runs WHERE state = 'running'; RETURN NULL; END $$`,
  )
  await runSql(url, 'CREATE TRIGGER watch AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION note_at_work()')
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => idOf(index % 2 ? first : second, { message: `alert ${index}` })),
  )
  await first.ask('PUT', '/api/config', { body: { DIAGNOSIS_CONCURRENCY: 3 } })
  const done = async () => (await first.get('/api/incidents?status=escalated')).body.data.total === 60
  await eventually('all are escalated', done, 120)
  const [{ most } = { most: 0 }] = await runSql(url, 'SELECT max(count)::int AS most FROM at_work')
  assert.ok(Number(most) <= 3, `${most} were at work at once`)
  const twice = await runSql(
    url,
    `SELECT incident_id, kind FROM incident_events WHERE kind NOT IN ('alert_received', 'tool_call')
      GROUP BY incident_id, kind HAVING count(*) > 1`,
  )
  assert.deepEqual(twice, [])
})
