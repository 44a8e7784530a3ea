/**
 * Every answer the API document names is provoked once and measured by the document. Who adds a route adds here how its
 * answers come about; 401, 403 and 503 come about by themselves. 500 has no recipe: it is a fault of ours by definition.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { OPERATIONS, type Operation, whatIsWrong } from '../world/open-api.ts'
import { type Answer, startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'

const INTERNAL_ERROR = '500'
const ADMIN = 'the-admin-key-of-this-test'
const NOWHERE = 'postgresql://nobody@localhost/nothing?host=/nonexistent-socket-folder'

type Asking = (service: TestService) => Promise<Answer>

const get =
  (path: string): Asking =>
  (service) =>
    service.get(path, { key: ADMIN })
const send =
  (method: string, path: string, body: unknown): Asking =>
  (service) =>
    service.ask(method, path, { key: ADMIN, body })

const newKey = async (service: TestService, role = 'viewer') =>
  (await send('POST', '/api/keys', { name: 'x', role })(service)).body.data

const RECIPES: Record<string, Asking> = {
  'GET /healthz 200': get('/healthz'),
  'GET /metrics 200': get('/metrics'),
  'GET /api/status 200': get('/api/status'),
  'GET /api/config 200': get('/api/config'),
  'PUT /api/config 200': send('PUT', '/api/config', { LLM_TIMEOUT: 60 }),
  'PUT /api/config 400': send('PUT', '/api/config', { LLM_TIMEOUT: '60' }),
  'GET /api/settings 200': get('/api/settings'),
  'GET /api/keys 200': get('/api/keys'),
  'POST /api/keys 201': send('POST', '/api/keys', { name: 'alert manager', role: 'sender' }),
  'POST /api/keys 400': send('POST', '/api/keys', { name: 'alert manager', role: 'root' }),
  'DELETE /api/keys/{id} 200': async (service) =>
    service.ask('DELETE', `/api/keys/${(await newKey(service)).id}`, { key: ADMIN }),
  'DELETE /api/keys/{id} 400': async (service) =>
    send('DELETE', `/api/keys/${(await newKey(service)).id}`, '{')(service),
  'DELETE /api/keys/{id} 404': (service) => service.ask('DELETE', '/api/keys/abcdefgh', { key: ADMIN }),
  'GET /api/audit 200': get('/api/audit'),
  'GET /api/audit 400': get('/api/audit?page=0'),
}

test('every documented answer comes about as documented', async (t) => {
  const running = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const storeless = await startTestService(t, {
    environment: { API_KEY: ADMIN, DATABASE_URL: NOWHERE },
    untilReady: false,
  })
  const viewerKey = (await newKey(running, 'viewer')).key
  const senderKey = (await newKey(running, 'sender')).key

  for (const operation of OPERATIONS) {
    for (const status of operation.statuses.filter((one) => one !== INTERNAL_ERROR)) {
      await t.test(`${operation.name} answers ${status}`, async () => {
        const answer = await provoke(operation, status)
        assert.equal(String(answer.status), status, answer.text)
        if (answer.body !== undefined) assert.equal(whatIsWrong(operation, answer.status, answer.body), undefined)
        const isHealth = operation.path === '/healthz'
        if (answer.status >= 400 && !isHealth) assertErrorEnvelope(answer)
        if (status === '503' && !isHealth) assert.match(String(answer.headers['retry-after']), /^\d+$/)
        if (status === '401') assert.match(String(answer.headers['www-authenticate']), /^Bearer /)
      })
    }
  }

  async function provoke(operation: Operation, status: string): Promise<Answer> {
    const path = operation.path.replaceAll(/\{\w+\}/g, 'unknown')
    if (status === '401') return running.ask(operation.method, path)
    if (status === '403') {
      return running.ask(operation.method, path, { key: operation.need === 'sender' ? viewerKey : senderKey })
    }
    if (status === '503') return storeless.ask(operation.method, path, { key: ADMIN })
    const recipe = RECIPES[`${operation.name} ${status}`]
    assert.ok(recipe, `Tell in RECIPES how ${operation.name} comes to answer ${status}.`)
    return recipe(running)
  }
})

test('what goes wrong inside is INTERNAL_ERROR, with the cause in the log and nothing of it in the answer', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const { get, logged } = await startTestService(t, { environment: { DATABASE_URL: url } })
  await runSql(adminUrl, 'ALTER TABLE audit RENAME TO hidden_from_us')
  const answer = await get('/api/audit')
  assert.equal(assertErrorEnvelope(answer), 'INTERNAL_ERROR')
  assert.doesNotMatch(answer.text, /relation|audit|SELECT/i)
  assert.match(logged(), /relation \\"audit\\" does not exist/)
})
