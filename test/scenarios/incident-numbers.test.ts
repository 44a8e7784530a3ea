/** Numbers are committed without waiting for the disk, so a store that dies at once may have forgotten the last ones. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { createAlertStore } from '../../src/edges/store/alert-records.ts'
import { openDatabase } from '../../src/edges/store/database.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { NO_HOLD } from '../../src/edges/store/rhythm-records.ts'
import { createStoreClock } from '../../src/edges/store/store-clock.ts'
import type { Problem } from '../../src/problem.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { closeLast } from '../world/closing.ts'
import { eventually } from '../world/eventually.ts'
import { layCluster } from '../world/laid-cluster.ts'
import { SILENT_LOG, silencesOf } from '../world/records.ts'
import { openSql, runSql } from '../world/sql.ts'

test('a number is not given twice, although the store forgot that it was taken', async (t) => {
  const postgres = await startForgetfulPostgres(t)
  const takeIn = openIntake(t, postgres.url)
  await keepFromVacuuming(postgres.adminUrl)
  const logWriters = await holdLogWriters(t, postgres.adminUrl)
  const blocker = await openSql(postgres.url)
  blocker.on('error', () => 'It goes down with the server.')
  await blocker.query('BEGIN; LOCK TABLE alerts IN EXCLUSIVE MODE')
  const interrupted = takeIn('one')
  await eventually('the intake waits with a number in its hand', () => isWaiting(postgres.url))
  process.kill(postgres.pid, 'SIGQUIT')
  await assert.rejects(interrupted, ({ code }: Problem) => code === 'SERVICE_UNAVAILABLE')
  logWriters.goOn()
  await eventually('the store is back', () => runSql(postgres.url, 'SELECT').catch(() => undefined))
  assert.deepEqual(await runSql(postgres.url, 'SELECT FROM incident_numbers'), [])
  const ids = [await takeIn('one'), await takeIn('two'), await takeIn('three')]
  assert.equal(new Set(ids).size, 3)
})

async function startForgetfulPostgres(t: TestContext): Promise<EmbeddedPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'firebreak-numbers-'))
  await layCluster(dataDirectory)
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: SILENT_LOG, durable: true })
  closeLast(t, async () => {
    await postgres.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  await migrate({ url: postgres.url, log: SILENT_LOG })
  return postgres
}

/** A worker that is at it right after the migrations commits, and with it whatever stands in the log before. */
async function keepFromVacuuming(adminUrl: string): Promise<void> {
  await runSql(adminUrl, 'ALTER SYSTEM SET autovacuum = off')
  await runSql(adminUrl, 'SELECT pg_reload_conf()')
  await eventually('nobody vacuums', async () => {
    const [row] = await runSql(
      adminUrl,
      `SELECT current_setting('autovacuum') = 'off' AND NOT EXISTS (
         SELECT FROM pg_stat_activity WHERE backend_type LIKE 'autovacuum%') AS is_quiet`,
    )
    return row?.is_quiet === true
  })
}

/**
 * Without them the log is written only when a commit asks for it, so what did not ask is lost for certain: one writes it
 * now and then, two before they write a page it speaks of, and one begins work that commits.
 */
const LOG_WRITERS = ['walwriter', 'background writer', 'checkpointer']

async function holdLogWriters(t: TestContext, adminUrl: string): Promise<{ goOn(): void }> {
  const kinds = LOG_WRITERS.map((kind) => `'${kind}'`).join()
  const rows = await runSql(adminUrl, `SELECT pid FROM pg_stat_activity WHERE backend_type IN (${kinds})`)
  const held = rows.map(({ pid }) => Number(pid))
  for (const pid of held) process.kill(pid, 'SIGSTOP')
  const goOn = () => {
    // A server that ends waits for them a few seconds, and then ends them by force.
    for (const pid of held.splice(0)) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT')
  }
  t.after(goOn)
  return { goOn }
}

function openIntake(t: TestContext, url: string): (message: string) => Promise<string> {
  const database = openDatabase({ url, log: SILENT_LOG })
  t.after(() => database.close())
  const numbers = new IncidentNumbers(database, createStoreClock(database))
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  return async (message) => {
    const alert = readAlert({ message }, { senderIsAlertBot: false, via: 'api' })
    const [accepted] = await store.accept([alert])
    return accepted?.incidentId ?? ''
  }
}

async function isWaiting(url: string): Promise<boolean> {
  const rows = await runSql(url, `SELECT FROM pg_locks WHERE NOT granted AND relation = 'alerts'::regclass`)
  return rows.length > 0
}
