/** What `firebreak doctor` says of keys, settings and servers, with and without each of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createKeyStore } from '../../src/edges/store/key-records.ts'
import { createSecretBox } from '../../src/edges/store/secret-box.ts'
import { createSettingsStore } from '../../src/edges/store/settings-records.ts'
import { checksFor } from '../../src/edges/terminal/checks.ts'
import { examine, report } from '../../src/edges/terminal/doctor.ts'
import { issueKey } from '../../src/guidance/access/api-key.ts'
import type { Role } from '../../src/guidance/access/role.ts'
import { SettingsDesk } from '../../src/guidance/settings/settings-desk.ts'
import { freshRecords, SILENT_LOG } from '../world/records.ts'

const FIREBREAK_SECRET_KEY = 'a key of this test'

async function openHouse(t: TestContext) {
  const { url, database } = await freshRecords(t, FIREBREAK_SECRET_KEY)
  const given = { DATABASE_URL: url, REDIS_URL: 'embedded:', PORT: '0', FIREBREAK_SECRET_KEY }
  const store = createSettingsStore({ database, secretBox: createSecretBox(FIREBREAK_SECRET_KEY), log: SILENT_LOG })
  const parts = { environment: given, store, isStoreAway: () => false, announce: () => {}, log: SILENT_LOG }
  const keys = createKeyStore(database)
  return {
    doctor: async (environment: Record<string, string> = {}, running?: Parameters<typeof checksFor>[1]) =>
      report(await examine(await checksFor({ ...given, ...environment }, running))),
    issue: async (role: Role) => (await keys.add(issueKey(role, role).record, 'test')).id,
    revoke: (id: string) => keys.revoke(id, 'test'),
    set: (request: Record<string, unknown>) => new SettingsDesk(parts).change(request, 'test'),
  }
}

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** As a metrics or log server answers, to who shows its token. */
const guarded: RequestListener = (request, response) => {
  const isKnown = request.headers.authorization === 'Bearer the-token'
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isKnown ? { data: { resultType: 'vector', result: [] } } : { error: 'who are you?' }))
}

test('the line about access counts the keys that were issued', async (t) => {
  const { doctor, issue, revoke } = await openHouse(t)
  assert.match(await doctor(), /– access: API_KEY is not set and no key was ever issued: everyone on this machine/)
  assert.match(await doctor({ HOST: '0.0.0.0' }), /✗ access: .* the start is refused on 0\.0\.0\.0; set API_KEY, or/)
  const sender = await issue('sender')
  assert.match(
    await doctor(),
    /– access: API_KEY is not set; valid keys: 1 sender; for settings: firebreak keys create/,
  )
  await issue('admin')
  assert.match(await doctor({ HOST: '0.0.0.0' }), /✓ access: API_KEY is not set; valid keys: 1 sender, 1 admin\n/)
  await revoke(sender)
  assert.match(await doctor({ API_KEY: 'kQ7xR2mZ9bLs4vTn8wYc' }), /✓ access: API_KEY is set; valid besides: 1 admin\n/)
})

test('every server a diagnosis would ask has a line, and is asked with what was given at run time', async (t) => {
  const { doctor, set } = await openHouse(t)
  const bare = await doctor()
  for (const key of ['METRICS_URL', 'LOGS_URL', 'ERRORS_URL', 'ALERTMANAGER_URL', 'LLM_API_KEY'])
    assert.match(bare, new RegExp(`^– [a-z ]+: ${key} is not set; `, 'm'))
  assert.match(bare, /\nFirebreak can start\.$/)
  const address = await serve(t, guarded)
  await set({ METRICS_URL: address, METRICS_TOKEN: 'the-token', LOGS_URL: address, ALERTMANAGER_URL: address })
  await set({ LLM_PROVIDER: 'provider_b', LLM_BASE_URL: address })
  const found = await doctor({ ERRORS_URL: 'http://127.0.0.1:1' })
  assert.match(found, /^✓ metrics server: 127\.0\.0\.1:\d+ answers$/m)
  assert.match(found, /^✗ log server: The log server answered 401: who are you\?$/m)
  assert.match(found, /^✗ alert manager: The alert manager answered 401: who are you\?$/m)
  assert.match(found, /^✗ error tracker: 127\.0\.0\.1:1 could not be reached/m)
  assert.match(found, /^✗ model: provider_b, .* does not answer, or refuses the key$/m)
  assert.match(found, /^✓ settings: .*; given at run time, and readable too: 6$/m)
  assert.match(found, /\nFirebreak can start, but 4 things it was given do not work\.$/)
  assert.match(await doctor({ FIREBREAK_SECRET_KEY: 'another' }), /– settings: .*METRICS_TOKEN is stored, but not with/)
})

test('a service that uses the data folder is named, whatever its port', async (t) => {
  const { doctor } = await openHouse(t)
  const said = await doctor({}, { folder: '/srv/firebreak', address: 'http://localhost:4711', pid: 42 })
  assert.match(
    said,
    /✓ data folder: \/srv\/firebreak is used by the Firebreak at http:\/\/localhost:4711 \(process 42\)/,
  )
  const unset = await doctor({ PORT: '' }, { folder: '/srv/firebreak', address: 'http://localhost:4711', pid: 42 })
  assert.match(unset, /✓ address: the Firebreak of this data folder listens at http:\/\/localhost:4711\n/)
  assert.match(said, /\nFirebreak is running at http:\/\/localhost:4711; there is nothing to start\./)
})

test('on a machine that has no store, npm start is told to bring them', async (t) => {
  const { doctor } = await openHouse(t)
  const stores = { DATABASE_URL: '', REDIS_URL: '' }
  assert.match(await doctor(stores), /\nnpm start can start Firebreak; firebreak serve lacks 2 things that npm start/)
  assert.match(await doctor({ ...stores, ALLOW_OPEN_API: 'perhaps' }), /\n3 things must be mended before Firebreak can/)
})
