import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import { createRedisSignals } from '../../src/edges/signals/redis-signals.ts'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { closeLast } from '../world/closing.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { eventually } from '../world/eventually.ts'
import { SILENT_LOG } from '../world/records.ts'

test('hints for a cache store that hangs are not collected: one is under way and one waits', async (t) => {
  if (lacksRedis(t)) return
  const { url, heard, pause } = await openRedis(t)
  const signals = createRedisSignals({ url, log: SILENT_LOG })
  t.after(() => signals.close())
  await eventually('the signals are connected', () => signals.status() === 'connected')
  await pause()
  for (let hint = 0; hint < 1000; hint += 1) signals.publish('events')
  await eventually('the last hint arrives', () => heard.length >= 2)
  signals.publish('settings')
  await eventually('what is said afterwards arrives', () => heard.includes('firebreak:settings'))
  assert.deepEqual(heard, ['firebreak:events', 'firebreak:events', 'firebreak:settings'])
})

test('a cache store that hangs is told as away, and as back when it answers again', async (t) => {
  if (lacksRedis(t)) return
  const { url, redis } = await openRedis(t)
  const signals = createRedisSignals({ url, log: SILENT_LOG })
  t.after(() => signals.close())
  await eventually('the signals are connected', () => signals.status() === 'connected')
  process.kill(redis.pid, 'SIGSTOP')
  await eventually('it is told as away', () => signals.status() === 'disconnected')
  process.kill(redis.pid, 'SIGCONT')
  await eventually('it is told as back', () => signals.status() === 'connected')
})

/** A Redis of the test's own, somebody who hears everything, and a way to let it hang for a moment. */
async function openRedis(t: TestContext) {
  const redis = await startEmbeddedRedis({ directory: await temporaryFolder(t, 'hung'), log: SILENT_LOG })
  assert.ok(redis)
  closeLast(t, redis.stop)
  const heard: string[] = []
  const listener = new Redis(redis.url)
  const speaker = new Redis(redis.url)
  t.after(() => listener.disconnect())
  t.after(() => speaker.disconnect())
  listener.on('message', (channel: string) => heard.push(channel))
  await listener.subscribe('firebreak:events', 'firebreak:settings')
  return { url: redis.url, redis, heard, pause: () => speaker.client('PAUSE', 500) }
}
