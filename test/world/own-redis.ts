/** A Redis of the test's own, beside the one all tests share: its limits may be set, it may be filled and stopped. */
import type { TestContext } from 'node:test'
import { Redis } from 'ioredis'
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import { closeLast } from './closing.ts'
import { temporaryFolder } from './daemon.ts'
import { REDIS_MISSING } from './stores.ts'
import { QUIET } from './targets.ts'

type OwnRedis = EmbeddedRedis & { client: Redis }

/** Skips the test and answers undefined where the machine has none; with CI=true that is a failure. */
export async function startOwnRedis(t: TestContext): Promise<OwnRedis | undefined> {
  const server = await startEmbeddedRedis({ directory: await temporaryFolder(t, 'redis'), log: QUIET })
  if (server === undefined) {
    if (process.env.CI === 'true') throw new Error(REDIS_MISSING)
    t.skip(REDIS_MISSING)
    return undefined
  }
  closeLast(t, () => server.stop())
  const client = new Redis(server.url)
  t.after(() => client.disconnect())
  return Object.assign(server, { client })
}
