/** The relational store goes away under a running service, and comes back. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'
import { migratedDatabase } from '../world/stores.ts'

const ADMIN = 'the-admin-key-of-this-test'

/** A service whose way to its store leads through a proxy. */
async function startBehindProxy(t: TestContext) {
  const { proxy, DATABASE_URL, adminUrl } = await storeBehindProxy(t)
  const service = await startTestService(t, { environment: { DATABASE_URL, API_KEY: ADMIN } })
  return { service, proxy, adminUrl }
}

const health = ({ get }: TestService, wanted: string) =>
  eventually(`/healthz says ${wanted}`, async () => (await get('/healthz')).body.status === wanted)

test('a store that is cut off: unhealthy, API 503 with Retry-After, status still 200; afterwards all is as before', async (t) => {
  const { service, proxy } = await startBehindProxy(t)
  const { get, ask } = service
  await ask('PUT', '/api/config', { key: ADMIN, body: { LLM_MODEL: 'kept' } })
  await ask('POST', '/api/alert', { key: ADMIN, body: { message: 'one that is open' } })
  assert.equal((await get('/api/status', { key: ADMIN })).body.data.active_incidents, 1)
  await proxy.cut()
  await health(service, 'unhealthy')
  assert.equal((await get('/healthz')).status, 503)

  const status = await get('/api/status', { key: ADMIN })
  assert.equal(status.status, 200)
  assert.equal(status.body.data.database_status, 'disconnected')
  for (const figure of ['uptime', 'active_incidents', 'pending_approvals', 'plugins_loaded']) {
    assert.ok(Number.isInteger(status.body.data[figure]), figure)
  }
  assert.equal(status.body.data.active_incidents, 1, 'what was read last')
  assert.match(String(status.body.data.warnings), /store does not answer, so alerts are refused.*were read last/)
  for (const [method, path, body] of [
    ['PUT', '/api/config', {}],
    ['GET', '/api/audit'],
    ['GET', '/api/keys'],
    ['GET', '/api/incidents'],
  ] as const) {
    const answer = await ask(method, path, { key: ADMIN, ...(body ? { body } : {}) })
    assert.equal(assertErrorEnvelope(answer), 'SERVICE_UNAVAILABLE', `${method} ${path}`)
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
  }
  assert.equal((await get('/api/config')).status, 401)

  await proxy.mend()
  await health(service, 'healthy')
  assert.equal((await get('/api/config', { key: ADMIN })).body.data.llm.model, 'kept')
  assert.doesNotMatch(String((await get('/api/status', { key: ADMIN })).body.data.warnings), /does not answer/)
  assert.equal((await ask('PUT', '/api/config', { key: ADMIN, body: { LLM_MODEL: 'new' } })).status, 200)
})

test('a store that no longer answers on open connections: unhealthy, and no request waits for ever', async (t) => {
  const { service, proxy } = await startBehindProxy(t)
  await service.get('/api/config', { key: ADMIN })
  proxy.freeze()
  await health(service, 'unhealthy')
  const [status, change] = await Promise.all([
    service.get('/api/status', { key: ADMIN }),
    service.ask('PUT', '/api/config', { key: ADMIN, body: { LLM_MODEL: 'x' } }),
  ])
  assert.deepEqual([status.status, status.body.data.database_status], [200, 'disconnected'])
  assert.equal(assertErrorEnvelope(change), 'SERVICE_UNAVAILABLE')
  await proxy.mend()
  await health(service, 'healthy')
})

test('a connection that breaks in the middle of a change ends the change, not the process', async (t) => {
  const { service, proxy, adminUrl } = await startBehindProxy(t)
  const holder = await holdSettings(t, adminUrl)
  const change = service.ask('PUT', '/api/config', { key: ADMIN, body: { LLM_MODEL: 'never' } })
  await waitingForLock(adminUrl)
  await proxy.cut()
  assert.equal(assertErrorEnvelope(await change), 'SERVICE_UNAVAILABLE')
  await holder.query('ROLLBACK')
  await proxy.mend()
  await health(service, 'healthy')
  assert.notEqual((await service.get('/api/config', { key: ADMIN })).body.data.llm.model, 'never')
})

/** Someone else holds the settings, so that a change stops inside its transaction. */
async function holdSettings(t: TestContext, adminUrl: string) {
  const holder = await openSql(adminUrl)
  t.after(() => holder.end())
  await holder.query('BEGIN')
  await holder.query("SELECT * FROM generations WHERE subject = 'settings' FOR UPDATE")
  return holder
}

const waitingForLock = (adminUrl: string) =>
  eventually('the change waits inside its transaction', async () => {
    const waiting = await runSql(
      adminUrl,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })

test('connections ended by the store, idle and in the middle of a change, are survived', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { DATABASE_URL: url } })
  const { ask } = service
  const holder = await holdSettings(t, adminUrl)
  const change = ask('PUT', '/api/config', { body: { LLM_MODEL: 'never' } })
  await waitingForLock(adminUrl)
  await runSql(
    adminUrl,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'firebreak'`,
  )
  assert.equal(assertErrorEnvelope(await change), 'SERVICE_UNAVAILABLE')
  await holder.query('ROLLBACK')
  await health(service, 'healthy')
  assert.equal((await ask('PUT', '/api/config', { body: { LLM_MODEL: 'then' } })).status, 200)
})
