/** GET /healthz, /metrics, /api/status and the pages about the API. What they say when a store is away is told elsewhere. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { canFence } from '../../src/edges/shell/sandbox.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { redisUrl } from '../world/stores.ts'

test('/healthz says healthy, the version and the uptime, without an envelope', async (t) => {
  const { get } = await startTestService(t)
  const { status, body } = await get('/healthz')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['status', 'version', 'uptime'])
  assert.equal(body.status, 'healthy')
  assert.match(body.version, /^\d+\.\d+\.\d+/)
  assert.ok(Number.isInteger(body.uptime) && body.uptime >= 0)
})

test('/healthz with a query, and HEAD, are answered too', async (t) => {
  const { get, ask } = await startTestService(t)
  assert.equal((await get('/healthz?probe=1')).status, 200)
  const head = await ask('HEAD', '/healthz')
  assert.deepEqual([head.status, head.text], [200, ''])
})

test('who takes the wrong method is told the right one, and who takes a wrong path nothing of the sort', async (t) => {
  const { ask } = await startTestService(t)
  for (const [method, path, allow] of [
    ['GET', '/api/alert', 'POST'],
    ['PATCH', '/api/knowledge/any?x=1', 'GET, PUT, DELETE'],
    ['POST', '/api/incidents', 'GET'],
    ['POST', '/api/nothing', undefined],
    ['GET', '/api/alerts', undefined],
    ['GET', `/api/incidents/${'a'.repeat(5000)}`, undefined],
  ] as const) {
    const answer = await ask(method, path)
    assert.equal(assertErrorEnvelope(answer), 'NOT_FOUND')
    assert.equal(answer.headers.allow, allow, path)
    const takes = allow === undefined ? '.' : `; it takes ${allow.replaceAll(', ', ' or ')}.`
    assert.equal(answer.body.error.message, `There is nothing at this path for ${method}${takes}`)
  }
})

test('/metrics is in the text format and counts requests by method, route and status, never by address', async (t) => {
  const { get, ask } = await startTestService(t)
  await get('/api/config?canary-query=1')
  await get('/canary-path')
  await ask('DELETE', '/api/keys/canaryid')
  const { status, headers, text } = await get('/metrics')
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
  assert.match(
    text,
    /firebreak_http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} 1/,
  )
  assert.match(text, /_count\{method="DELETE",route="\/api\/keys\/:id",status="404"\} 1/)
  assert.match(text, /_count\{method="GET",route="unknown",status="404"\} 1/)
  assert.doesNotMatch(text, /canary/)
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'firebreak_database_connections',
  ]) {
    assert.match(text, new RegExp(`^${name}`, 'm'))
  }
  for (const line of text.trim().split('\n')) assert.match(line, /^(#.*|[a-z_0-9]+(\{.*\})? [-+0-9.e]+|)$/)
})

test('/api/status tells the truth about each dependency, in integers and words', async (t) => {
  const { get } = await startTestService(t)
  const { uptime, version, ...data } = (await get('/api/status')).body.data
  assert.ok(Number.isInteger(uptime) && typeof version === 'string')
  const { plugins_loaded, active_incidents, pending_approvals, ...words } = data
  for (const figure of [plugins_loaded, active_incidents, pending_approvals]) assert.ok(Number.isInteger(figure))
  assert.deepEqual(words, {
    status: 'running',
    llm_status: 'not_configured',
    database_status: 'connected',
    database_writable: true,
    redis_status: 'embedded',
    chat_status: 'not_configured',
    cluster_status: 'not_configured',
    target_databases: 0,
    sandbox: (await canFence()) ? 'on' : 'off',
    audit_head: { seq: '0', hash: '', is_intact: true },
    warnings: [],
  })
})

test('/api/status says connected where a cache store is', async (t) => {
  const url = redisUrl(t)
  if (url === undefined) return
  const { get } = await startTestService(t, { environment: { REDIS_URL: url } })
  await eventually(
    'the cache store is reached',
    async () => (await get('/api/status')).body.data.redis_status === 'connected',
  )
})

test('llm_status follows the model: connected when it answers, disconnected when it refuses or is not there', async (t) => {
  const { get, ask } = await startTestService(t)
  const model = await startModel(t)
  const statusAt = async (LLM_BASE_URL: string) => {
    await ask('PUT', '/api/config', { body: { LLM_PROVIDER: 'provider_b', LLM_BASE_URL, LLM_API_KEY: 'sk-x' } })
    return (await get('/api/status')).body.data.llm_status
  }
  assert.equal(await statusAt(`${model}/200`), 'connected')
  assert.equal(await statusAt(`${model}/404`), 'connected')
  assert.equal(await statusAt(`${model}/401`), 'disconnected')
  assert.equal(await statusAt(`${model}/503`), 'disconnected')
  assert.equal(await statusAt('http://127.0.0.1:1'), 'disconnected')
  assert.equal(await statusAt('not an address'), 'disconnected')
})

/** A model whose path says what it answers. */
async function startModel(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(Number(request.url?.split('/')[1])).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an environment value that cannot be read is among the warnings of /api/status', async (t) => {
  const { get } = await startTestService(t, { environment: { LLM_TIMEOUT: 'soon' } })
  assert.match((await get('/api/status')).body.data.warnings.join(), /LLM_TIMEOUT in the environment is ignored/)
})

test('/api/openapi.json is OpenAPI 3.1 and names every documented path', async (t) => {
  const { get } = await startTestService(t)
  const { headers, body } = await get('/api/openapi.json')
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(body.openapi, '3.1.0')
  for (const path of [
    '/healthz',
    '/metrics',
    '/api/status',
    '/api/config',
    '/api/settings',
    '/api/keys',
    '/api/audit',
  ]) {
    assert.ok(body.paths[path], path)
  }
})

test('/docs leads to /api/docs, a page whose policy allows exactly its own scripts', async (t) => {
  const { get } = await startTestService(t)
  const lead = await get('/docs')
  assert.deepEqual([lead.status, lead.headers.location], [302, '/api/docs'])
  const page = await get('/api/docs')
  assert.match(String(page.headers['content-type']), /^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  for (const [, inline = ''] of page.text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    assert.ok(policy.includes(createHash('sha256').update(inline).digest('base64')), 'an inline script is not allowed')
  }
  assert.doesNotMatch(page.text, /(src|href)="https?:/)
  const script = await get('/api/docs/scalar.js')
  assert.match(String(script.headers['content-type']), /^text\/javascript/)
})

test('every answer forbids sniffing and caching by strangers', async (t) => {
  const { get } = await startTestService(t)
  for (const path of ['/healthz', '/api/config', '/api/nothing', '/metrics']) {
    const { headers } = await get(path)
    assert.equal(headers['x-content-type-options'], 'nosniff', path)
    assert.equal(headers['cache-control'], 'no-store', path)
  }
})
