/** Who is claimed next where thousands wait: severity, age, the place for critical ones, and the shares of sources. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { hasEventsAbove } from '../../src/edges/store/feed-records.ts'
import { findQueueWarnings, oldestPending, readOldestPending } from '../../src/edges/store/queue-records.ts'
import { SEVERITY_RANK, type Severity } from '../../src/story/incident/severity.ts'
import { idOf, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const STORM = 5_000
const WAIT_MAX_SECONDS = 900

type Waiting = { source: string; severity: Severity; count: number; ageSeconds?: number }

let planted = 0

/** Pending incidents, older ones first, as the intake would have left them. */
async function plant(database: Database, { source, severity, count, ageSeconds = 0 }: Waiting): Promise<void> {
  planted += 1
  await database.query(
    `INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at)
     SELECT 'INC-' || to_char(date '2000-01-01' + $1::int, 'YYYYMMDD') || '-' || lpad(n::text, 5, '0'), $2 || ' ' || n, '', $3, $4, 'other', $2, $2 || n, '', '', false,
            firebreak_now() - make_interval(secs => $6)
       FROM generate_series(1, $5::int) AS n`,
    [planted, source, severity, SEVERITY_RANK[severity], count, ageSeconds],
  )
}

async function openQueue(t: TestContext) {
  const { database } = await freshRecords(t)
  const store = createRuns(database)
  const titleOf = async (id: string) =>
    (await database.query<{ title: string }>('SELECT title FROM incidents WHERE id = $1', [id])).rows[0]?.title
  /** Takes what is next and lets it be done, so that places are never what is short. */
  const serve = async (atOnce: number) => {
    const runs = await store.claimDiagnoses('tester', atOnce, WAIT_MAX_SECONDS)
    for (const run of runs) await store.finish(run, 'tester')
    return Promise.all(runs.map(({ incidentId }) => titleOf(incidentId)))
  }
  return { database, store, titleOf, serve }
}

test('in a storm of criticals nothing starves: what has waited for too long has every other place', async (t) => {
  const { database, serve } = await openQueue(t)
  await plant(database, { source: 'old', severity: 'info', count: 3, ageSeconds: WAIT_MAX_SECONDS + 1 })
  await plant(database, { source: 'storm', severity: 'critical', count: STORM })
  const served: unknown[] = []
  for (let round = 0; round < 6; round += 1) served.push(...(await serve(1)))
  assert.deepEqual(served, ['storm 1', 'old 1', 'storm 2', 'old 2', 'storm 3', 'old 3'])
  assert.deepEqual(await serve(1), ['storm 4'])
})

test('one noisy source waits for itself: sources of one severity take turns', async (t) => {
  const { database, serve } = await openQueue(t)
  await plant(database, { source: 'noisy', severity: 'high', count: STORM })
  await plant(database, { source: 'quiet', severity: 'high', count: 2 })
  await plant(database, { source: 'third', severity: 'high', count: 1 })
  const served: unknown[] = []
  for (let round = 0; round < 6; round += 1) served.push(...(await serve(1)))
  assert.deepEqual(served, ['noisy 1', 'quiet 1', 'third 1', 'noisy 2', 'quiet 2', 'noisy 3'])
})

test('a noisy source that calls everything critical does not keep out what others have waited with for too long', async (t) => {
  const { database, serve } = await openQueue(t)
  await plant(database, { source: 'noisy', severity: 'critical', count: STORM, ageSeconds: 2 * WAIT_MAX_SECONDS })
  await plant(database, { source: 'quiet', severity: 'low', count: 1, ageSeconds: WAIT_MAX_SECONDS + 1 })
  assert.deepEqual([await serve(1), await serve(1)], [['noisy 1'], ['quiet 1']])
})

test('a crowd of sources larger than is looked at hides nothing that has waited for too long', async (t) => {
  const { database, serve } = await openQueue(t)
  await plant(database, { source: 'old', severity: 'info', count: 1, ageSeconds: WAIT_MAX_SECONDS + 1 })
  await plant(database, { source: 'crowd', severity: 'critical', count: STORM })
  await database.query(`UPDATE incidents SET source = fingerprint WHERE source = 'crowd'`)
  const served = [...(await serve(1)), ...(await serve(1))]
  assert.deepEqual(served.sort(), ['crowd 1', 'old 1'])
})

test('of the places one is kept free for critical incidents, which may have them all', async (t) => {
  const { database, store } = await openQueue(t)
  await plant(database, { source: 'storm', severity: 'high', count: STORM })
  assert.equal((await store.claimDiagnoses('tester', 4)).length, 3)
  assert.equal((await store.claimDiagnoses('tester', 4)).length, 0)
  await plant(database, { source: 'rare', severity: 'critical', count: 3 })
  const [run, ...others] = await store.claimDiagnoses('tester', 4)
  assert.deepEqual([run?.incidentId.slice(-3), others.length], ['001', 0])
})

test('one that somebody holds is passed over, and the next of its source is taken', async (t) => {
  const { database, serve } = await openQueue(t)
  await plant(database, { source: 'only', severity: 'high', count: 2 })
  const holder = await database.connect()
  await holder.query('BEGIN')
  await holder.query(`SELECT FROM incidents WHERE title = 'only 1' FOR UPDATE`)
  assert.deepEqual(await serve(1), ['only 2'])
  await holder.query('ROLLBACK')
  holder.release()
})

test('who is next is found on the index alone, however many wait behind', async (t) => {
  const { database, serve } = await openQueue(t)
  for (const [index, severity] of (['critical', 'high', 'low'] as const).entries())
    await plant(database, { source: `source ${index}`, severity, count: STORM })
  await database.query('ANALYZE incidents')
  const plan = await database.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT severity_rank FROM incidents
      WHERE status = 'pending' AND part_of IS NULL AND (severity_rank, (left(source, 100) || ' ' || left(sender_id, 100))) > (0::smallint, 'x'::text)
      ORDER BY severity_rank, (left(source, 100) || ' ' || left(sender_id, 100)), seq LIMIT 1`,
  )
  const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(steps, /Index Scan using incidents_waiting_by_share/)
  assert.doesNotMatch(steps, /Sort|Seq Scan/)
  assert.deepEqual(await serve(1), ['source 0 1'])
})

test('that none of a severity waits is found on the index too, where the store knows that many wait', async (t) => {
  const { database } = await openQueue(t)
  await plant(database, { source: 'storm', severity: 'high', count: STORM })
  await database.query('ANALYZE incidents')
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT seq FROM ${oldestPending(`'{critical,high,low}'`)}`,
  )
  const steps = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(steps, /Index.* Scan using incidents_waiting on incidents/)
  assert.doesNotMatch(steps, /Sort|Seq Scan|Filter: .*pending/)
  assert.deepEqual([...(await readOldestPending(database)).keys()], ['high'])
})

test('whether anything happened is asked of the newest event, however many there are', async (t) => {
  const { database } = await openQueue(t)
  assert.equal(await hasEventsAbove(database, 'SELECT 0'), false)
  await plant(database, { source: 'storm', severity: 'high', count: 1 })
  await database.query(
    `INSERT INTO incident_events (incident_id, kind, status, data)
     SELECT id, 'comment', 'pending', '{}' FROM incidents, generate_series(1, 3000)`,
  )
  await database.query('ANALYZE incident_events')
  const newest = 'SELECT max(id) FROM incident_events'
  assert.deepEqual(
    [await hasEventsAbove(database, newest), await hasEventsAbove(database, `SELECT (${newest}) - 1`)],
    [false, true],
  )
})

test('the status warns of many that wait and of one that waits for too long', async (t) => {
  const { database } = await openQueue(t)
  const limits = { QUEUE_WAIT_MAX_SECONDS: WAIT_MAX_SECONDS, DIAGNOSIS_CONCURRENCY: 4 }
  assert.deepEqual(await findQueueWarnings(database, limits), [])
  await plant(database, { source: 'old', severity: 'low', count: 1, ageSeconds: 1_800 })
  await plant(database, { source: 'storm', severity: 'critical', count: STORM })
  assert.deepEqual(await findQueueWarnings(database, limits), [
    `${STORM + 1} incidents wait for their diagnosis; DIAGNOSIS_CONCURRENCY is 4.`,
    'The oldest incident of severity low has waited 30 minutes for its diagnosis, longer than QUEUE_WAIT_MAX_SECONDS; DIAGNOSIS_CONCURRENCY is 4.',
  ])
})

test('a service in a storm of others’ alerts diagnoses what is old, and tells the age of the oldest', async (t) => {
  const { url, database } = await freshRecords(t)
  await plant(database, { source: 'storm', severity: 'high', count: 300 })
  await plant(database, { source: 'old', severity: 'info', count: 1, ageSeconds: 10_000 })
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' }
  const service = await startTestService(t, { environment })
  const { text } = await service.get('/metrics')
  const [, seconds] = /^firebreak_queue_oldest_seconds\{severity="info"\} (\S+)$/m.exec(text) ?? []
  assert.ok(Number(seconds) >= 10_000, text.match(/^firebreak_queue.*$/gm)?.join('\n'))
  assert.match(text, /^firebreak_queue_oldest_seconds\{severity="critical"\} 0$/m)
  assert.match(String((await service.get('/api/status')).body.data.warnings), /severity info has waited 166 minutes/)
  const late = await idOf(service, { message: 'a critical one', metadata: { severity: 'critical' } })
  await service.ask('PUT', '/api/config', { body: { DIAGNOSIS_CONCURRENCY: 2 } })
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM incidents WHERE source = 'old'`)
  const old = String(rows[0]?.id)
  await eventually('both are diagnosed', async () => {
    const statuses = [(await show(service, late)).status, (await show(service, old)).status]
    return statuses.every((status) => status === 'escalated')
  })
  await service.ask('PUT', '/api/config', { body: { DIAGNOSIS_CONCURRENCY: 0 } })
  const begun = await database.query<{ incident_id: string }>(
    'SELECT incident_id FROM runs WHERE started_at <= (SELECT started_at FROM runs WHERE incident_id = $1)',
    [old],
  )
  assert.deepEqual(begun.rows.map(({ incident_id }) => incident_id).sort(), [late, old].sort())
})
