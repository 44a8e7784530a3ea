/** While no key exists the API is open to this machine, and closed to pages of strangers in its browsers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { sendRaw } from '../world/raw-http.ts'
import { startTestService } from '../world/service.ts'
import { migratedDatabase } from '../world/stores.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '127.8.9.10', '[::1]', 'LOCALHOST']
const FOREIGN_NAMES = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '0.0.0.0',
  '[::]',
  '[fe80::1]',
  '169.254.169.254',
  'localhost.',
  '',
]

test('loopback names pass with any port and without one', async (t) => {
  const { get } = await startTestService(t)
  for (const name of LOCAL_NAMES) {
    for (const host of [name, `${name}:1`, `${name}:65535`]) {
      assert.equal((await get('/api/config', { headers: { host } })).status, 200, host)
    }
  }
})

test('another Host is FORBIDDEN at every closed route and hides nothing that is always open', async (t) => {
  const { port, get } = await startTestService(t)
  for (const host of FOREIGN_NAMES) {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    for (const path of ['/api/config', '/api/status', '/api/settings', '/api/keys', '/api/audit']) {
      const [answer] = await sendRaw(port, ask(path))
      assert.equal(assertErrorEnvelope(answer ?? { status: 0, text: '{}' }), 'FORBIDDEN', `${host} ${path}`)
    }
    assert.equal((await sendRaw(port, ask('/healthz')))[0]?.status, 200)
  }
  assert.equal((await get('/api/config')).status, 200)
})

test('pages of other origins may not write, and no answer invites them to read', async (t) => {
  const { ask, get } = await startTestService(t)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'file://',
    'http://10.0.0.1',
    '',
  ]) {
    for (const [method, path] of [
      ['PUT', '/api/config'],
      ['POST', '/api/keys'],
      ['DELETE', '/api/keys/abcdefgh'],
    ] as const) {
      const answer = await ask(method, path, { body: { LLM_MODEL: 'theirs' }, headers: { origin } })
      assert.equal(assertErrorEnvelope(answer), 'FORBIDDEN', `${origin} ${method}`)
    }
    const read = await get('/api/config', { headers: { origin } })
    assert.equal(read.headers['access-control-allow-origin'], undefined)
    assert.notEqual(read.body.data.llm.model, 'theirs')
  }
  const preflight = await ask('OPTIONS', '/api/config', {
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  })
  assert.equal(preflight.status, 404)
  assert.deepEqual(
    Object.keys(preflight.headers).filter((name) => name.startsWith('access-control')),
    [],
  )
})

test('what the browser says of a page counts, and a page on another port is another’s', async (t) => {
  const { ask, port, get } = await startTestService(t, { environment: { ALLOWED_HOSTS: 'fire.example' } })
  const own = `http://localhost:${port}`
  const write = async (headers: Record<string, string>) =>
    (await ask('PUT', '/api/config', { body: {}, headers })).status
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://fire.example' },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1:1' },
  ]
  for (const headers of foreign) assert.equal(await write(headers), 403, JSON.stringify(headers))
  const taken = [
    {},
    { origin: own },
    { 'sec-fetch-site': 'same-origin', origin: own },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://fire.example:8443' },
    { origin: 'https://fire.example', host: 'fire.example' },
  ]
  for (const headers of taken) assert.equal(await write(headers), 200, JSON.stringify(headers))
  assert.equal((await get('/api/config', { headers: { 'sec-fetch-site': 'cross-site' } })).status, 200)
})

test('an Authorization header is ignored', async (t) => {
  const { get, ask } = await startTestService(t)
  for (const authorization of ['Bearer wrong', 'Basic eDp5', 'nonsense', '']) {
    assert.equal((await get('/api/settings', { headers: { authorization } })).status, 200)
    assert.equal((await ask('PUT', '/api/config', { body: {}, headers: { authorization } })).status, 200)
  }
})

test('the first key closes the API at the next request, on every instance, and revoking it opens nothing', async (t) => {
  const { url } = await migratedDatabase(t)
  const one = await startTestService(t, { environment: { DATABASE_URL: url } })
  const other = await startTestService(t, { environment: { DATABASE_URL: url } })
  assert.equal((await other.get('/api/config')).status, 200)
  const { id, key } = (await one.ask('POST', '/api/keys', { body: { name: 'first', role: 'admin' } })).body.data
  assert.equal((await other.get('/api/config')).status, 401)
  assert.equal((await one.get('/api/config')).status, 401)
  assert.equal((await other.get('/api/config', { key })).status, 200)
  await one.ask('DELETE', `/api/keys/${id}`, { key })
  assert.deepEqual(
    [(await one.get('/api/config')).status, (await other.get('/api/config', { key })).status],
    [401, 401],
  )
})

test('with a key, Host and Origin are nobody’s business', async (t) => {
  const { ask } = await startTestService(t, { environment: { API_KEY: 'k' } })
  const headers = { host: 'firebreak.example.com', origin: 'https://elsewhere.example' }
  assert.equal((await ask('PUT', '/api/config', { key: 'k', body: {}, headers })).status, 200)
})

test('the start says that the API is open', async (t) => {
  const { logged } = await startTestService(t)
  assert.match(logged(), /No key exists: the API is open/)
})

test('a name in ALLOWED_HOSTS passes, and ALLOW_OPEN_API admits any literal address but no foreign name', async (t) => {
  const named = await startTestService(t, { environment: { ALLOWED_HOSTS: 'fire.example, Other.example' } })
  const statusAs = async (service: typeof named, host: string) =>
    (await service.get('/api/config', { headers: { host } })).status
  assert.deepEqual(
    [
      await statusAs(named, 'fire.example:80'),
      await statusAs(named, 'other.example'),
      await statusAs(named, 'evil.example'),
    ],
    [200, 200, 403],
  )
  const open = await startTestService(t, { environment: { HOST: '127.0.0.1', ALLOW_OPEN_API: 'true' } })
  assert.deepEqual([await statusAs(open, '10.1.2.3:8080'), await statusAs(open, 'evil.example')], [200, 403])
})
