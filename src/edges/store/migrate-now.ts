import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { isStoreAway } from './database.ts'
import { migrate } from './migrate.ts'
import { reasonOf } from './reason-of.ts'

/** For who typed a command and waits for it: a store that is away is a sentence at once, and not waited for. */
export async function migrateNow(parts: { url: string; log: Log }): Promise<string[]> {
  return migrate(parts).catch((error: unknown) => {
    if (!isStoreAway(error)) throw error
    throw new StartRefused(`The relational store cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`, {
      cause: error,
    })
  })
}
