/** A restored copy believes in the past. It takes alerts and can be read, but acts only after an operator released it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Database } from '../../src/edges/store/database.ts'
import { createDecisionStore } from '../../src/edges/store/decision-records.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import { openChatWorld } from '../world/chat-world.ts'
import { runCommand } from '../world/command-line.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { eventually } from '../world/eventually.ts'
import { SILENT_LOG } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { SECRET_KEY, type Waiting } from '../world/waiting-plan.ts'

const execute = promisify(execFile)

const warningsOf = async ({ get }: TestService): Promise<string> =>
  (await get('/api/status')).body.data.warnings.join('\n')

const confirm = ({ ask }: TestService, { id, digest }: Waiting) =>
  ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })

/** The word of a person, with no instance there to act on it: the moment in which the backup is taken. */
async function approve(database: Database, { id, digest }: Waiting): Promise<void> {
  const store = createDecisionStore({ database, sealer: createSealer(SECRET_KEY), onCommit: () => {} })
  const word = { decision: 'confirm', by: 'ann', via: 'api', comment: '' } as const
  assert.deepEqual(await store.decide({ incidentId: id, digest, ...word }), { accepted: true, status: 'executing' })
}

/** The same rows in another database, which takes the place of the first under its name. */
async function putCopyInPlace(url: string): Promise<void> {
  const admin = process.env.TEST_DATABASE_ADMIN_URL ?? ''
  const { pathname, username } = new URL(url)
  const name = pathname.slice(1)
  await runSql(admin, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await runSql(admin, `ALTER DATABASE ${name} RENAME TO ${name}_gone`)
  await runSql(admin, `CREATE DATABASE ${name} TEMPLATE ${name}_gone OWNER ${username}`)
  await runSql(admin, `DROP DATABASE ${name}_gone WITH (FORCE)`)
}

test('a copy neither carries out what was approved nor says what was owed, until it is released', async (t) => {
  const world = await openChatWorld(t, { deployments: ['checkout', 'cart'], instances: 0 })
  const approved = await world.plant('checkout')
  const waiting = await world.plant('cart')
  await approve(world.database, approved)
  await world.database.query(`INSERT INTO chat_outbox (key, chat_id, text) VALUES ('old', 'oc_ops', 'of yesterday')`)
  await putCopyInPlace(world.databaseUrl)
  const service = await world.startInstance()

  assert.match(await warningsOf(service), /Held since \S+ .*restored copy.*firebreak release\./)
  assert.equal((await service.get('/healthz')).body.status, 'healthy')
  assert.equal((await service.ask('POST', '/api/alert', { body: { message: 'cart is slow' } })).status, 202)
  const refused = await confirm(service, waiting)
  assert.equal(refused.status, 409)
  assert.match(refused.body.error.message, /is held .*firebreak release/)
  assert.equal((await service.get(`/api/incidents/${approved.id}`)).body.data.status, 'executing')
  const [left] = await runSql(service.databaseUrl, `SELECT state FROM firebreak.runs WHERE kind = 'execute'`)
  assert.deepEqual(left, { state: 'cancelled' })

  const released = await service.ask('POST', '/api/release')
  assert.deepEqual(released.body.data, { was_held: true, escalated: [approved.id] })
  assert.equal(world.cluster.recorder.changes().length, 0)
  assert.doesNotMatch(await warningsOf(service), /Held/)
  const { body, text } = await service.get(`/api/incidents/${approved.id}`)
  assert.equal(body.data.status, 'escalated')
  assert.match(text, /has not carried it out since and does not know what became of it/)
  assert.equal((await service.get('/api/audit')).body.data.items[0].action, 'store.released')

  assert.equal((await confirm(service, waiting)).status, 200)
  await eventually('what is confirmed now is carried out', async () => world.cluster.recorder.changes().length === 1)
  assert.equal(world.cluster.recorder.changes()[0]?.name, 'cart')
  await world.card(approved.id)
  const [note] = await runSql(
    service.databaseUrl,
    `SELECT sent_at, failure FROM firebreak.chat_outbox WHERE key = 'old'`,
  )
  assert.deepEqual(note, { sent_at: null, failure: 'Held back with the database.' })
})

test('the database itself is not held when it is started again, nor a copy with FIREBREAK_HOLD=false', async (t) => {
  const first = await startTestService(t)
  await first.stop()
  const again = await startTestService(t, { environment: { DATABASE_URL: first.databaseUrl } })
  assert.doesNotMatch(await warningsOf(again), /Held/)
  await again.stop()
  await putCopyInPlace(first.databaseUrl)
  const environment = { DATABASE_URL: first.databaseUrl, FIREBREAK_HOLD: 'false' }
  const copy = await startTestService(t, { environment })
  assert.doesNotMatch(await warningsOf(copy), /Held/)
})

test('an ordinary owner is told the server and its timeline; where they are withheld, the database and its table', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  await migrate({ url, log: SILENT_LOG })
  const identity = async () => String((await runSql(url, 'SELECT store_identity() AS identity'))[0]?.identity)
  assert.match(await identity(), /^\d{10,} [0-9A-F]{8} \d+ \d+$/)
  await runSql(adminUrl, 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC')
  assert.match(await identity(), /^withheld \d+ \d+$/)
})

test('FIREBREAK_HOLD=true starts held, and firebreak release lifts it while it runs', async (t) => {
  const service = await startTestService(t, { environment: { FIREBREAK_HOLD: 'true' } })
  assert.match(await warningsOf(service), /FIREBREAK_HOLD=true/)
  assert.match((await service.get('/metrics')).text, /^firebreak_held 1$/m)
  const released = await runCommand(t, ['release'], { DATABASE_URL: service.databaseUrl })
  assert.match(released.out, /^Released: Firebreak acts again/)
  assert.doesNotMatch(await warningsOf(service), /Held/)
  assert.equal((await service.ask('POST', '/api/release')).body.data.was_held, false)
})

test('a dump restored into the very same database is noticed too', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const before = await startTestService(t, { environment: { DATABASE_URL: url } })
  await before.stop()
  const [server] = await runSql(adminUrl, `SELECT current_setting('server_version_num')::int / 10000 AS major`)
  const tool = await execute('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  const major = Number(/(\d+)/.exec(tool.stdout)?.[1] ?? 0)
  if (major < Number(server?.major)) return t.skip('There is no pg_dump as new as the server.')
  const file = join(await temporaryFolder(t, 'dump'), 'firebreak.dump')
  await execute('pg_dump', ['--format=custom', '--schema=firebreak', `--file=${file}`, url])
  await execute('pg_restore', ['--clean', '--if-exists', '--no-owner', `--dbname=${url}`, file])
  const after = await startTestService(t, { environment: { DATABASE_URL: url } })
  assert.match(await warningsOf(after), /restored copy/)
})
