/** The cache store goes away under a running service, and comes back. It costs time and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { redisUrl } from '../world/stores.ts'
import { startTcpProxy } from '../world/tcp-proxy.ts'

test('without its cache store the service is degraded and works on; with it, it is healthy again', async (t) => {
  const path = redisUrl(t)
  if (path === undefined) return
  const proxy = await startTcpProxy(t, { path })
  const { get, ask, logged } = await startTestService(t, {
    environment: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
  })
  const becomes = (wanted: string) =>
    eventually(`/healthz says ${wanted}`, async () => (await get('/healthz')).body.status === wanted)
  await becomes('healthy')

  await proxy.cut()
  await becomes('degraded')
  assert.equal((await get('/healthz')).status, 200)
  assert.equal((await get('/api/status')).body.data.redis_status, 'disconnected')
  assert.equal((await ask('PUT', '/api/config', { body: { LLM_MODEL: 'without a cache' } })).status, 200)
  assert.equal((await get('/api/config')).body.data.llm.model, 'without a cache')

  await eventually('the log says so', () => logged().includes('The cache store is away'))
  await proxy.mend()
  await becomes('healthy')
  assert.equal((await get('/api/status')).body.data.redis_status, 'connected')
  assert.match(logged(), /The cache store is back/)
})

test('a cache store that is away at start keeps nothing from starting', async (t) => {
  const { get } = await startTestService(t, { environment: { REDIS_URL: 'redis://127.0.0.1:1' } })
  assert.deepEqual([(await get('/healthz')).body.status, (await get('/api/config')).status], ['degraded', 200])
})
