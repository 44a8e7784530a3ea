/** Secrets given over the API, and passwords hidden in addresses, come out nowhere. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SETTINGS, type SettingKey, STORED_AS_GIVEN, settingOf } from '../../src/guidance/settings/catalogue.ts'
import { UNREADABLE } from '../../src/guidance/settings/setting.ts'
import { runCommand } from '../world/command-line.ts'
import { HIDDEN_PATHS, OPERATIONS } from '../world/open-api.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const KEYS = Object.keys(SETTINGS) as SettingKey[]
const ofKind = (kind: string) => KEYS.filter((key) => settingOf(key).kind === kind)
const canary = (key: string) => `canary-${key.toLowerCase().replaceAll('_', '-')}-7f3a9c`

/** Every form in which people write an address with a password, the wrong ones included. */
const ADDRESSES = [
  (password: string) => `http://user:${password}@127.0.0.1:9/v1`,
  (password: string) => `http://:${password}@127.0.0.1:9`,
  (password: string) => `http://${password}@127.0.0.1:9/`,
  (password: string) => `http//user:${password}@127.0.0.1:9`,
  (password: string) => `user:${password}@127.0.0.1:9/v1`,
  (password: string) => `//user:${password}@127.0.0.1`,
  (password: string) => `http://user:${password}@not a host/`,
  (password: string) => ` http:\\\\user:${password}@127.0.0.1 `,
]

async function plant(service: TestService, addressOf: (password: string) => string): Promise<void> {
  const secrets = Object.fromEntries([...ofKind('secret'), 'UNKNOWN_SECRET'].map((key) => [key, canary(key)]))
  const stored = await service.ask('PUT', '/api/config', { body: secrets })
  assert.equal(stored.status, 200)
  assertNone(stored.text, 'the answer to PUT')
  for (const key of ofKind('address')) await plantAddress(service, key, addressOf(canary(key)))
}

/** What cannot be read is stored as given where the contract says so, and else refused; told is it in neither case. */
async function plantAddress(service: TestService, key: SettingKey, address: string): Promise<void> {
  const isStored = STORED_AS_GIVEN.includes(key) || settingOf(key).read(address) !== UNREADABLE
  const answer = await service.ask('PUT', '/api/config', { body: { [key]: address } })
  assert.equal(answer.status, isStored ? 200 : 400, `${key}: ${answer.text}`)
  assertNone(answer.text, `the answer to PUT ${key}`)
}

function assertNone(text: string, where: string): void {
  assert.deepEqual([...new Set(text.match(/canary-[a-z-]*7f3a9c/g))], [], `in ${where}`)
}

async function searchEverywhere(service: TestService): Promise<void> {
  const paths = OPERATIONS.filter(({ method, path }) => method === 'GET' && path !== '/api/events').map(
    ({ path }) => path,
  )
  for (const path of [...paths, ...HIDDEN_PATHS]) {
    assertNone((await service.get(path.replaceAll(/\{\w+\}/g, 'unknown'))).text, path)
  }
  assertNone(service.logged(), 'the log')
}

test('no secret and no password in an address is in any answer, in the log or in the trail', async (t) => {
  const service = await startTestService(t)
  for (const addressOf of ADDRESSES) {
    await plant(service, addressOf)
    await searchEverywhere(service)
  }
})

test('values that cannot be read keep the secrets before them as secret', async (t) => {
  const service = await startTestService(t)
  for (const key of [...ofKind('secret'), 'UNKNOWN_SECRET']) {
    for (const value of [canary(key), { hidden: canary(key) }, [canary(key)], canary(key)]) {
      const answer = await service.ask('PUT', '/api/config', { body: { [key]: value } })
      assertNone(answer.text, `the answer about ${key}`)
    }
  }
  await searchEverywhere(service)
})

test('a refused change tells the names and never the values', async (t) => {
  const service = await startTestService(t)
  const body = {
    ...Object.fromEntries(KEYS.map((key) => [key, canary(key)])),
    LLM_TIMEOUT: canary('x'),
    DATABASE_URL: canary('y'),
  }
  const answer = await service.ask('PUT', '/api/config', { body })
  assert.equal(answer.status, 400)
  assertNone(answer.text, 'the refusal')
  await searchEverywhere(service)
})

async function rawTables(url: string): Promise<string> {
  const rows = await Promise.all(['settings', 'audit'].map((table) => runSql(url, `SELECT t.* FROM ${table} t`)))
  const bytes = rows.flat().flatMap((row) => Object.values(row))
  return bytes.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\n')
}

test('with FIREBREAK_SECRET_KEY no secret, unknown value or password of an address is readable in the store', async (t) => {
  const { url } = await migratedDatabase(t)
  const service = await startTestService(t, {
    environment: { DATABASE_URL: url, FIREBREAK_SECRET_KEY: 'of this test' },
  })
  for (const addressOf of ADDRESSES) {
    await plant(service, addressOf)
    assertNone(await rawTables(url), 'the store')
  }
})

const ALL_SEALED = 'Everything bears the seal already.\n'

async function withKey(t: TestContext, url: string, FIREBREAK_SECRET_KEY: string | undefined): Promise<TestService> {
  return startTestService(t, { environment: { DATABASE_URL: url, FIREBREAK_SECRET_KEY } })
}

const shown = async ({ get }: TestService, key: string) =>
  (await get('/api/settings')).body.data.settings.find((one: { key: string }) => one.key === key)?.value

test('under another FIREBREAK_SECRET_KEY, or none, what is stored under the first counts as unset, with a warning, until somebody seals it', async (t) => {
  const { url } = await migratedDatabase(t)
  const first = await withKey(t, url, 'the first key')
  await first.ask('PUT', '/api/config', { body: { LLM_API_KEY: 'sk-1', LLM_MODEL: 'kept' } })
  const none = await withKey(t, url, undefined)
  assert.equal(await shown(none, 'LLM_API_KEY'), null)
  // Without a key there is nothing to tell rows by.
  assert.equal(await shown(none, 'LLM_MODEL'), 'kept')
  assert.match(none.logged(), /"key":"LLM_API_KEY".*cannot be opened with this FIREBREAK_SECRET_KEY/)
  const other = await withKey(t, url, 'another key')
  assert.equal(await shown(other, 'LLM_API_KEY'), null)
  assert.notEqual(await shown(other, 'LLM_MODEL'), 'kept')
  assert.match(other.logged(), /"key":"LLM_MODEL".*does not bear our seal/)
  assert.equal(await shown(first, 'LLM_API_KEY'), '[set]')
  const sealed = await runCommand(t, ['seal'], { DATABASE_URL: url, FIREBREAK_SECRET_KEY: 'another key' })
  assert.match(sealed.out, /^Settings: LLM_API_KEY, LLM_MODEL\./m)
  assert.deepEqual([await shown(other, 'LLM_API_KEY'), await shown(other, 'LLM_MODEL')], [null, 'kept'])
  assert.equal(
    (await runCommand(t, ['seal'], { DATABASE_URL: url, FIREBREAK_SECRET_KEY: 'another key' })).out,
    ALL_SEALED,
  )
})

test('a secret given again under the new key is in force, and a damaged one does no harm', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  await (await withKey(t, url, 'old')).ask('PUT', '/api/config', {
    body: { LLM_API_KEY: 'sk-1', CHAT_APP_SECRET: 'x' },
  })
  await runSql(adminUrl, "UPDATE settings SET sealed_value = 'stump' WHERE key = 'CHAT_APP_SECRET'")
  const service = await withKey(t, url, 'new')
  assert.equal((await service.ask('PUT', '/api/config', { body: { LLM_API_KEY: 'sk-2' } })).status, 200)
  assert.deepEqual([await shown(service, 'LLM_API_KEY'), await shown(service, 'CHAT_APP_SECRET')], ['[set]', null])
})
