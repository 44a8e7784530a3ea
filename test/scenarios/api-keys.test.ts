/** Issuing, listing and revoking keys, and the trail of who did so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const ADMIN = 'the-admin-key-of-this-test'
const FIELD = ({ field }: { field: string }) => field

test('a key is shown once, when it is issued, and only a hash of it is kept', async (t) => {
  const { url } = await migratedDatabase(t)
  const { ask, get } = await startTestService(t, { environment: { API_KEY: ADMIN, DATABASE_URL: url } })
  const issued = await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'grafana', role: 'sender' } })
  assert.equal(issued.status, 201)
  const { key, ...record } = issued.body.data
  assert.match(key, /^fbk_s_[a-z0-9]{8}_[\w-]{43}$/)
  assert.deepEqual(Object.keys(record), ['id', 'name', 'role', 'created_at', 'created_by'])
  assert.deepEqual((await get('/api/keys', { key: ADMIN })).body.data, { keys: [record] })
  const secret = key.slice(-43)
  for (const table of ['api_keys', 'audit']) {
    assert.ok(!JSON.stringify(await runSql(url, `SELECT t::text FROM ${table} AS t`)).includes(secret), table)
  }
})

test('whoever says when a key should end hears that nothing ends it but a revocation', async (t) => {
  const { ask } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const body = { name: 'x', role: 'viewer', expires_at: '2030-01-01T00:00:00Z' }
  const issued = await ask('POST', '/api/keys', { key: ADMIN, body })
  assert.equal(issued.status, 201)
  assert.match(issued.body.message, /without effect: expires_at; the key is valid until it is revoked\.$/)
})

test('a key is revoked once; again changes nothing; an unknown one is NOT_FOUND', async (t) => {
  const { ask, get } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const { id } = (await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'x', role: 'viewer' } })).body.data
  const revoke = (which: string) => ask('DELETE', `/api/keys/${which}`, { key: ADMIN })
  assert.deepEqual((await revoke(id)).body.data, { id })
  const [first] = (await get('/api/keys', { key: ADMIN })).body.data.keys
  assert.match(first.revoked_at, /Z$/)
  assert.equal((await revoke(id)).status, 200)
  assert.deepEqual((await get('/api/keys', { key: ADMIN })).body.data.keys, [first])
  assert.equal(assertErrorEnvelope(await revoke('zzzzzzzz')), 'NOT_FOUND')
  const trail = (await get('/api/audit', { key: ADMIN })).body.data.items
  assert.deepEqual(
    trail.map(({ action }: { action: string }) => action),
    ['key.revoked', 'key.created'],
  )
})

test('a name that cannot be stored or read is refused by field', async (t) => {
  const { ask, get } = await startTestService(t)
  const wrong: [unknown, string[]][] = [
    [{}, ['name', 'role']],
    [{ name: '', role: 'viewer' }, ['name']],
    [{ name: 'x'.repeat(101), role: 'viewer' }, ['name']],
    [{ name: 5, role: 'viewer' }, ['name']],
    [{ name: 'nul \u0000', role: 'viewer' }, ['name']],
    [{ name: 'line\nend', role: 'viewer' }, ['name']],
    [{ name: 'x', role: 'owner' }, ['role']],
    [{ name: 'x', role: null }, ['role']],
    [{ name: ['x'], role: ['viewer'] }, ['name', 'role']],
  ]
  for (const [body, fields] of wrong) {
    const answer = await ask('POST', '/api/keys', { body })
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', JSON.stringify(body))
    assert.deepEqual(answer.body.error.details.map(FIELD).sort(), fields)
  }
  assert.deepEqual((await get('/api/keys')).body.data.keys, [])
})

test('names are kept as given: any script, half a surrogate pair made whole, markup as text', async (t) => {
  const { ask, get } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const names = ['警报管理器', '👩‍🚒 fire', "Robert'); DROP TABLE api_keys;--", '<script>alert(1)</script>', '%s $1 {}']
  for (const name of names) await ask('POST', '/api/keys', { key: ADMIN, body: { name, role: 'viewer' } })
  assert.equal((await ask('POST', '/api/keys', { key: ADMIN, body: '{"name":"\\ud800","role":"viewer"}' })).status, 201)
  const listed = (await get('/api/keys', { key: ADMIN })).body.data.keys.map(({ name }: { name: string }) => name)
  assert.deepEqual(listed, [...names, '\ufffd'])
})

test('the trail is paged, newest first, and a page past the end has no items', async (t) => {
  const { ask, get } = await startTestService(t)
  for (let quota = 1; quota <= 5; quota += 1) await ask('PUT', '/api/config', { body: { HOURLY_QUOTA: quota } })
  const page = async (query: string) => (await get(`/api/audit?${query}`)).body
  const first = await page('page_size=2')
  assert.deepEqual(
    first.data.items.map(({ seq }: { seq: string }) => seq),
    ['5', '4'],
  )
  const { items, ...figures } = first.data
  assert.deepEqual(figures, { total: 5, page: 1, page_size: 2, total_pages: 3 })
  assert.deepEqual((await page('page_size=2&page=3')).data.items.length, 1)
  assert.deepEqual((await page('page=9007199254740993&page_size=1000')).data.items, [])
  const capped = await page('page_size=5000')
  assert.equal(capped.data.page_size, 1000)
  assert.match(capped.message, /1000/)
  assert.equal(items[0].actor, 'local')
  assert.deepEqual(items[0].details, { changed: [{ key: 'HOURLY_QUOTA', change: 'set', from: 4, to: 5 }] })
})

test('an empty trail has no pages', async (t) => {
  const { get } = await startTestService(t)
  assert.deepEqual((await get('/api/audit')).body.data, { items: [], total: 0, page: 1, page_size: 20, total_pages: 0 })
})
