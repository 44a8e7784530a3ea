/** Starting while the store is away, and stopping while work is under way. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { startCommand } from '../world/command-line.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'
import { freshDatabase } from '../world/stores.ts'

test('a store that is away at start is waited for: unhealthy and 503 meanwhile, healthy once it is there', async (t) => {
  const { proxy, DATABASE_URL } = await storeBehindProxy(t)
  await proxy.cut()
  const { get, ask, ready, logged } = await startTestService(t, { environment: { DATABASE_URL }, untilReady: false })
  const health = await get('/healthz')
  assert.deepEqual([health.status, health.body.status], [503, 'unhealthy'])
  for (const answer of [await get('/api/config'), await ask('PUT', '/api/config', { body: {} })]) {
    assert.equal(assertErrorEnvelope(answer), 'SERVICE_UNAVAILABLE')
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
  }
  assert.equal((await get('/metrics')).status, 200)
  assert.equal((await get('/nothing')).status, 404)
  const { data } = (await get('/api/status')).body
  assert.deepEqual([data.status, data.database_status, data.active_incidents], ['running', 'disconnected', 0])
  await eventually('it has tried again', () => (logged().match(/trying again/g)?.length ?? 0) >= 2)
  await proxy.mend()
  await ready
  assert.equal((await get('/healthz')).body.status, 'healthy')
  assert.equal((await ask('PUT', '/api/config', { body: { LLM_MODEL: 'x' } })).status, 200)
})

test('a socket folder in which nothing listens yet is waited for, and a stop meanwhile ends at once', async (t) => {
  const DATABASE_URL = 'postgresql://x@localhost/x?host=/nonexistent-socket-folder'
  const { get, ready, stop } = await startTestService(t, { environment: { DATABASE_URL }, untilReady: false })
  assert.equal((await get('/healthz')).status, 503)
  await stop()
  await ready
})

test('a store lost again in the middle of the start is waited for once more', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const before = await startTestService(t, { environment: { DATABASE_URL: url } })
  await before.stop()
  const holder = await openSql(adminUrl)
  t.after(() => holder.end())
  await holder.query('BEGIN; LOCK TABLE settings')
  const { ready, get } = await startTestService(t, { environment: { DATABASE_URL: url }, untilReady: false })
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const [reader] = await eventually('the start reads the settings', async () => {
    const rows = await runSql(adminUrl, waiting)
    return rows.length > 0 && rows
  })
  await runSql(adminUrl, 'SELECT pg_terminate_backend($1)', [reader?.pid])
  await holder.query('ROLLBACK')
  await ready
  assert.equal((await get('/healthz')).status, 200)
})

/** `firebreak serve` in a process of its own, ready. */
async function startServer(t: TestContext) {
  const { url, adminUrl } = await freshDatabase(t)
  const server = startCommand(t, ['serve'], { DATABASE_URL: url, REDIS_URL: 'embedded:', PORT: '0' })
  const address = await eventually('the server is ready', () => {
    const line = server
      .said()
      .split('\n')
      .find((one) => one.includes('Firebreak is ready'))
    return line && (JSON.parse(line) as { address: string }).address
  })
  return { ...server, address, adminUrl }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal}: the request under way finishes, new ones get 503 with Retry-After, and the exit code is 0`, async (t) => {
    const { child, address, adminUrl, ended } = await startServer(t)
    const holder = await openSql(adminUrl)
    t.after(() => holder.end())
    await holder.query("BEGIN; SELECT * FROM generations WHERE subject = 'settings' FOR UPDATE")
    const headers = { 'content-type': 'application/json' }
    const change = request(`${address}/api/config`, { method: 'PUT', headers, body: '{"LLM_MODEL":"finished"}' })
    await eventually('the request is under way', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return (await runSql(adminUrl, waiting)).length > 0
    })
    child.kill(signal)
    const refused = await eventually('new requests are refused', async () => {
      const answer = await request(`${address}/api/config`)
      const text = await answer.body.text()
      return answer.statusCode === 503 && { ...answer, status: answer.statusCode, text }
    })
    assert.equal(assertErrorEnvelope(refused), 'SERVICE_UNAVAILABLE')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    const health = await request(`${address}/healthz`)
    assert.deepEqual([health.statusCode, ((await health.body.json()) as { status: string }).status], [503, 'unhealthy'])
    await holder.query('ROLLBACK')
    const answer = await change
    assert.equal(answer.statusCode, 200)
    assert.match(await answer.body.text(), /"model":"finished"/)
    assert.deepEqual({ ...(await ended), out: '' }, { code: 0, signal: null, out: '', err: '' })
    await assert.rejects(request(`${address}/healthz`))
  })
}

test('a stop with nothing under way ends at once with 0, and its last line says so', async (t) => {
  const { child, ended } = await startServer(t)
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  const { code, out } = await ended
  assert.equal(code, 0)
  assert.match(out, /Firebreak has stopped\."\}\n$/)
})

test('a stop while the store is away ends with 0', async (t) => {
  const environment = { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x', REDIS_URL: 'redis://127.0.0.1:1', PORT: '0' }
  const { child, said, ended } = startCommand(t, ['serve'], environment)
  await eventually('it waits for the store', () => said().includes('trying again'))
  child.kill('SIGTERM')
  const { code, err } = await ended
  assert.deepEqual([code, err], [0, ''])
})
