/** What all test files of a run share: one real PostgreSQL, one real Redis, a folder, a seed. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import type { Log } from '../../src/ports/log.ts'
import { copyCluster, makeCluster } from '../world/laid-cluster.ts'
import { SERVICE_MAIN } from '../world/service-main.ts'
import { REDIS_MISSING } from '../world/stores.ts'
import { openCompileCache } from './compile-cache.ts'
import { cpuSecondsOfFamily } from './cpu-seconds.ts'
import { holdRunDatabases } from './run-databases.ts'
import { openMemoryFolder, openRunFolder } from './run-folder.ts'

export type Stage = {
  environment: NodeJS.ProcessEnv
  folder: string
  /** What the PostgreSQL of the run has used of a core; nothing where it is somebody else's. */
  storeCpuSeconds(): number
  close(): Promise<void>
}

const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (fields, sentence) => console.error(sentence, fields),
  error: (fields, sentence) => console.error(sentence, fields),
}

/** Whoever sets TEST_DATABASE_ADMIN_URL to the superuser of another PostgreSQL tests with that one. */
export async function openStage(): Promise<Stage> {
  const folder = await openRunFolder()
  const closing = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  try {
    const redis = await startEmbeddedRedis({ directory: folder, log })
    if (redis) closing.push(() => redis.stop())
    else if (process.env.CI === 'true') throw new Error(REDIS_MISSING)
    const given = process.env.TEST_DATABASE_ADMIN_URL
    const server = given
      ? { adminUrl: given, pid: undefined, cluster: undefined }
      : await startPostgres(folder, closing)
    const run = await holdRunDatabases(server.adminUrl)
    closing.push(run.close)
    const environment = {
      TEST_DATABASE_ADMIN_URL: server.adminUrl,
      TEST_REDIS_URL: redis?.url,
      TEST_CLUSTER: server.cluster,
      TEST_RUN: run.name,
      TEST_SERVICE_MAIN: SERVICE_MAIN,
      NODE_COMPILE_CACHE: openCompileCache(join(folder, 'compiled')),
    }
    const storeCpuSeconds = () => (server.pid === undefined ? 0 : cpuSecondsOfFamily(server.pid))
    return { environment, folder, storeCpuSeconds, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** `cluster` is a data folder for who needs a server of its own. */
type RunPostgres = { adminUrl: string; pid: number; cluster: string }

async function startPostgres(folder: string, closing: (() => Promise<void>)[]): Promise<RunPostgres> {
  const memory = await openMemoryFolder()
  if (memory !== undefined) closing.push(() => rm(memory, { recursive: true, force: true }))
  const dataDirectory = memory ?? folder
  const cluster = join(dataDirectory, 'cluster')
  await mkdir(cluster)
  await makeCluster(cluster)
  await copyCluster(cluster, dataDirectory)
  // A database that is dropped is looked for in the whole of the buffers, and a thousand are; each of them is small.
  // Each test has a role of its own, and to make its password hard to guess would cost more than the role.
  const settings = { max_connections: '300', shared_buffers: '32MB', scram_iterations: '1' }
  const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false, settings })
  closing.push(() => server.stop())
  return { adminUrl: server.adminUrl, pid: server.pid, cluster }
}
