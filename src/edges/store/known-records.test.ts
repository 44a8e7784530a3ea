import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/world/eventually.ts'
import { freshRecords, silencesOf, walk } from '../../../test/world/records.ts'
import { openSql, runSql } from '../../../test/world/sql.ts'
import type { Alert } from '../../story/alert/alert.ts'
import { readAlert } from '../../story/alert/read-alert.ts'
import { createAlertStore } from './alert-records.ts'
import type { Database } from './database.ts'
import { IncidentNumbers } from './incident-numbers.ts'
import { NO_HOLD } from './rhythm-records.ts'

type Said = { name: string; severity?: string; summary?: string }

function webhook({ name, severity = 'warning', summary = `${name} is full` }: Said) {
  const alert = { status: 'firing', fingerprint: name, labels: { alertname: name, severity }, annotations: { summary } }
  return readAlert({ status: 'firing', alerts: [alert] }, { senderIsAlertBot: false, via: 'api' })
}

/** Alerts that are known, and a store that has heard so: what comes now is counted in one exchange. */
async function openKnown(t: TestContext, ...names: string[]) {
  const { database: records, url } = await freshRecords(t)
  const { database, asked } = overheard(records)
  const silences = silencesOf(database)
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const store = createAlertStore({ database, numbers, silences, holds: async () => NO_HOLD })
  const say = (...said: Said[]) => store.accept(said.map(webhook))
  for (let time = 0; time < 2; time += 1) await say(...names.map((name) => ({ name })))
  // However slow the machine is, the minute after that is not over before a test says so.
  await runSql(url, `UPDATE incidents SET repeats_told_at = firebreak_now() + interval '1 hour'`)
  const counts = () => runSql(url, 'SELECT title, repeat_count, repeats_untold, severity FROM incidents ORDER BY seq')
  /** One notification that came so often, as it is where it is sent again word by word. */
  const repeat = (said: Said, times: number) => store.accept(Array<Alert>(times).fill(webhook(said)))
  return { say, repeat, counts, url, database, asked }
}

/** The names of what is asked of it, beside the transactions. */
function overheard(database: Database): { database: Database; asked: string[] } {
  const asked: string[] = []
  const query = (...given: unknown[]) => {
    asked.push(String((given[0] as { name?: string }).name))
    return Reflect.apply(database.query, database, given) as unknown
  }
  return { database: { ...database, query: query as Database['query'] }, asked }
}

const EVENTS = `SELECT kind, data FROM incident_events WHERE kind <> 'alert_received' ORDER BY id`

test('what is known is counted, each time it is said, and every notification is kept', async (t) => {
  const { say, counts, url } = await openKnown(t, 'disk', 'memory')
  const answers = await say({ name: 'disk' }, { name: 'memory' }, { name: 'disk' })
  assert.deepEqual(
    answers.map(({ outcome }) => outcome),
    ['joined', 'joined', 'joined'],
  )
  assert.equal(answers[0]?.incidentId, answers[2]?.incidentId)
  assert.deepEqual(await counts(), [
    { title: 'disk is full', repeat_count: 3, repeats_untold: 2, severity: 'warning' },
    { title: 'memory is full', repeat_count: 2, repeats_untold: 1, severity: 'warning' },
  ])
  assert.deepEqual(await runSql(url, 'SELECT count(*)::int FROM alerts'), [{ count: 7 }])
})

test('what is said several times word by word in one commit is one row that says how often, and counts each time', async (t) => {
  const { say, repeat, counts, url } = await openKnown(t, 'disk')
  const answers = await repeat({ name: 'disk' }, 3)
  await say({ name: 'disk' })
  assert.deepEqual([...new Set(answers.map(({ outcome }) => outcome))], ['joined'])
  assert.equal(answers.length, 3)
  assert.deepEqual(
    (await counts()).map(({ repeat_count }) => repeat_count),
    [5],
  )
  const stored = await runSql(url, 'SELECT times, incident_id, message FROM alerts ORDER BY id')
  assert.deepEqual(
    stored.map(({ times }) => times),
    [1, 1, 3, 1],
  )
  assert.deepEqual(new Set(stored.map(({ incident_id }) => incident_id)), new Set([answers[0]?.incidentId]))
})

test('so is one that nobody had heard of: it opens its incident once and counts the rest', async (t) => {
  const { repeat, url } = await openKnown(t, 'disk')
  const answers = await repeat({ name: 'memory' }, 4)
  assert.deepEqual(
    answers.map(({ outcome }) => outcome),
    ['opened', 'joined', 'joined', 'joined'],
  )
  const [stored] = await runSql(url, 'SELECT times, incident_id FROM alerts ORDER BY id DESC LIMIT 1')
  assert.deepEqual(stored, { times: 4, incident_id: answers[0]?.incidentId })
})

test('a minute after it was told last it is told again, with all that came since', async (t) => {
  const { say, counts, url } = await openKnown(t, 'disk')
  await say({ name: 'disk' })
  await runSql(url, `UPDATE clock_shift SET shift = interval '2 hours'`)
  await say({ name: 'disk', summary: 'disk is full' }, { name: 'disk' })
  assert.deepEqual(await counts(), [{ title: 'disk is full', repeat_count: 4, repeats_untold: 0, severity: 'warning' }])
  const repeated = (await runSql(url, EVENTS)).map(({ kind, data }) => [kind, JSON.parse(String(data))])
  assert.deepEqual(repeated, [
    ['alert_repeated', { count: 1, total: 1, message: 'disk is full' }],
    ['alert_repeated', { count: 3, total: 4, message: 'disk is full' }],
  ])
})

test('one that becomes worse, or says something else, is counted too, and its incident says so', async (t) => {
  const { say, counts } = await openKnown(t, 'disk', 'memory')
  await say({ name: 'disk', severity: 'critical' }, { name: 'memory' })
  await say({ name: 'disk', severity: 'critical' }, { name: 'memory', summary: 'memory is gone' })
  assert.deepEqual(await counts(), [
    { title: 'disk is full', repeat_count: 3, repeats_untold: 2, severity: 'critical' },
    { title: 'memory is gone', repeat_count: 3, repeats_untold: 2, severity: 'warning' },
  ])
})

const WAITING = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

test('one whose incident was closed between the look and the count opens a new one', async (t) => {
  const { say, url } = await openKnown(t, 'disk')
  const [before] = await runSql(url, 'SELECT id FROM incidents')
  const closer = await openSql(url)
  t.after(() => closer.end())
  await closer.query('BEGIN')
  await closer.query(`UPDATE incidents SET status = 'resolved'`)
  await closer.query('DELETE FROM alert_keys')
  await closer.query(
    `INSERT INTO incident_events (incident_id, kind, status, data) SELECT id, 'incident_resolved', 'resolved', '{}' FROM incidents`,
  )
  const saying = Promise.all(Array.from({ length: 4 }, () => say({ name: 'disk' })))
  await eventually('all of them wait for it', async () => (await runSql(url, WAITING))[0]?.count === 4)
  await closer.query('COMMIT')
  const answers = await saying
  const [after] = await say({ name: 'disk' })
  assert.notEqual(after?.incidentId, before?.id)
  assert.deepEqual([...new Set(answers.flat().map(({ incidentId }) => incidentId))], [after?.incidentId])
  assert.deepEqual(await runSql(url, 'SELECT repeat_count FROM incidents ORDER BY seq'), [
    { repeat_count: 1 },
    { repeat_count: 4 },
  ])
})

const LOOKS = ['read-key-holders', 'take-news']

test('what was looked up once is not looked up again while it stays known', async (t) => {
  const { say, counts, asked } = await openKnown(t, 'disk', 'memory')
  await say({ name: 'disk' }, { name: 'memory' })
  const before = asked.length
  for (let time = 0; time < 3; time += 1) await say({ name: 'disk' }, { name: 'memory' }, { name: 'disk' })
  assert.deepEqual(
    asked.slice(before).filter((name) => LOOKS.includes(name)),
    [],
  )
  assert.deepEqual(
    (await counts()).map(({ repeat_count }) => repeat_count),
    [8, 5],
  )
})

test('one that is reopened after another took its alert over counts no repeats of it', async (t) => {
  const { say, url, database } = await openKnown(t, 'disk')
  const [first] = await say({ name: 'disk' })
  const elsewhere = createAlertStore({
    database,
    numbers: new IncidentNumbers(database, { now: () => new Date() }),
    silences: silencesOf(database),
    holds: async () => NO_HOLD,
  })
  const incidentId = first?.incidentId ?? ''
  await walk(database, incidentId, 'pending', 'resolved')
  const [second] = await elsewhere.accept([webhook({ name: 'disk' })])
  await walk(database, incidentId, 'resolved', 'escalated')
  const [answer] = await say({ name: 'disk' })
  assert.equal(second?.outcome, 'opened')
  assert.deepEqual(answer, { incidentId: second?.incidentId, outcome: 'joined' })
  assert.deepEqual(await runSql(url, 'SELECT repeat_count FROM incidents ORDER BY seq'), [
    { repeat_count: 2 },
    { repeat_count: 1 },
  ])
})
