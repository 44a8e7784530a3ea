/** What `firebreak doctor` reads of our own records, where there are some yet: it changes nothing, and migrates nothing. */
import type { ApiKeyRecord } from '../../guidance/access/api-key.ts'
import type { StoredSettings } from '../../guidance/settings/resolve-settings.ts'
import { type Database, openDatabase } from './database.ts'
import { createKeyStore } from './key-records.ts'
import { createSecretBox } from './secret-box.ts'
import { createSettingsStore } from './settings-records.ts'

export type FoundRecords = {
  keys: readonly ApiKeyRecord[]
  settings: StoredSettings
  /** Settings that are stored and cannot be opened with the key at hand. */
  sealed: readonly string[]
}

type Asked = { url: string; secretKey: string | undefined }

/** Undefined where the store is away or refuses us: another check tells why. */
export async function examineRecords({ url, secretKey }: Asked): Promise<FoundRecords | undefined> {
  const database = openDatabase({ url, log: SILENT, max: 1, secretKey })
  try {
    return await readRecords(database, secretKey)
  } catch {
    return undefined
  } finally {
    await database.close()
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

async function readRecords(database: Database, secretKey: string | undefined): Promise<FoundRecords> {
  const { rows } = await database.query<{ is_new: boolean; is_old: boolean }>(
    `SELECT to_regclass('settings') IS NULL OR to_regclass('api_keys') IS NULL AS is_new,
            NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('settings') AND attname = 'mac') AS is_old`,
  )
  if (!rows[0]?.is_new && rows[0]?.is_old) throw new Error('The store was written by an earlier version.')
  if (rows[0]?.is_new) return { keys: [], settings: new Map(), sealed: [] }
  const sealed: string[] = []
  const log = { ...SILENT, warn: (fields: object) => void sealed.push(String((fields as { key?: unknown }).key)) }
  const secretBox = secretKey ? createSecretBox(secretKey) : undefined
  const settings = await createSettingsStore({ database, secretBox, log }).load(undefined)
  const keys = await createKeyStore(database).load(undefined)
  return { keys: loadedOr(keys, []), settings: loadedOr(settings, new Map()), sealed }
}

/** Whoever knows no earlier copy is never told that it is unchanged. */
function loadedOr<Value>(loaded: { value: Value } | 'unchanged', none: Value): Value {
  return loaded === 'unchanged' ? none : loaded.value
}
