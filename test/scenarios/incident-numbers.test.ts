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
import { createStoreClock } from '../../src/edges/store/store-clock.ts'
import type { Problem } from '../../src/problem.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { closeLast } from '../world/closing.ts'
import { eventually } from '../world/eventually.ts'
import { SILENT_LOG, silencesOf } from '../world/records.ts'
import { openSql, runSql } from '../world/sql.ts'

test('a number is not given twice, although the store forgot that it was taken', async (t) => {
  const postgres = await startForgetfulPostgres(t)
  const takeIn = openIntake(t, postgres.url)
  const logWriter = await holdLogWriter(t, postgres.adminUrl)
  const blocker = await openSql(postgres.url)
  blocker.on('error', () => 'It goes down with the server.')
  await blocker.query('BEGIN; LOCK TABLE alerts IN EXCLUSIVE MODE')
  const interrupted = takeIn('one')
  await eventually('the intake waits with a number in its hand', () => isWaiting(postgres.url))
  process.kill(postgres.pid, 'SIGQUIT')
  await assert.rejects(interrupted, ({ code }: Problem) => code === 'SERVICE_UNAVAILABLE')
  logWriter.goOn()
  await eventually('the store is back', () => runSql(postgres.url, 'SELECT').catch(() => undefined))
  assert.deepEqual(await runSql(postgres.url, 'SELECT FROM incident_numbers'), [])
  const ids = [await takeIn('one'), await takeIn('two'), await takeIn('three')]
  assert.equal(new Set(ids).size, 3)
})

async function startForgetfulPostgres(t: TestContext): Promise<EmbeddedPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'firebreak-numbers-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: SILENT_LOG, durable: true })
  closeLast(t, async () => {
    await postgres.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  await migrate({ url: postgres.url, log: SILENT_LOG })
  return postgres
}

/** Without it the log is written only when a commit asks for it, so what did not ask is lost for certain. */
async function holdLogWriter(t: TestContext, adminUrl: string): Promise<{ goOn(): void }> {
  const [writer] = await runSql(adminUrl, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'`)
  const pid = Number(writer?.pid)
  process.kill(pid, 'SIGSTOP')
  let isHeld = true
  const goOn = () => {
    // A server that ends waits for it a few seconds, and then ends it by force.
    if (isHeld && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT')
    isHeld = false
  }
  t.after(goOn)
  return { goOn }
}

function openIntake(t: TestContext, url: string): (message: string) => Promise<string> {
  const database = openDatabase({ url, log: SILENT_LOG })
  t.after(() => database.close())
  const numbers = new IncidentNumbers(database, createStoreClock(database))
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), flapHoldSeconds: async () => 0 })
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
