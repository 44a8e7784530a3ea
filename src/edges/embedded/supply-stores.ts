/** Brings what the environment leaves unset, so that one command runs the whole product on a bare machine. */
import { existsSync } from 'node:fs'
import type { Environment } from '../../guidance/settings/environment.ts'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { dataFolderOf, keepSecretKey } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedRedis } from './embedded-redis.ts'
import { clusterFolder } from './postgres-cluster.ts'
import { tellWhile } from './tell-while.ts'

type SuppliedStores = { environment: Environment; folder: string; stop(): Promise<void> }

export async function supplyStores(environment: Environment, log: Log): Promise<SuppliedStores> {
  const folder = dataFolderOf(environment)
  const secretKey = environment.FIREBREAK_SECRET_KEY || (await keepSecretKey(folder))
  const postgres = environment.DATABASE_URL?.trim() ? undefined : await startPostgres(folder, log)
  const redis = environment.REDIS_URL?.trim()
    ? undefined
    : await startEmbeddedRedis({ directory: folder, log }).catch(async (error) => {
        await postgres?.stop()
        throw error
      })
  return {
    folder,
    environment: {
      ...environment,
      FIREBREAK_SECRET_KEY: secretKey,
      DATABASE_URL: postgres?.url ?? environment.DATABASE_URL,
      TARGET_DATABASES: environment.TARGET_DATABASES ?? (postgres && `firebreak=${postgres.url}`),
      REDIS_URL: environment.REDIS_URL?.trim() || (redis?.url ?? 'embedded:'),
    },
    stop: async () => {
      await redis?.stop()
      await postgres?.stop()
    },
  }
}

function startPostgres(folder: string, log: Log) {
  const begins = existsSync(clusterFolder(folder))
    ? `PostgreSQL is started on the data in ${folder}.`
    : `No DATABASE_URL is set, so a PostgreSQL is made in ${folder}, once. That takes some seconds, on a slow disk up to a minute.`
  const start = () => startEmbeddedPostgres({ dataDirectory: folder, log, durable: true })
  return tellWhile(log, { begins, done: 'PostgreSQL runs.' }, start).catch(refuseStart)
}

/** Its errors are sentences for people: another Firebreak in the folder, data of another version, no room. */
function refuseStart(error: Error): never {
  throw new StartRefused(error.message, { cause: error })
}
