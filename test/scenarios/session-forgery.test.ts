/** What pages of strangers can make a signed-in browser do: nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../world/browser-session.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService } from '../world/service.ts'

const ADMIN = 'the-admin-key-of-this-test'
const ENVIRONMENT = { API_KEY: ADMIN, PUBLIC_URL: 'https://fire.example:8443', DIAGNOSIS_CONCURRENCY: '0' }

type Headers = Record<string, string>

/** What a browser says of a page that is not ours, with the token in its hands all the same. */
const FOREIGN: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another site that hides its origin': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'another site under our own origin': { 'sec-fetch-site': 'cross-site', origin: 'https://fire.example:8443' },
  'a sibling of ours': { 'sec-fetch-site': 'same-site', origin: 'https://other.fire.example' },
  'our host on another port': { 'sec-fetch-site': 'same-site', origin: 'https://fire.example:9999' },
  'a fetch metadata of two minds': { 'sec-fetch-site': 'same-origin, cross-site' },
  'an unknown fetch metadata': { 'sec-fetch-site': 'self' },
  'an empty fetch metadata': { 'sec-fetch-site': '' },
  'an older browser elsewhere': { origin: 'https://evil.example' },
  'an older browser, hidden': { origin: 'null' },
  'a file': { origin: 'file://' },
  'a name that begins like ours': { origin: 'https://fire.example.evil.example:8443' },
  'a name that ends like ours': { origin: 'https://evilfire.example:8443' },
  'our public name over http': { origin: 'http://fire.example:8443' },
  'our public name without its port': { origin: 'https://fire.example' },
  'loopback on another port': { origin: 'http://localhost:1' },
  'our origin in a path': { origin: 'https://evil.example/https://fire.example:8443' },
  'our host as the user of another': { origin: 'https://fire.example:8443@evil.example' },
  'two origins': { origin: 'https://fire.example:8443, https://evil.example' },
  'an origin that is none': { origin: 'fire.example:8443' },
  'an empty origin': { origin: '' },
  'an extension': { origin: 'chrome-extension://abcdefgh' },
  'nothing at all': {},
  'a referrer only': { referer: 'https://fire.example:8443/' },
}

const CHANGES = [
  ['PUT', '/api/config', { LLM_MODEL: 'theirs' }],
  ['POST', '/api/knowledge', { title: 'theirs', content: 'theirs' }],
  ['DELETE', '/api/session', undefined],
] as const

test('a change by cookie from anywhere but our own pages is FORBIDDEN and has no effect', async (t) => {
  const service = await startTestService(t, { environment: ENVIRONMENT })
  const { cookie, csrfToken } = await signIn(service, ADMIN)
  for (const [who, headers] of Object.entries(FOREIGN)) {
    for (const [method, path, body] of CHANGES) {
      const asked = { body, headers: { cookie, 'x-csrf-token': csrfToken, ...headers } }
      assert.equal(assertErrorEnvelope(await service.ask(method, path, asked)), 'FORBIDDEN', `${who}: ${method}`)
    }
  }
  assert.notEqual((await service.get('/api/config', { headers: { cookie } })).body.data.llm.model, 'theirs')
  assert.equal((await service.get('/api/knowledge', { headers: { cookie } })).body.data.total, 0)
})

test('a change by cookie without the token of its very session is FORBIDDEN, from our own pages too', async (t) => {
  const service = await startTestService(t, { environment: ENVIRONMENT })
  const { cookie, csrfToken } = await signIn(service, ADMIN)
  const other = await signIn(service, ADMIN)
  const tokens = [undefined, '', 'x', csrfToken.slice(1), `${csrfToken}x`, csrfToken.toUpperCase(), other.csrfToken]
  for (const token of tokens) {
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const headers = token === undefined ? own : { ...own, 'x-csrf-token': token }
    for (const [method, path, body] of CHANGES)
      assert.equal((await service.ask(method, path, { body, headers })).status, 403, `${token}: ${method}`)
  }
})

test('our own pages may, by what the browser says, by Host, or by PUBLIC_URL', async (t) => {
  const service = await startTestService(t, { environment: ENVIRONMENT })
  const { cookie, csrfToken } = await signIn(service, ADMIN)
  const own: Headers[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://fire.example:8443' },
    { origin: service.address },
    { origin: 'https://inside.example', host: 'inside.example' },
    { origin: 'https://inside.example', host: 'inside.example:443' },
  ]
  for (const headers of own) {
    const asked = { body: {}, headers: { cookie, 'x-csrf-token': csrfToken, ...headers } }
    assert.equal((await service.ask('PUT', '/api/config', asked)).status, 200, JSON.stringify(headers))
  }
})

test('nobody is signed in by a page of a stranger, and no answer invites one to read', async (t) => {
  const service = await startTestService(t, { environment: ENVIRONMENT })
  for (const headers of Object.values(FOREIGN).filter((one) => 'origin' in one || 'sec-fetch-site' in one)) {
    const answer = await service.ask('POST', '/api/session', { body: { key: ADMIN }, headers })
    assert.deepEqual([answer.status, answer.headers['set-cookie']], [403, undefined], JSON.stringify(headers))
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  }
  const form = { 'content-type': 'text/plain', origin: service.address }
  const asForm = await service.ask('POST', '/api/session', { body: JSON.stringify({ key: ADMIN }), headers: form })
  assert.equal(asForm.status, 400)
})
