import { isSettingKey, settingOf } from '../../guidance/settings/catalogue.ts'
import type { StoredSetting, StoredSettings } from '../../guidance/settings/resolve-settings.ts'
import type { SettingsStore, SettingWrite, SettingWrites } from '../../guidance/settings/settings-store.ts'
import { tellChange } from '../../guidance/settings/told-change.ts'
import type { Log } from '../../ports/log.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { beginChange, loadIfChanged } from './generation-records.ts'
import type { SecretBox } from './secret-box.ts'

type Row = {
  key: string
  value: string | null
  sealed_value: Buffer | null
  last_readable: string | null
  sealed_last_readable: Buffer | null
  bound_origin: string | null
  updated_at: Date
  updated_by: string
}

type Parts = { database: Database; secretBox: SecretBox | undefined; log: Log }

export function createSettingsStore({ database, secretBox, log }: Parts): SettingsStore {
  const readAll = async (queryable: Queryable): Promise<StoredSettings> => {
    const { rows } = await queryable.query<Row>('SELECT * FROM settings ORDER BY key')
    return new Map(rows.flatMap((row) => readRow(row, secretBox, log)))
  }
  return {
    load: (known) => loadIfChanged(database, 'settings', known, () => readAll(database)),
    change: (by, plan) =>
      inTransaction(database, async (connection) => {
        await beginChange(connection, 'settings')
        const stored = await readAll(connection)
        const writes = plan(stored)
        for (const [key, write] of writes) await writeRow(connection, key, write, by, secretBox)
        if (writes.size > 0) await appendAudit(connection, auditOf(stored, writes, by))
      }),
  }
}

function auditOf(stored: StoredSettings, writes: SettingWrites, by: string) {
  const changed = [...writes].map(([key, write]) => tellChange(key, stored.get(key), write))
  return { actor: by, action: 'config.changed', target: [...writes.keys()].join(','), details: { changed } }
}

/** A key nobody knows may hold anything, and an address a password, so both are kept like a secret. */
function isSecret(key: string, ...texts: (string | null)[]): boolean {
  if (!isSettingKey(key) || settingOf(key).kind === 'secret') return true
  return settingOf(key).kind === 'address' && texts.some((text) => text?.includes('@'))
}

async function writeRow(
  connection: Connection,
  key: string,
  write: SettingWrite,
  by: string,
  secretBox: SecretBox | undefined,
): Promise<void> {
  if (write === null) {
    await connection.query('DELETE FROM settings WHERE key = $1', [key])
    return
  }
  const value = JSON.stringify(write.value)
  const lastReadable = write.lastReadable === undefined ? null : JSON.stringify(write.lastReadable)
  const box = isSecret(key, value, lastReadable) ? secretBox : undefined
  await connection.query(
    `INSERT INTO settings (key, value, sealed_value, last_readable, sealed_last_readable, bound_origin, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, sealed_value = excluded.sealed_value,
       last_readable = excluded.last_readable, sealed_last_readable = excluded.sealed_last_readable,
       bound_origin = excluded.bound_origin, updated_by = excluded.updated_by, updated_at = firebreak_now()`,
    box
      ? [key, null, box.seal(key, value), null, lastReadable && box.seal(key, lastReadable), write.boundOrigin, by]
      : [key, value, null, lastReadable, null, write.boundOrigin, by],
  )
}

function readRow(row: Row, secretBox: SecretBox | undefined, log: Log): [string, StoredSetting][] {
  const value = row.sealed_value ? secretBox?.open(row.key, row.sealed_value) : (row.value ?? undefined)
  if (value === undefined) {
    log.warn(
      { key: row.key },
      'A stored secret cannot be opened with this FIREBREAK_SECRET_KEY and counts as unset; give it again.',
    )
    return []
  }
  const last = row.sealed_last_readable ? secretBox?.open(row.key, row.sealed_last_readable) : row.last_readable
  const stored: StoredSetting = {
    value: JSON.parse(value) as unknown,
    boundOrigin: row.bound_origin ?? undefined,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    ...(last ? { lastReadable: JSON.parse(last) as unknown } : {}),
  }
  return [[row.key, stored]]
}
