/** Nobody waits for a ghost: an instance that stands still, or is cut off, costs the others next to nothing. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { createAlertStore } from '../../src/edges/store/alert-records.ts'
import { inTransaction } from '../../src/edges/store/database.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { NO_HOLD } from '../../src/edges/store/rhythm-records.ts'
import { createStoreClock } from '../../src/edges/store/store-clock.ts'
import { createSweepStore } from '../../src/edges/store/sweep-leases.ts'
import { HeldUp } from '../../src/story/alert/alert-store.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { groupOf } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import {
  createRuns,
  freshRecords,
  letPass,
  openIncident,
  openRecords,
  SILENT_LOG,
  silencesOf,
} from '../world/records.ts'
import { startTestService } from '../world/service.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'

const LOCK = 'SELECT FROM firebreak.incidents WHERE id = $1 FOR NO KEY UPDATE'

/** A session that nobody ends: it holds what it holds until the test is over. */
async function holdForEver(t: TestContext, url: string, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(() => client.end())
  await client.query('BEGIN')
  await client.query(sql, values)
}

test('an incident that somebody holds and stands still costs its own alerts an answer, and no others', async (t) => {
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const send = (fingerprint: string) =>
    service.ask('POST', '/api/alert', { body: groupOf([{ fingerprint }], `{}:{alertname="${fingerprint}"}`) })
  const { incident_id: id } = (await send('held')).body.data
  await send('other')
  await holdForEver(t, service.databaseUrl, LOCK, [id])
  const fingerprints = ['held', ...Array.from({ length: 20 }, (_, index) => (index % 2 ? 'other' : `new-${index}`))]
  const answers = await Promise.all(fingerprints.map(send))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, ...Array.from({ length: 20 }, () => 202)],
  )
})

test('news that somebody stands still with is waited for by its own alert alone, also in a storm of news', async (t) => {
  const { url, database } = await freshRecords(t)
  const numbers = new IncidentNumbers(database, createStoreClock(database))
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  const news = (fingerprint: string) =>
    readAlert(groupOf([{ fingerprint }], `{}:{alertname="${fingerprint}"}`), { senderIsAlertBot: false, via: 'api' })
  const [claimed, other] = [news('claimed'), news('other')]
  const key = claimed.members[0]?.key
  await holdForEver(t, url, 'INSERT INTO firebreak.alert_keys VALUES ($1, $2)', [key, 'INC-20260501-001'])
  await assert.rejects(store.accept([claimed, other], 'hasty'), HeldUp)
  assert.deepEqual(
    (await store.accept([other], 'none')).map(({ outcome }) => outcome),
    ['opened'],
  )
})

test('whoever stands still while claiming is not waited for', async (t) => {
  const { url, database } = await freshRecords(t)
  const store = createRuns(database)
  await openIncident(database, { message: 'waits' })
  await store.renewLease('living', 10)
  await holdForEver(t, url, 'SELECT pg_advisory_xact_lock($1)', [7_210_533_003])
  assert.deepEqual(await store.claimDiagnoses('living', 4), [])
})

test('rows of an instance that is cut off in the middle of a transaction are free again before others give up waiting', async (t) => {
  const { proxy, DATABASE_URL, adminUrl } = await storeBehindProxy(t)
  await migrate({ url: DATABASE_URL, log: SILENT_LOG })
  const [cutOff, living] = [openRecords(t, DATABASE_URL), openRecords(t, adminUrl)]
  const id = await openIncident(cutOff, { message: 'held' })
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const holding = inTransaction(cutOff, async (connection) => {
    await connection.query(LOCK, [id])
    hold()
    await woken
  })
  await isHeld
  proxy.freeze()
  // Less than an instance could hold it before.
  await inTransaction(living, (connection) => connection.query(LOCK, [id]), { lockWithinMs: 10_000 })
  await proxy.mend()
  wake()
  await assert.rejects(holding)
})

test('a sweep whose instance vanished is done by another when its time is up, and by nobody before', async (t) => {
  const { database } = await freshRecords(t)
  await database.query(`INSERT INTO sweep_leases VALUES ('tidy', 'gone', firebreak_now() + interval '15 seconds')`)
  const { alone } = createSweepStore(database)
  assert.equal(await alone('tidy', async () => 'done'), undefined)
  await letPass(database, '16 seconds')
  assert.equal(await alone('tidy', async () => 'done'), 'done')
  assert.equal(await alone('tidy', async () => 'again'), 'again')
})

test('whoever stood still in the middle of a sweep notices that it is another’s', async (t) => {
  const { database } = await freshRecords(t)
  const { alone } = createSweepStore(database)
  const seen = await alone('tidy', async (isStillOurs) => {
    const before = await isStillOurs()
    await letPass(database, '16 seconds')
    const other = await alone('tidy', async () => isStillOurs())
    return [before, other, await isStillOurs()]
  })
  assert.deepEqual(seen, [true, false, true])
})

test('a machine that is gone without a word is noticed in seconds, on both sides', async (t) => {
  const { database } = await freshRecords(t)
  const { rows } = await database.query(
    `SELECT name, setting::int AS value, unit FROM pg_settings WHERE name = ANY($1) ORDER BY name`,
    [['client_connection_check_interval', 'idle_in_transaction_session_timeout', 'lock_timeout']],
  )
  assert.deepEqual(
    rows.map(({ name, value, unit }) => `${name} ${value} ${unit}`),
    [
      'client_connection_check_interval 2000 ms',
      'idle_in_transaction_session_timeout 3000 ms',
      'lock_timeout 10000 ms',
    ],
  )
  await eventually('the store answers', async () => (await database.query('SELECT 1')).rowCount === 1)
})
