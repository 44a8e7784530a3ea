/** Signing in to the console with a key: the cookie, how long it counts, and what ends it. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { forgetSessions } from '../../src/edges/store/session-records.ts'
import { issueKey } from '../../src/guidance/access/api-key.ts'
import { signIn } from '../world/browser-session.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { letPass, openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'
import { migratedDatabase } from '../world/stores.ts'

const ADMIN = 'the-admin-key-of-this-test'

const start = (t: TestContext, environment = {}) =>
  startTestService(t, { environment: { API_KEY: ADMIN, DIAGNOSIS_CONCURRENCY: '0', ...environment } })

async function issue({ ask }: TestService, role: string): Promise<{ id: string; key: string }> {
  return (await ask('POST', '/api/keys', { key: ADMIN, body: { name: `a ${role}`, role } })).body.data
}

async function auditOf({ get }: TestService): Promise<{ actor: string; action: string; target: string }[]> {
  return (await get('/api/audit', { key: ADMIN })).body.data.items
}

test('a key gives a cookie no script can read, and the cookie says who one is', async (t) => {
  const service = await start(t)
  const { id, key } = await issue(service, 'operator')
  const answer = await service.ask('POST', '/api/session', { body: { key } })
  assert.match(
    String(answer.headers['set-cookie']),
    /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    'Secure belongs to https only.',
  )
  const { csrf_token, expires_at, ...who } = answer.body.data
  assert.deepEqual(who, { name: `a operator (${id})`, role: 'operator', is_open: false, administrators: [] })
  assert.match(csrf_token, /^[\w-]{43}$/)
  assert.ok(Date.parse(expires_at) > Date.now() + 11 * 3_600_000)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const seen = await service.get('/api/session', { headers: { cookie } })
  assert.deepEqual(seen.body.data, answer.body.data)
  assert.equal((await service.get('/api/incidents', { headers: { cookie } })).status, 200)
  assert.equal((await service.get('/api/keys', { headers: { cookie } })).status, 403, 'the role is the key’s')
  assert.ok(!service.logged().includes(cookie.slice(4)))
  const stored = await runSql(service.databaseUrl, 'SELECT sessions::text AS row FROM sessions')
  assert.ok(!String(stored[0]?.row).includes(Buffer.from(cookie.slice(4)).toString('hex')))
})

test('over https the cookie is bound to this very host', async (t) => {
  const service = await start(t, { PUBLIC_URL: 'https://fire.example' })
  const cookieFor = async (headers: Record<string, string>) =>
    String((await service.ask('POST', '/api/session', { body: { key: ADMIN }, headers })).headers['set-cookie'])
  const secure = /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/
  const page = { 'sec-fetch-site': 'same-origin' }
  assert.match(await cookieFor(page), secure)
  assert.match(await cookieFor({ ...page, origin: 'https://fire.example' }), secure)
  assert.match(await cookieFor({ ...page, origin: 'http://fire.example' }), secure)
  assert.match(await cookieFor({ ...page, origin: 'http://localhost:8080' }), /^sid=/)
  const [cookie = ''] = (await cookieFor(page)).split(';')
  assert.equal((await service.get('/api/session', { headers: { cookie } })).status, 200)
  const both = `sid=${'x'.repeat(43)}; ${cookie}`
  assert.equal((await service.get('/api/session', { headers: { cookie: both } })).status, 200)
})

test('a session counts only under the name of its cookie, and a neighbour’s cookie never does over https', async (t) => {
  const service = await start(t, { PUBLIC_URL: 'https://fire.example' })
  const tokenFor = async (origin: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', origin }
    const answer = await service.ask('POST', '/api/session', { body: { key: ADMIN }, headers })
    return /sid=([\w-]{43});/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
  }
  const statusOf = async (cookie: string, headers = {}) =>
    (await service.get('/api/session', { headers: { cookie, ...headers } })).status
  const [secure, plain] = [await tokenFor('https://fire.example'), await tokenFor('http://localhost:8080')]
  const ways = [{}, { host: 'fire.example' }, { origin: 'https://fire.example' }, { origin: 'http://localhost:8080' }]
  for (const way of ways) {
    assert.equal(await statusOf(`sid=${secure}`, way), 401)
    assert.equal(await statusOf(`__Host-sid=${plain}`, way), 401)
  }
  assert.equal(await statusOf(`sid=${plain}`, { host: 'fire.example' }), 401, 'over https')
  const garbage = 'x'.repeat(43)
  assert.equal(await statusOf(`sid=${garbage}; __Host-sid=${secure}`, { host: 'fire.example' }), 200)
  assert.equal(await statusOf(`__Host-sid=${garbage}; sid=${plain}`, { host: 'localhost:8080' }), 200)
})

test('a wrong key is refused, a sender’s key too, and what is no cookie of ours is nobody', async (t) => {
  const service = await start(t)
  const trySignIn = (key: unknown) => service.ask('POST', '/api/session', { body: { key } })
  for (const key of ['wrong', `${ADMIN}x`, issueKey('x', 'admin').key]) {
    const answer = await trySignIn(key)
    assert.equal(assertErrorEnvelope(answer), 'UNAUTHORIZED')
    assert.equal(answer.headers['set-cookie'], undefined)
  }
  const refused = await trySignIn((await issue(service, 'sender')).key)
  assert.equal(assertErrorEnvelope(refused), 'FORBIDDEN')
  assert.match(refused.body.error.message, /sender/)
  for (const key of ['', 5, null, 'k'.repeat(1_001)]) assert.equal((await trySignIn(key)).status, 400)
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'x'.repeat(43)}`, `other=${ADMIN}`, `sid=${ADMIN}`, ';;=;', 'sid'])
    assert.equal((await service.get('/api/session', { headers: { cookie } })).status, 401, cookie)
})

test('who tries wrong keys again and again is told to wait; a right key is let in all the same', async (t) => {
  const service = await start(t)
  const trySignIn = (key: string) => service.ask('POST', '/api/session', { body: { key } })
  for (let count = 0; count < 10; count += 1) assert.equal((await trySignIn('wrong')).status, 401)
  const refusal = await trySignIn('wrong')
  assert.equal(assertErrorEnvelope(refusal), 'FORBIDDEN')
  assert.equal(refusal.headers['retry-after'], '60')
  assert.equal((await trySignIn(ADMIN)).status, 200)
  await service.stop()
  const [entry] = await runSql(service.databaseUrl, `SELECT details FROM audit WHERE action = 'session.refused'`)
  const { count, addresses } = JSON.parse(String(entry?.details))
  assert.deepEqual([count, Object.values(addresses)], [11, [11]], 'all of them in one entry')
})

test('signing out ends the session for good, and the trail tells who came and went', async (t) => {
  const service = await start(t)
  const { id, key } = await issue(service, 'viewer')
  const browser = await signIn(service, key)
  const left = await browser.ask('DELETE', '/api/session')
  assert.equal(left.status, 200)
  assert.match(
    String(left.headers['set-cookie']),
    /sid=; Max-Age=0.*,__Host-sid=; Max-Age=0|__Host-sid=; Max-Age=0.*sid=; Max-Age=0/,
  )
  assert.equal((await browser.ask('GET', '/api/session')).status, 401)
  const trail = (await auditOf(service)).filter(({ action }) => action.startsWith('session.'))
  assert.deepEqual(
    trail.map(({ actor, action, target }) => [actor, action, target]),
    [
      [`a viewer (${id})`, 'session.ended', id],
      [`a viewer (${id})`, 'session.opened', id],
    ],
  )
})

test('each sign-in is a new session, and the one the browser had before is over', async (t) => {
  const service = await start(t)
  const first = await signIn(service, ADMIN)
  const again = await service.ask('POST', '/api/session', { body: { key: ADMIN }, headers: { cookie: first.cookie } })
  assert.notEqual(String(again.headers['set-cookie']).split(';')[0], first.cookie)
  assert.equal((await first.ask('GET', '/api/session')).status, 401)
})

test('half an hour without a request ends a session; use keeps it for twelve hours', async (t) => {
  const service = await start(t)
  const database = openRecords(t, service.databaseUrl)
  const idle = await signIn(service, ADMIN)
  const busy = await signIn(service, ADMIN)
  const lastNote = async () =>
    String((await runSql(service.databaseUrl, 'SELECT max(seen_at)::text AS at FROM sessions'))[0]?.at)
  for (let passed = 0; passed < 11 * 60 + 40; passed += 20) {
    await letPass(database, '20 minutes')
    const before = await lastNote()
    assert.equal((await busy.ask('GET', '/api/session')).status, 200, `after ${passed} minutes`)
    await eventually('its use is noted', async () => (await lastNote()) !== before)
    if (passed >= 20) assert.equal((await idle.ask('GET', '/api/session')).status, 401)
  }
  await letPass(database, '21 minutes')
  assert.equal((await busy.ask('GET', '/api/session')).status, 401)
  await forgetSessions(database)
  assert.deepEqual(await runSql(service.databaseUrl, 'SELECT * FROM sessions'), [])
})

test('a session counts on every instance, and ends on all of them with its key', async (t) => {
  const { url } = await migratedDatabase(t)
  const one = await start(t, { DATABASE_URL: url })
  const other = await start(t, { DATABASE_URL: url })
  const { id, key } = await issue(one, 'operator')
  const browser = await signIn(one, key)
  assert.equal((await browser.askAt(other, 'GET', '/api/session')).body.data.csrf_token, browser.csrfToken)
  assert.equal(
    (await browser.askAt(other, 'POST', '/api/knowledge', { body: { title: 'a', content: 'b' } })).status,
    201,
  )
  await other.ask('DELETE', `/api/keys/${id}`, { key: ADMIN })
  for (const service of [one, other]) assert.equal((await browser.askAt(service, 'GET', '/api/session')).status, 401)
})

test('another API_KEY ends the sessions of the former', async (t) => {
  const { url } = await migratedDatabase(t)
  const before = await start(t, { DATABASE_URL: url })
  const browser = await signIn(before, ADMIN)
  await before.stop()
  const same = await start(t, { DATABASE_URL: url })
  assert.equal((await browser.askAt(same, 'GET', '/api/session')).status, 200)
  await same.stop()
  const changed = await start(t, { DATABASE_URL: url, API_KEY: 'another-key' })
  assert.equal((await browser.askAt(changed, 'GET', '/api/session')).status, 401)
})

test('where no key exists nobody needs to sign in', async (t) => {
  const service = await startTestService(t)
  const local = { name: 'local', role: 'admin', is_open: true, csrf_token: '' }
  assert.deepEqual((await service.get('/api/session')).body.data, local)
  const answer = await service.ask('POST', '/api/session', { body: { key: 'any' } })
  assert.deepEqual([answer.body.data, answer.headers['set-cookie']], [local, undefined])
  assert.equal((await service.ask('DELETE', '/api/session')).status, 200)
  const stale = { cookie: `sid=${'x'.repeat(43)}` }
  assert.equal((await service.ask('PUT', '/api/config', { body: {}, headers: stale })).status, 200)
})

test('a key in the header counts before any cookie, and needs no token', async (t) => {
  const service = await start(t)
  const { cookie } = await signIn(service, (await issue(service, 'viewer')).key)
  const asked = { key: ADMIN, body: {}, headers: { cookie, origin: 'https://elsewhere.example' } }
  assert.equal((await service.ask('PUT', '/api/config', asked)).status, 200)
  assert.equal((await service.get('/api/session', { key: 'wrong', headers: { cookie } })).status, 401)
  assert.deepEqual((await service.get('/api/session', { key: ADMIN })).body.data, {
    name: 'API_KEY',
    role: 'admin',
    is_open: false,
    csrf_token: '',
  })
})

test('the event stream is open to a session', async (t) => {
  const service = await start(t)
  const { cookie } = await signIn(service, (await issue(service, 'viewer')).key)
  const stream = await EventStream.open(t, service.address, { headers: { cookie } })
  assert.equal(stream.status, 200)
  await service.ask('POST', '/api/alert', { key: ADMIN, body: { message: 'disk full' } })
  await stream.until('the alert arrives', ({ messages }) => messages.length === 1)
})

test('who was signed in stays so while the store is away, where the answer needs no store', async (t) => {
  const { proxy, DATABASE_URL } = await storeBehindProxy(t)
  const service = await start(t, { DATABASE_URL })
  const browser = await signIn(service, ADMIN)
  const stranger = await signIn(service, ADMIN)
  assert.equal((await browser.ask('GET', '/api/status')).status, 200)
  await proxy.cut()
  await eventually('the store is missed', async () => (await service.get('/healthz')).status === 503)
  assert.equal((await browser.ask('GET', '/api/status')).body.data.database_status, 'disconnected')
  assert.equal((await stranger.ask('GET', '/api/status')).status, 503, 'never seen since it signed in')
  assert.equal((await service.get('/api/status')).status, 401)
})
