/** What closed incidents taught us: written down for each of them, found again for the next of its kind. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../src/edges/store/database.ts'
import { createIncidentStore } from '../../src/edges/store/incident-records.ts'
import { rememberClosed } from '../../src/edges/store/memory-records.ts'
import { createMemory } from '../../src/edges/store/memory-search.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { removeOld } from '../../src/edges/store/sweep-records.ts'
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import { askedKey } from '../../src/story/diagnosis/memory/remembered.ts'
import { groupOf } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, letPass, openIncident, openRecords, SILENT_LOG, walk } from '../world/records.ts'
import { freshDatabase } from '../world/stores.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const REDACTOR = createRedactor(() => ['s3cr3t-of-the-shop-77'])

async function rememberAll(database: Database): Promise<void> {
  while ((await rememberClosed(database, REDACTOR)) > 0);
}

async function similarTo(database: Database, id: string) {
  const found = await createIncidentStore({ database, onCommit: () => {} }).find(id)
  assert.ok(found)
  return createMemory(database).similarTo(id, askedKey(found.incident), 5)
}

const crashing = (pod: string, more: Record<string, string> = {}) =>
  groupOf([{ fingerprint: pod, labels: { alertname: 'KubePodCrashLooping', namespace: 'shop', pod, ...more } }])

async function closed(database: Database, body: unknown): Promise<string> {
  const id = await openIncident(database, body)
  await walk(database, id, 'pending', 'resolved')
  return id
}

test('a closed incident is found by the same alert on another pod of the same workload', async (t) => {
  const { database } = await freshRecords(t)
  const old = await closed(database, crashing('web-7d4f9c8b54-vq8xm'))
  await closed(database, crashing('cart-7d4f9c8b54-aaaaa'))
  await rememberAll(database)
  const open = await openIncident(database, crashing('web-66c5d7f9bb-zz2tk'))
  const [first, ...others] = await similarTo(database, open)
  assert.equal(first?.id, old)
  assert.equal(first?.why, 'the same alert on shop/web')
  assert.equal(first?.worked, null)
  assert.ok(!others.some(({ id }) => id === old || id === open))
})

test('what bears the same name and is about somebody else is not called the same alert', async (t) => {
  const { database } = await freshRecords(t)
  const old = await closed(database, crashing('cart-7d4f9c8b54-aaaaa'))
  await rememberAll(database)
  const open = await openIncident(database, crashing('web-66c5d7f9bb-zz2tk'))
  const [first] = await similarTo(database, open)
  assert.equal(first?.id, old)
  assert.match(first?.why ?? '', /^an alert of the same name on shop\/cart, and the words in common: /)
})

test('two words that many alerts say liken nobody to anybody', async (t) => {
  const { database } = await freshRecords(t)
  await closed(database, { message: 'Disk of crm-db is nearly full, WAL is kept by a slot' })
  await rememberAll(database)
  const open = await openIncident(database, { message: 'Disk is full on ci-runner-4' })
  assert.deepEqual(await similarTo(database, open), [])
  await closed(database, { message: 'Disk full' })
  await rememberAll(database)
  const [first] = await similarTo(database, await openIncident(database, { message: 'Full disk' }))
  assert.equal(first?.title, 'Disk full')
})

test('without a subject the words of the alert find it, in scripts without spaces too', async (t) => {
  const { database } = await freshRecords(t)
  const english = await closed(database, { message: 'The nightly invoice export stopped half way, 311 rows missing' })
  const chinese = await closed(database, { message: '订单支付服务响应超时' })
  await closed(database, { message: 'Disk of the build machine is nearly full' })
  await rememberAll(database)
  const again = await openIncident(database, { message: 'Invoice export stopped half way again, 87 rows missing' })
  const found = await similarTo(database, again)
  assert.deepEqual(
    found.map(({ id }) => id),
    [english],
  )
  assert.match(found[0]?.why ?? '', /words in common: invoice, export, stopped, half, way/)
  const other = await openIncident(database, { message: '支付服务响应超时，请处理' })
  assert.deepEqual(
    (await similarTo(database, other)).map(({ id }) => id),
    [chinese],
  )
})

test('what was closed before there was a memory is remembered too, and nothing secret is kept', async (t) => {
  const { url } = await freshDatabase(t)
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const all = new URL('../../migrations/', import.meta.url)
  await cp(all, folder, { recursive: true, filter: (path) => !path.endsWith('0009_memory.sql') })
  await migrate({ url, log: SILENT_LOG, folder: pathToFileURL(`${folder}/`) })
  const database = openRecords(t, url)
  const old = await closed(database, { message: 'Login with s3cr3t-of-the-shop-77 fails for everybody' })
  await migrate({ url, log: SILENT_LOG })
  await rememberAll(database)
  const { rows } = await database.query('SELECT incident_id, document FROM remembered_incidents')
  assert.deepEqual(
    rows.map(({ incident_id }) => incident_id),
    [old],
  )
  assert.doesNotMatch(rows[0].document, /s3cr3t/)
  assert.match(rows[0].document, /Login with .* fails/)
  assert.equal((await database.query('SELECT FROM memory_queue')).rows.length, 0)
})

test('one that cannot be read keeps no other waiting, and retention removes what it is about', async (t) => {
  const { database } = await freshRecords(t)
  const broken = await closed(database, crashing('web-0'))
  await database.query(`UPDATE incidents SET execution_result = 'no json' WHERE id = $1`, [broken])
  const sound = await closed(database, crashing('web-1'))
  await rememberAll(database)
  const ids = async () =>
    (await database.query('SELECT incident_id FROM remembered_incidents')).rows.map(({ incident_id }) => incident_id)
  assert.deepEqual(await ids(), [sound])
  await database.query('UPDATE incidents SET execution_result = NULL WHERE id = $1', [broken])
  await rememberAll(database)
  assert.deepEqual((await ids()).sort(), [broken, sound].sort())
  await letPass(database, '40 days')
  await removeOld(database, 30)
  assert.deepEqual(await ids(), [])
})

async function executed(t: TestContext, pace: 'at once' | 'by hand') {
  const world = await openWaitingWorld(t, ['checkout'], { pace })
  const service = await world.startInstance({ VERIFY_WITHIN_SECONDS: pace === 'at once' ? '20' : '1' })
  const alert = { metadata: { alertname: 'CheckoutSlow', namespace: 'shop', deployment: 'checkout' } }
  const waiting = await world.plant('checkout', { alert })
  const path = `/api/incidents/${waiting.id}`
  await service.ask('POST', `${path}/decision`, { body: { decision: 'confirm', digest: waiting.digest } })
  const ended = await eventually('it has ended', async () => {
    const { body } = await service.get(path)
    return ['resolved', 'escalated'].includes(body.data.status) && body.data
  })
  if (ended.status === 'escalated')
    await service.ask('POST', `${path}/resolve`, { body: { comment: 'The cache had to be emptied by hand.' } })
  const next = await openIncident(world.database, { message: 'checkout is slow once more', ...alert })
  const [similar] = await eventually('it is remembered', async () => {
    const { body } = await service.get(`/api/incidents/${next}`)
    return body.data.similar.length > 0 && body.data.similar
  })
  return { waiting, similar }
}

test('a plan that was verified is shown as one that worked', async (t) => {
  const { waiting, similar } = await executed(t, 'at once')
  assert.equal(similar.id, waiting.id)
  assert.equal(similar.worked, true)
  assert.match(similar.why, /^the same alert on shop\/checkout/)
  assert.deepEqual(similar.plan, ['scale_deployment {"namespace":"shop","deployment":"checkout","replicas":3}'])
  assert.match(similar.outcome, /^The plan was carried out and verified\./)
  assert.equal(similar.status, 'resolved')
})

test('a plan without effect is shown as one that did not work, with what a person said in the end', async (t) => {
  const { similar } = await executed(t, 'by hand')
  assert.equal(similar.worked, false)
  assert.match(similar.outcome, /A person closed it\. .*A person said: The cache had to be emptied by hand\./)
})
