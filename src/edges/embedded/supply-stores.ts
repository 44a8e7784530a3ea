/** Brings what the environment leaves unset, so that one command runs the whole product on a bare machine. */
import type { Environment } from '../../guidance/settings/environment.ts'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { dataFolderOf, keepSecretKey } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedRedis } from './embedded-redis.ts'

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
  log.info({ folder }, 'PostgreSQL is started; the first time its folder is made, which may take a while.')
  return startEmbeddedPostgres({ dataDirectory: folder, log, durable: true }).catch(refuseStart)
}

/** Its errors are sentences for people: another Firebreak in the folder, data of another version, no room. */
function refuseStart(error: Error): never {
  throw new StartRefused(error.message, { cause: error })
}
