/** The stream over several instances: a cache store that is away, lies, or comes back; an instance that stops. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { idOf, post } from '../world/alerts.ts'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase, redisUrl } from '../world/stores.ts'
import { startTcpProxy } from '../world/tcp-proxy.ts'

async function startTwo(
  t: TestContext,
  REDIS_URL: string,
): Promise<{ url: string; services: [TestService, TestService] }> {
  const { url } = await migratedDatabase(t)
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', REDIS_URL }
  return { url, services: [await startTestService(t, { environment }), await startTestService(t, { environment })] }
}

test('what happens on one instance is told by the other, without a cache store too', async (t) => {
  const { services } = await startTwo(t, 'redis://127.0.0.1:1')
  const stream = await EventStream.open(t, services[1].address)
  const id = await idOf(services[0], { message: 'over there' })
  await stream.until('it is told here', ({ messages }) => messages[0]?.data.id === id)
})

test('a cache store that goes away and comes back costs no reader an event', async (t) => {
  const REDIS_URL = redisUrl(t)
  if (REDIS_URL === undefined) return
  const wire = await startTcpProxy(t, { path: REDIS_URL })
  const { services } = await startTwo(t, `redis://127.0.0.1:${wire.port}`)
  const status = async () => (await services[0].get('/api/status')).body.data.redis_status
  const stream = await EventStream.open(t, services[1].address)
  const ids: string[] = []
  const tell = async (message: string) => {
    ids.push(await idOf(services[0], { message }))
    await stream.until(`${message} is told`, ({ messages }) => messages.length === ids.length)
  }
  await tell('with it')
  await wire.cut()
  await eventually('its absence is known', async () => (await status()) === 'disconnected')
  await tell('without it')
  await wire.mend()
  await eventually('its return is known', async () => (await status()) === 'connected')
  await tell('with it again')
  assert.deepEqual(
    stream.messages.map(({ data }) => data.id),
    ids,
  )
})

test('forged messages on our channels change nothing and stop nothing', async (t) => {
  const REDIS_URL = redisUrl(t)
  if (REDIS_URL === undefined) return
  const { url, services } = await startTwo(t, REDIS_URL)
  const id = await idOf(services[0], { message: 'true' })
  const stream = await EventStream.open(t, services[1].address)
  const state = async () => [
    await runSql(url, 'SELECT * FROM incidents ORDER BY id'),
    await runSql(url, 'SELECT * FROM incident_events ORDER BY id'),
    (await services[0].get('/api/settings')).body.data,
  ]
  const before = await state()
  const forger = new Redis(REDIS_URL)
  t.after(() => forger.quit())
  const lies = [
    '',
    '{',
    id,
    JSON.stringify({ id, status: 'resolved' }),
    '999999',
    '\0\xff',
    'x'.repeat(100_000),
    '__proto__',
  ]
  const channels = [
    'firebreak:events',
    'firebreak:settings',
    'firebreak:',
    'firebreak:incidents',
    'firebreak:__proto__',
  ]
  for (let round = 0; round < 100; round += 1) {
    const sent = channels.flatMap((channel) => lies.map((lie) => forger.publish(channel, lie)))
    await Promise.all(sent)
  }
  assert.deepEqual(await state(), before)
  const next = await idOf(services[0], { message: 'true as well' })
  await stream.until('the truth is told', ({ messages }) => messages.length > 0)
  assert.deepEqual(
    stream.messages.map(({ data }) => data.id),
    [next],
  )
  await eventually('it is healthy', async () => (await services[1].get('/healthz')).body.status === 'healthy')
})

test('a stopping instance ends its streams cleanly, and the reader goes on at another without a gap', async (t) => {
  const { services } = await startTwo(t, 'redis://127.0.0.1:1')
  const [going, staying] = services
  const stream = await EventStream.open(t, going.address)
  const stalled = await EventStream.open(t, going.address, { headers: { 'last-event-id': '0' } })
  stalled.stall()
  const first = await idOf(staying, { message: 'before the stop' })
  await stream.until('it is told', ({ messages }) => messages.length === 1)
  await going.stop()
  await stream.until('the answer ends', ({ ended }) => ended !== undefined)
  assert.equal(stream.ended, true)
  const second = await idOf(staying, { message: 'after the stop' })
  const again = await EventStream.open(t, staying.address, { headers: { 'last-event-id': stream.ids[0] ?? '' } })
  await again.until('the rest is told', ({ messages }) => messages.length === 1)
  assert.deepEqual(
    [...stream.messages, ...again.messages].map(({ data }) => data.id),
    [first, second],
  )
  assert.ok((await post(staying, { message: 'still here' })).incident_id)
})
