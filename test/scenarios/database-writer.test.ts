/** Who can write into our database and does not have the secret key: each test is what such a hand did, and what comes of it. */
import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import canonicalize from 'canonicalize'
import { appendAudit } from '../../src/edges/store/audit-records.ts'
import { AuditWatch } from '../../src/edges/store/audit-watch.ts'
import { inTransaction, openDatabase } from '../../src/edges/store/database.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { createSecretBox } from '../../src/edges/store/secret-box.ts'
import { createSettingsStore } from '../../src/edges/store/settings-records.ts'
import { issueKey } from '../../src/guidance/access/api-key.ts'
import { runCommand } from '../world/command-line.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { eventually } from '../world/eventually.ts'
import { SILENT_LOG } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase, migratedDatabase } from '../world/stores.ts'
import { openWaitingWorld, SECRET_KEY } from '../world/waiting-plan.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const KEYED = { FIREBREAK_SECRET_KEY: SECRET_KEY }
const ADMIN = 'an-admin-key-of-this-test-0123456789'

const warningsOf = async ({ get }: TestService, key: string): Promise<string> =>
  (await get('/api/status', { key })).body.data.warnings.join('\n')

/** As a key would be stored, but by a hand of its own; the generation tells every instance to look. */
async function insertKey(url: string, role: 'admin' | 'viewer' = 'admin'): Promise<string> {
  const { key, record } = issueKey('stranger', role)
  await runSql(
    url,
    `INSERT INTO firebreak.api_keys (id, name, role, secret_hash, created_by) VALUES ($1, 'stranger', $2, $3, 'somebody')`,
    [record.id, role, record.secretHash],
  )
  await runSql(url, 'UPDATE firebreak.generations SET generation = generation + 1')
  return key
}

test('a key inserted into the database confirms nothing, opens nothing, and is told of', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const waiting = await world.plant('checkout')
  const service = await world.startInstance({ API_KEY: ADMIN })
  const key = await insertKey(world.databaseUrl)
  const body = { decision: 'confirm', digest: waiting.digest }
  const answer = await service.ask('POST', `/api/incidents/${waiting.id}/decision`, { key, body })
  assert.equal(answer.status, 401)
  assert.equal(world.cluster.recorder.changes().length, 0)
  assert.match(await warningsOf(service, ADMIN), /Stored API keys that do not bear the seal .* do not count/)
})

test('a key raised to another role in the database is worth nothing, and a forged session no more', async (t) => {
  const service = await startTestService(t, { environment: { ...KEYED, API_KEY: ADMIN } })
  const issued = await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: 'reader', role: 'viewer' } })
  const { key, id } = issued.body.data
  assert.equal((await service.get('/api/incidents', { key })).status, 200)

  const token = randomBytes(32).toString('base64url')
  const [row] = await runSql(service.databaseUrl, 'SELECT secret_hash FROM firebreak.api_keys WHERE id = $1', [id])
  const binding = createHmac('sha256', token)
    .update('key')
    .update(row?.secret_hash as Buffer)
    .digest()
  await runSql(
    service.databaseUrl,
    `INSERT INTO firebreak.sessions (id_hash, key_id, key_binding, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest(), id, binding],
  )
  const signedIn = await service.get('/api/incidents', {
    headers: { cookie: `sid=${token}; firebreak_session=${token}` },
  })
  assert.equal(signedIn.status, 401)

  await runSql(service.databaseUrl, `UPDATE firebreak.api_keys SET role = 'admin' WHERE id = $1`, [id])
  await runSql(service.databaseUrl, 'UPDATE firebreak.generations SET generation = generation + 1')
  assert.equal((await service.get('/api/keys', { key })).status, 401)
})

test('keys that do not count still keep the house shut', async (t) => {
  const { url } = await migratedDatabase(t)
  await insertKey(url)
  const service = await startTestService(t, { environment: { ...KEYED, DATABASE_URL: url } })
  assert.equal((await service.get('/api/incidents')).status, 401)
})

test('a sealed secret cannot be moved to another server, nor a policy be written past us', async (t) => {
  const service = await startTestService(t, { environment: { ...KEYED, API_KEY: ADMIN } })
  const { ask, databaseUrl } = service
  const given = { LLM_BASE_URL: 'https://model.example', LLM_API_KEY: 'the-key-of-the-model', HOURLY_QUOTA: 3 }
  assert.equal((await ask('PUT', '/api/config', { key: ADMIN, body: given })).status, 200)
  const inForce = async (name: string) =>
    (await ask('GET', '/api/settings', { key: ADMIN })).body.data.settings.find(
      (setting: { key: string }) => setting.key === name,
    )
  assert.equal((await inForce('LLM_API_KEY')).layer, 'runtime')

  await runSql(
    databaseUrl,
    `UPDATE firebreak.settings SET bound_origin = 'https://thief.example' WHERE key = 'LLM_API_KEY'`,
  )
  await runSql(
    databaseUrl,
    `UPDATE firebreak.settings SET value = '"https://thief.example"' WHERE key = 'LLM_BASE_URL'`,
  )
  await runSql(databaseUrl, `UPDATE firebreak.settings SET value = '9999' WHERE key = 'HOURLY_QUOTA'`)
  await runSql(databaseUrl, 'UPDATE firebreak.generations SET generation = generation + 1')
  assert.notEqual((await inForce('LLM_API_KEY')).layer, 'runtime')
  assert.notEqual((await inForce('LLM_BASE_URL')).value, 'https://thief.example')
  assert.equal((await inForce('HOURLY_QUOTA')).value, 10)
  const warnings = await warningsOf(service, ADMIN)
  for (const name of ['LLM_API_KEY', 'LLM_BASE_URL', 'HOURLY_QUOTA']) assert.ok(warnings.includes(name), name)

  // Even where no row's seal were looked at: the value itself is sealed to its origin.
  const database = openDatabase({ url: databaseUrl, log: SILENT_LOG })
  t.after(() => database.close())
  const secretBox = createSecretBox(SECRET_KEY)
  const loaded = await createSettingsStore({ database, secretBox, log: SILENT_LOG }).load(undefined)
  assert.ok(loaded !== 'unchanged' && !loaded.value.has('LLM_API_KEY'))
})

/** As the superuser, past the trigger. */
const tamper = (adminUrl: string, sql: string) => runSql(adminUrl, `SET session_replication_role = replica; ${sql}`)

const addEntry = (url: string, action: string) => {
  const database = openDatabase({ url, log: SILENT_LOG })
  const entry = { actor: 'nobody', action, target: 'x', details: {} }
  return inTransaction(database, (connection) => appendAudit(connection, entry)).finally(() => database.close())
}

test('a trail written anew from its first entry is seen through, at the start, in status and in metrics', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const environment = { ...KEYED, DATABASE_URL: url, API_KEY: ADMIN }
  const before = await startTestService(t, { environment })
  await before.ask('PUT', '/api/config', { key: ADMIN, body: { HOURLY_QUOTA: 3 } })
  await before.stop()
  await tamper(adminUrl, 'DELETE FROM firebreak.audit')
  // The chain is as good as ours, but for what needs the key.
  await addEntry(url, 'harmless.first')
  await addEntry(url, 'harmless.second')
  const after = await startTestService(t, { environment })
  assert.match(await warningsOf(after, ADMIN), /The audit trail is broken: entry 1 was changed/)
  assert.equal((await after.get('/api/status', { key: ADMIN })).body.data.audit_head.is_intact, false)
  assert.match((await after.get('/metrics')).text, /^firebreak_audit_broken 1$/m)
  assert.match(after.logged(), /The head of the audit trail/)
  const { out } = await runCommand(t, ['doctor'], { ...KEYED, DATABASE_URL: url })
  assert.match(out, /The audit trail is broken: entry 1 was changed, taken away, or written without/)
})

test('the head is told in log, status and metrics, and a trail cut short is noticed', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { ...KEYED, DATABASE_URL: url, API_KEY: ADMIN } })
  for (const HOURLY_QUOTA of [3, 4]) await service.ask('PUT', '/api/config', { key: ADMIN, body: { HOURLY_QUOTA } })
  const { audit_head } = (await service.get('/api/status', { key: ADMIN })).body.data
  assert.equal(audit_head.is_intact, true)
  assert.match(audit_head.hash, /^[0-9a-f]{64}$/)
  await eventually('it is in the metrics', async () =>
    (await service.get('/metrics')).text.includes(`firebreak_audit_head{hash="${audit_head.hash}"} ${audit_head.seq}`),
  )
  const database = openDatabase({ url, log: SILENT_LOG, secretKey: SECRET_KEY })
  t.after(() => database.close())
  const watch = new AuditWatch({ database, log: SILENT_LOG })
  await watch.check()
  assert.deepEqual(watch.warnings(), [])
  await tamper(adminUrl, `DELETE FROM firebreak.audit WHERE seq = ${audit_head.seq}`)
  await watch.check()
  assert.match(watch.warnings().join(), new RegExp(`entry ${audit_head.seq} was changed, taken away`))
})

test('what policy refuses and what is carried out is on the trail', async (t) => {
  const world = await openWaitingWorld(t, ['checkout', 'cart'])
  const [carriedOut, refused] = [await world.plant('checkout'), await world.plant('cart')]
  const service = await world.startInstance()
  const confirm = ({ id, digest }: typeof refused) =>
    service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })
  const entriesOf = async ({ id }: typeof refused): Promise<{ action: string; details: { reason?: string } }[]> =>
    (await service.get('/api/audit')).body.data.items.filter(({ target }: { target: string }) => target === id)
  const actionsOf = async (waiting: typeof refused) => (await entriesOf(waiting)).map(({ action }) => action)
  await confirm(carriedOut)
  await eventually('the step is on the trail', async () => (await actionsOf(carriedOut)).includes('step.completed'))
  assert.deepEqual((await actionsOf(carriedOut)).slice(0, 3), ['step.completed', 'step.started', 'incident.confirm'])
  await service.ask('PUT', '/api/config', { body: { REMEDIATION_ENABLED: false } })
  await confirm(refused)
  await eventually('the refusal is on the trail', async () => (await actionsOf(refused)).includes('policy.refused'))
  assert.deepEqual((await actionsOf(refused)).slice(0, 2), ['policy.refused', 'incident.confirm'])
})

/** The store as the version before left it: no row bears a seal. */
async function storeOfBefore(t: TestContext) {
  const { url } = await freshDatabase(t)
  const folder = join(await temporaryFolder(t, 'before'), 'migrations')
  await mkdir(folder)
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < '0016'))
    await cp(join(MIGRATIONS, name), join(folder, name))
  await migrate({ url, log: SILENT_LOG, folder: pathToFileURL(`${folder}/`) })
  const { key, record } = issueKey('admin of before', 'admin')
  await runSql(
    url,
    `INSERT INTO firebreak.api_keys (id, name, role, secret_hash, created_by) VALUES ($1, $2, $3, $4, 'command line')`,
    [record.id, record.name, record.role, record.secretHash],
  )
  const origin = 'https://model.example'
  await runSql(
    url,
    `INSERT INTO firebreak.settings (key, value, sealed_value, bound_origin, updated_by)
     VALUES ('LLM_API_KEY', NULL, $1, $2, 'x'), ('LLM_BASE_URL', '"https://model.example"', NULL, NULL, 'x')`,
    [createSecretBox(SECRET_KEY).seal('LLM_API_KEY', '"of before"'), origin],
  )
  const entry = { seq: '1', at: '2026-01-01T00:00:00.000Z', actor: 'a', action: 'b', target: 'c', details: '{}' }
  const content = { ...entry, previous_hash: '0'.repeat(64) }
  const hash = createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest()
  await runSql(
    url,
    `INSERT INTO firebreak.audit (seq, at, actor, action, target, details, previous_hash, hash) VALUES (1, $1, 'a', 'b', 'c', '{}', $2, $3)`,
    [entry.at, Buffer.alloc(32), hash],
  )
  return { url, key }
}

test('an upgrade seals what is there, once, and says so; what comes later without a seal does not count', async (t) => {
  const { url, key } = await storeOfBefore(t)
  const environment = { ...KEYED, DATABASE_URL: url }
  const service = await startTestService(t, { environment })
  assert.equal(await warningsOf(service, key), '')
  const { settings } = (await service.get('/api/settings', { key })).body.data
  const modelKey = settings.find((setting: { key: string }) => setting.key === 'LLM_API_KEY')
  assert.equal(modelKey.layer, 'runtime')
  const [sealed] = (await service.get('/api/audit', { key })).body.data.items
  assert.deepEqual([sealed.action, sealed.actor, sealed.details.entries], ['audit.sealed', 'upgrade', 1])
  await service.stop()

  const stranger = await insertKey(url)
  const again = await startTestService(t, { environment })
  assert.equal((await again.get('/api/keys', { key: stranger })).status, 401)
  assert.equal((await again.get('/api/keys', { key })).status, 200)
  assert.match(await warningsOf(again, key), /firebreak seal takes them over/)
  const done = await runCommand(t, ['seal'], { DATABASE_URL: url, ...KEYED })
  assert.equal(done.code, 0, done.err)
  assert.equal((await again.get('/api/keys', { key: stranger })).status, 200)
})

test('without FIREBREAK_SECRET_KEY all goes on as it did', async (t) => {
  const { url, key } = await storeOfBefore(t)
  const service = await startTestService(t, { environment: { DATABASE_URL: url } })
  assert.equal((await service.get('/api/keys', { key })).status, 200)
  assert.equal((await service.ask('PUT', '/api/config', { key, body: { HOURLY_QUOTA: 4 } })).status, 200)
  assert.equal((await service.get('/api/status', { key })).body.data.audit_head.is_intact, true)
  const refused = await runCommand(t, ['seal'], { DATABASE_URL: url })
  assert.match(refused.err, /FIREBREAK_SECRET_KEY is not set/)
})
