/** Who may pass: every role at every door, as the API document declares the doors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Doorman } from '../../src/edges/http/drain.ts'
import { createFrame } from '../../src/edges/http/server.ts'
import { issueKey } from '../../src/guidance/access/api-key.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { HIDDEN_PATHS, OPERATIONS } from '../world/open-api.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { migratedDatabase } from '../world/stores.ts'

const ADMIN = 'the-admin-key-of-this-test'

/** Each role includes the one before it; a sender may only send. */
const MAY_ENTER: Record<string, string[]> = {
  sender: ['sender'],
  viewer: ['viewer'],
  operator: ['viewer', 'operator', 'sender'],
  admin: ['viewer', 'operator', 'admin', 'sender'],
}

async function issue({ ask }: TestService, role: string, key = ADMIN): Promise<{ id: string; key: string }> {
  return (await ask('POST', '/api/keys', { key, body: { name: `a ${role}`, role } })).body.data
}

test('every role at every route: 401 without a valid key, 403 with too small a role, else the route answers', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN, TRUST_PROXY: '127.0.0.1' } })
  const revoked = await issue(service, 'admin')
  await service.ask('DELETE', `/api/keys/${revoked.id}`, { key: ADMIN })
  const strangers = {
    'no key': undefined,
    'an empty key': '',
    garbage: 'garbage',
    'a revoked key': revoked.key,
    'a key of another service': issueKey('x', 'admin').key,
    'a key with one letter more': `${ADMIN}x`,
    'the id of a key with another secret': `${revoked.key.slice(0, 15)}${issueKey('x', 'admin').key.slice(15)}`,
  }
  const roles: Record<string, string> = Object.fromEntries(
    await Promise.all(Object.keys(MAY_ENTER).map(async (role) => [role, (await issue(service, role)).key])),
  )
  for (const { name, method, path, need } of OPERATIONS.filter(({ path }) => !isSigned(path))) {
    await t.test(name, async () => {
      const visit = async (key: string | undefined) =>
        service.visit(method, path.replaceAll(/\{\w+\}/g, 'unknown'), {
          ...(key === undefined ? {} : { key }),
          headers: { 'x-forwarded-for': anotherAddress() },
        })
      for (const [who, key] of Object.entries(strangers)) {
        assert.equal((await visit(key)) === 401, need !== undefined, who)
      }
      for (const [role, key] of Object.entries(roles)) {
        const isRefused = need !== undefined && !MAY_ENTER[role]?.includes(need)
        const status = await visit(key)
        assert.equal(status === 403, isRefused, `${role}: ${status}`)
        assert.notEqual(status, 401)
      }
      assert.ok(![401, 403].includes(await visit(ADMIN)))
    })
  }
})

let addresses = 0

/** Many wrong keys from one address are answered ever later. */
function anotherAddress(): string {
  addresses += 1
  return `10.1.${addresses >> 8}.${addresses & 255}`
}

/** A chat platform has no key: its callbacks are proven by their signature. */
function isSigned(path: string): boolean {
  return path.startsWith('/chat/')
}

test('no key opens a callback of the chat platform: its signature does', async (t) => {
  const { visit } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const signed = OPERATIONS.filter(({ path }) => isSigned(path))
  assert.equal(signed.length, 2)
  for (const { method, path } of signed) assert.equal(await visit(method, path, { key: ADMIN }), 401, path)
})

test('the pages and the document are open to everyone, also where keys exist', async (t) => {
  const { visit } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  for (const path of ['/healthz', '/metrics', ...HIDDEN_PATHS]) assert.ok((await visit('GET', path)) < 400, path)
})

test('only Bearer carries a key, in any case and with any blanks, and never in the address', async (t) => {
  const { get } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const statusWith = async (authorization: string) => (await get('/api/config', { headers: { authorization } })).status
  for (const one of [`Bearer ${ADMIN}`, `bearer ${ADMIN}`, `BEARER   ${ADMIN}`])
    assert.equal(await statusWith(one), 200)
  const basic = Buffer.from(`user:${ADMIN}`).toString('base64')
  for (const one of [
    ADMIN,
    `Token ${ADMIN}`,
    `Basic ${basic}`,
    'Bearer',
    `Bearer ${ADMIN} ${ADMIN}`,
    `Bearer ${ADMIN.toUpperCase()}`,
  ]) {
    assert.equal(await statusWith(one), 401, one)
  }
  assert.equal((await get(`/api/config?api_key=${ADMIN}`)).status, 401)
})

test('a revoked key is refused at the very next request, on every instance', async (t) => {
  const { url } = await migratedDatabase(t)
  const one = await startTestService(t, { environment: { DATABASE_URL: url, API_KEY: ADMIN } })
  const other = await startTestService(t, { environment: { DATABASE_URL: url, API_KEY: ADMIN } })
  for (let round = 0; round < 20; round += 1) {
    const { id, key } = await issue(one, 'viewer')
    assert.equal((await other.get('/api/config', { key })).status, 200)
    assert.equal((await other.ask('DELETE', `/api/keys/${id}`, { key: ADMIN })).status, 200)
    assert.deepEqual(
      [(await one.get('/api/config', { key })).status, (await other.get('/api/config', { key })).status],
      [401, 401],
    )
  }
})

test('authorisation comes before existence and before the body', async (t) => {
  const { ask } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const existing = (await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'x', role: 'viewer' } })).body.data
  for (const id of [existing.id, 'abcdefgh']) {
    assert.equal((await ask('DELETE', `/api/keys/${id}`)).status, 401)
    assert.equal((await ask('DELETE', `/api/keys/${id}`, { key: existing.key })).status, 403)
  }
  assert.equal((await ask('PUT', '/api/config', { body: '{' })).status, 401)
})

test('a route that declares no need stops the boot and is named', async () => {
  const unused = {} as never
  const app = await createFrame({ log: unused, metrics: unused, doorman: new Doorman(), guard: unused })
  app.get('/api/forgotten', async () => 'open to everyone')
  await assert.rejects(async () => app.ready(), /GET \/api\/forgotten/)
})

test('the error of a refusal tells no more than it must', async (t) => {
  const { get } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const without = await get('/api/config')
  const wrong = await get('/api/config', { key: issueKey('x', 'admin').key })
  assert.equal(assertErrorEnvelope(wrong), 'UNAUTHORIZED')
  assert.equal(wrong.text, without.text)
})
