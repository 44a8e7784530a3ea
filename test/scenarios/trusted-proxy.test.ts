/** X-Forwarded-* headers count where TRUST_PROXY names who sent them, and nowhere else. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const API_KEY = 'the-admin-key-of-this-test'

const start = (t: TestContext, TRUST_PROXY?: string) =>
  startTestService(t, { environment: { API_KEY, ...(TRUST_PROXY === undefined ? {} : { TRUST_PROXY }) } })

const signIn = ({ ask }: TestService, headers: Record<string, string>, key = API_KEY) =>
  ask('POST', '/api/session', { body: { key }, headers })

const cookieOf = async (service: TestService, headers: Record<string, string>) =>
  String((await signIn(service, headers)).headers['set-cookie'])

async function addressesIn({ databaseUrl }: TestService): Promise<unknown[]> {
  const rows = await runSql(
    databaseUrl,
    `SELECT details::json->>'address' AS address FROM firebreak.audit WHERE action = 'session.opened' ORDER BY seq`,
  )
  return rows.map(({ address }) => address)
}

/** Each try claims to come from another address. */
async function wrongKeys(service: TestService, claim: (turn: number) => Record<string, string>): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 1; turn <= 12; turn += 1) statuses.push((await signIn(service, claim(turn), 'wrong')).status)
  return statuses
}

test('without TRUST_PROXY the headers are a caller’s own words and change nothing', async (t) => {
  const service = await start(t)
  const spoofed = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  assert.match(await cookieOf(service, spoofed), /^sid=/)
  assert.ok((await addressesIn(service)).every((address) => address === '127.0.0.1' || address === '::1'))
  const statuses = await wrongKeys(service, (turn) => ({ 'x-forwarded-for': `203.0.113.${turn}` }))
  assert.equal(statuses.at(-1), 403, 'a new name for each try does not help')
})

test('the proxy that is named is believed: the caller’s address, and that he came by https', async (t) => {
  const service = await start(t, '127.0.0.1,::1')
  assert.match(
    await cookieOf(service, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }),
    /^__Host-sid=/,
  )
  assert.match(await cookieOf(service, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' }), /^sid=/)
  assert.deepEqual(await addressesIn(service), ['203.0.113.7', '203.0.113.7'])
})

test('behind a trusted proxy a caller cannot choose his address, because only what the proxy added counts', async (t) => {
  const service = await start(t, '127.0.0.1,::1')
  const statuses = await wrongKeys(service, (turn) => ({ 'x-forwarded-for': `198.51.100.${turn}, 203.0.113.7` }))
  assert.equal(statuses.at(-1), 403)
  assert.equal(
    (await signIn(service, { 'x-forwarded-for': '203.0.113.8' }, 'wrong')).status,
    401,
    'others are not held up',
  )
})

test('somebody else than the named proxy is not believed', async (t) => {
  const service = await start(t, '192.0.2.0/24')
  assert.match(await cookieOf(service, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }), /^sid=/)
  assert.notDeepEqual(await addressesIn(service), ['203.0.113.7'])
})
