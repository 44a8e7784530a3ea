/** Silences that are kept by an Alertmanager: read, followed, and never changed here. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { importSilences } from '../../src/edges/import-silences.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import type { Database } from '../../src/edges/store/database.ts'
import { findImportWarnings } from '../../src/edges/store/imported-silences.ts'
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import type { Settings } from '../../src/guidance/settings/catalogue.ts'
import { ALERTMANAGER, startAlertmanager } from '../world/alertmanager.ts'
import { startAlertmanagerSimulator, wireSilence } from '../world/alertmanager-simulator.ts'
import { firing, idOf } from '../world/alerts.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, letPass, openRecords, silencesOf } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'

const redactor = createRedactor(() => [])

type Listed = { id: string; state: string; comment: string; source: string; origin?: string; ends_at: string }

async function listed(service: TestService): Promise<Listed[]> {
  return (await service.get('/api/silences')).body.data.items
}

test('what a real Alertmanager silences is silent here too, is followed there, and cannot be changed here', async (t) => {
  if (!(await hasProgram(t, ALERTMANAGER, 'prometheus-alertmanager'))) return
  const url = `http://${await startAlertmanager(t, { url: 'http://127.0.0.1:9/api/alert', key: 'none' })}`
  const environment = { DIAGNOSIS_CONCURRENCY: '0', ALERTMANAGER_URL: `${url}/` }
  const service = await startTestService(t, { environment })
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const silence = {
    matchers: [
      { name: 'alertname', value: 'Disk.*', isRegex: true, isEqual: true },
      { name: 'severity', value: 'critical', isRegex: false, isEqual: false },
    ],
    ...{ startsAt: at(0), endsAt: at(2), comment: 'new disks', createdBy: 'ann' },
  }
  const post = async (body: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/v2/silences`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(answer.status, 200)
    return ((await answer.json()) as { silenceID: string }).silenceID
  }
  const originId = await post(silence)
  const [copy] = await eventually('it is read', async () => {
    const items = await listed(service)
    return items.length > 0 && items
  })
  assert.deepEqual(
    [copy?.state, copy?.comment, copy?.source, copy?.origin],
    ['active', 'new disks', 'alertmanager', url],
  )
  assert.equal(await idOf(service, firing('DiskFull')), '')
  assert.notEqual(await idOf(service, firing('QueueLong')), '')
  for (const [method, body] of [['PUT', { comment: 'mine now' }], ['DELETE']] as const) {
    const refused = await service.ask(method, `/api/silences/${copy?.id}`, { ...(body && { body }) })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.match(refused.body.error.message, /kept by the alert manager. Change it there/)
  }
  const trial = await service.ask('POST', '/api/settings/ALERTMANAGER_URL/test', { body: {} })
  assert.match(trial.body.data.came_back, /as an Alertmanager does; 1 of its silences/)
  const unset = await service.ask('POST', '/api/settings/CHAT_DEFAULT_CHAT_ID/test', { body: {} })
  const { works, came_back } = unset.body.data
  assert.deepEqual([works, came_back], [false, 'To try it, set CHAT_APP_ID, CHAT_APP_SECRET, CHAT_DEFAULT_CHAT_ID.'])
  // Not the saved one: nobody listens there.
  const other = await service.ask('POST', '/api/settings/ALERTMANAGER_URL/test', {
    body: { value: 'http://127.0.0.1:9' },
  })
  assert.deepEqual([other.status, other.body.data.works], [200, false])

  const later = at(5)
  // It began when it was heard of there, and one that begins in another second would be another silence.
  const kept = (await (await fetch(`${url}/api/v2/silence/${originId}`)).json()) as { startsAt: string }
  const longer = { ...silence, id: originId, startsAt: kept.startsAt, endsAt: later }
  assert.equal(await post(longer), originId, 'a longer one keeps its id there')
  await eventually('the end is put off', async () => (await listed(service))[0]?.ends_at === later)
  assert.equal((await fetch(`${url}/api/v2/silence/${originId}`, { method: 'DELETE' })).status, 200)
  await eventually('it is over here', async () => (await listed(service))[0]?.state === 'expired')
  assert.equal((await listed(service)).length, 1)
  await eventually('what it held back is heard', async () => {
    return (await service.get('/api/incidents?search=DiskFull')).body.data.total === 1
  })
})

async function openImport(t: TestContext, token?: string) {
  const { database } = await freshRecords(t)
  const simulator = await startAlertmanagerSimulator(token === undefined ? {} : { token })
  t.after(() => simulator.close())
  const fetch = createGuardedFetch({ timeoutMs: 2_000 })
  t.after(() => fetch.close())
  const read = async (settings: Partial<Settings> = {}) => {
    const values = { ALERTMANAGER_URL: simulator.url, ...settings } as Settings
    await importSilences({ database, fetch, redactor, currentSettings: async () => values, onCommit: () => {} })
    return { held: await heldOf(database), warnings: await findImportWarnings(database) }
  }
  return { database, simulator, read }
}

/** The names that are silenced now, of those a test uses. */
async function heldOf(database: Database): Promise<string[]> {
  const quiet = await silencesOf(database).newest()
  return ['one', 'two', 'three'].filter((alertname) => quiet.silenceOf({ alertname, node: 'n1' }))
}

test('an Alertmanager that does not answer, or not as one, changes nothing: what is known holds until its end', async (t) => {
  const { database, simulator, read } = await openImport(t)
  simulator.silences = [wireSilence('one')]
  assert.deepEqual(await read(), { held: ['one'], warnings: [] })
  const misfortunes = [{ status: 503, message: 'starting' }, 'cut', 'cut midway', 'hang'] as const
  for (const does of misfortunes) {
    simulator.faults.add({ does })
    const { held, warnings } = await read()
    assert.deepEqual([held, warnings.length], [['one'], 1], JSON.stringify(does))
    assert.match(warnings[0] ?? '', /silences were last read before .*Those that are known here hold until their end/)
  }
  const strange = [{ silences: [] }, [null], [{ ...wireSilence('two'), matchers: 'all' }], [{ id: 'two' }]]
  for (const answer of strange) {
    simulator.silences = answer as unknown[]
    const { held, warnings } = await read()
    assert.deepEqual(held, ['one'], JSON.stringify(answer))
    assert.match(warnings[0] ?? '', /not understood; check ALERTMANAGER_URL/)
  }
  await letPass(database, '2 hours')
  assert.deepEqual(await heldOf(database), [])
  simulator.silences = []
  assert.deepEqual((await read()).warnings, [])
})

test('states, negations and missing fields are read as they are meant', async (t) => {
  const { read, simulator } = await openImport(t)
  const later = new Date(Date.now() + 1_800_000).toISOString()
  const old = wireSilence('two', { matchers: [{ name: 'alertname', value: 'two', isRegex: false }] })
  const negated = [
    { name: 'alertname', value: 'one|two', isRegex: true, isEqual: false },
    { name: 'node', value: 'n1', isRegex: false, isEqual: true },
  ]
  simulator.silences = [
    wireSilence('one', { status: { state: 'expired' } }),
    wireSilence('one', { id: 'pending', status: { state: 'pending' }, startsAt: later }),
    old,
    wireSilence('three', { matchers: negated }),
    wireSilence('all', { matchers: [{ name: 'alertname', value: '.+', isRegex: true, isEqual: true }] }),
  ]
  const { held, warnings } = await read()
  assert.deepEqual(held, ['two', 'three'])
  assert.deepEqual(warnings, [
    'Silence all of the alert manager does not hold here: it would hide every alert, whoever sends it.',
  ])
})

test('nothing is written while nothing changes; the copies end when the address is taken away or is another', async (t) => {
  const { database, simulator, read } = await openImport(t, 'the token')
  simulator.silences = [wireSilence('one', { comment: 'with password=canary' })]
  assert.match((await read()).warnings[0] ?? '', /answered 401: Unauthorized/)
  const known = { ALERTMANAGER_TOKEN: 'the token' }
  assert.deepEqual((await read(known)).held, ['one'])
  const generation = async () =>
    (await database.query(`SELECT generation FROM generations WHERE subject = 'silences'`)).rows
  const before = await generation()
  await read(known)
  assert.deepEqual(await generation(), before)
  const { rows: kept } = await database.query('SELECT comment FROM silences')
  assert.deepEqual(kept, [{ comment: 'with password=[redacted]' }])
  assert.deepEqual((await read({ ALERTMANAGER_URL: undefined })).held, [])
  assert.deepEqual((await read(known)).held, ['one'], 'the same one holds again')
  const { rows } = await database.query(`SELECT action, target FROM audit WHERE actor = 'alert manager' ORDER BY seq`)
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['silence.imported', 'silence.ended', 'silence.imported'],
  )
  assert.equal(new Set(rows.map(({ target }) => target)).size, 1)
})

test('two instances that read the same Alertmanager at the same moment keep one copy of each, and none of them flickers', async (t) => {
  const { url, database } = await freshRecords(t)
  const simulator = await startAlertmanagerSimulator({})
  t.after(() => simulator.close())
  const fetch = createGuardedFetch({ timeoutMs: 60_000 })
  t.after(() => fetch.close())
  const instances = [database, openRecords(t, url)]
  const currentSettings = async () => ({ ALERTMANAGER_URL: simulator.url }) as Settings
  const readTogether = () =>
    Promise.all(
      instances.map((one) => importSilences({ database: one, fetch, redactor, currentSettings, onCommit: () => {} })),
    )
  const trail = async () => {
    const { rows } = await database.query(`SELECT action FROM audit WHERE actor = 'alert manager' ORDER BY seq`)
    return rows.map(({ action }) => action)
  }
  const two = wireSilence('two')
  simulator.silences = [wireSilence('one'), two]
  for (let round = 0; round < 6; round += 1) await readTogether()
  const { rows } = await database.query('SELECT origin_id FROM silences')
  assert.equal(rows.length, 2)
  assert.deepEqual(await trail(), ['silence.imported', 'silence.imported'], 'what is known is not written again')
  for (const one of instances) assert.deepEqual(await heldOf(one), ['one', 'two'])
  simulator.silences = [two]
  for (let round = 0; round < 3; round += 1) await readTogether()
  assert.deepEqual((await trail()).slice(2), ['silence.ended'])
  for (const one of instances) assert.deepEqual(await heldOf(one), ['two'])
})
