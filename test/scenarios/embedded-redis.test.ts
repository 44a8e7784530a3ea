/** The Redis that `npm start` brings along where the machine has one. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import { closeLast } from '../world/closing.ts'
import { eventually, isRunning } from '../world/eventually.ts'
import { REDIS_MISSING } from '../world/stores.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('it answers on a socket only, and keeps nothing on disk', async (t) => {
  const server = await start(t)
  if (server === undefined) return t.skip(REDIS_MISSING)
  const redis = client(t, server.url)
  assert.deepEqual(await redis.config('GET', 'port'), ['port', '0'])
  assert.deepEqual(await redis.config('GET', 'save'), ['save', ''])
})

test('it is started again when its process is killed', async (t) => {
  const server = await start(t)
  if (server === undefined) return t.skip(REDIS_MISSING)
  const killed = server.pid
  const redis = client(t, server.url)
  await redis.ping()
  process.kill(killed, 'SIGKILL')
  await eventually('the new server answers', async () => {
    return server.pid !== killed && (await redis.ping().catch(() => undefined))
  })
})

test('a stop ends the server', async (t) => {
  const server = await start(t)
  if (server === undefined) return t.skip(REDIS_MISSING)
  await server.stop()
  assert.equal(await isRunning(server.pid), false)
})

test('a machine without a Redis gets none', async (t) => {
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
  })
  process.env.PATH = import.meta.dirname
  assert.equal(await start(t), undefined)
})

async function start(t: TestContext): Promise<EmbeddedRedis | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'firebreak-embedded-'))
  closeLast(t, () => rm(directory, { recursive: true, force: true }))
  const server = await startEmbeddedRedis({ directory, log: silent })
  if (server !== undefined) t.after(() => server.stop())
  return server
}

function client(t: TestContext, url: string): Redis {
  const redis = new Redis(url)
  redis.on('error', () => 'The tests here end servers on purpose.')
  t.after(() => redis.disconnect())
  return redis
}
