/** What commands that work on the store share: which one is meant, and what of it they need, opened and closed around them. */
import type { KnowledgeStore } from '../../guidance/knowledge/knowledge-entry.ts'
import type { Environment } from '../../guidance/settings/environment.ts'
import { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import { StartRefused } from '../../problem.ts'
import { dataFolderOf, readRunNote, readSecretKey } from '../embedded/data-folder.ts'
import { adoptRecords, SEALING_MIGRATION } from '../store/adopt-records.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { createKeyStore } from '../store/key-records.ts'
import { createKnowledgeStore } from '../store/knowledge-records.ts'
import { migrateNow } from '../store/migrate-now.ts'
import { createSecretBox, type SecretBox } from '../store/secret-box.ts'
import { createSettingsStore } from '../store/settings-records.ts'
import { print, QUIET } from './voice.ts'

/** Commands reach the store by DATABASE_URL, or that of the service that `npm start` runs in this folder. */
export async function completeEnvironment(environment: Environment): Promise<Environment> {
  if (environment.DATABASE_URL?.trim()) return environment
  const folder = dataFolderOf(environment)
  const note = await readRunNote(folder)
  if (!note) return environment
  return {
    ...environment,
    DATABASE_URL: note.databaseUrl,
    REDIS_URL: environment.REDIS_URL ?? note.redisUrl,
    // The service that runs there looks after its own PostgreSQL where it was told of no other.
    TARGET_DATABASES: environment.TARGET_DATABASES ?? `firebreak=${note.databaseUrl}`,
    FIREBREAK_SECRET_KEY: environment.FIREBREAK_SECRET_KEY ?? (await readSecretKey(folder)),
  }
}

async function requireDatabaseUrl(given: Environment): Promise<{ environment: Environment; url: string }> {
  const environment = await completeEnvironment(given)
  const url = environment.DATABASE_URL?.trim()
  if (!url)
    throw new StartRefused(
      'DATABASE_URL is not set and no service started by npm start runs here; set the one or start the other.',
    )
  return { environment, url }
}

type Store = {
  keys: ReturnType<typeof createKeyStore>
  settings: SettingsDesk
  database: Database
  secretBox: SecretBox | undefined
}

export async function withStore(given: Environment, work: (store: Store) => Promise<void>): Promise<void> {
  const { environment, url } = await requireDatabaseUrl(given)
  const applied = await migrateNow({ url, log: QUIET })
  const secretKey = environment.FIREBREAK_SECRET_KEY || undefined
  const database = openDatabase({ url, log: QUIET, max: 2, secretKey })
  const secretBox = secretKey ? createSecretBox(secretKey) : undefined
  const store = createSettingsStore({ database, secretBox, log: QUIET })
  try {
    if (applied.includes(SEALING_MIGRATION) && secretBox) await adoptRecords(database, secretBox, 'upgrade')
    await work({
      database,
      secretBox,
      keys: createKeyStore(database),
      settings: new SettingsDesk({ environment, store, isStoreAway: () => false, announce: () => {}, log: QUIET }),
    })
  } finally {
    await database.close()
  }
}

export function adopting({ database, secretBox }: Store) {
  if (!secretBox) throw new StartRefused('FIREBREAK_SECRET_KEY is not set, and without it nothing can be sealed.')
  return (by: string) => adoptRecords(database, secretBox, by)
}

export function withKnowledge(environment: Environment, work: (store: KnowledgeStore) => Promise<void>): Promise<void> {
  const clock = { now: () => new Date() }
  return withStore(environment, ({ database }) => work(createKnowledgeStore({ database, clock })))
}

export async function runMigrations(given: Environment): Promise<void> {
  const { url, environment } = await requireDatabaseUrl(given)
  const applied = await migrateNow({ url, log: QUIET })
  if (applied.includes(SEALING_MIGRATION) && environment.FIREBREAK_SECRET_KEY)
    await withStore(environment, async (store) => void (await adopting(store)('upgrade')))
  print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The store is up to date.')
}
