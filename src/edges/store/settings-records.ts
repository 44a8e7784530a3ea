import { auditedChange } from '../../guidance/settings/audited-change.ts'
import { isSettingKey, settingOf } from '../../guidance/settings/catalogue.ts'
import type { StoredSetting, StoredSettings } from '../../guidance/settings/resolve-settings.ts'
import type { SettingsStore, SettingWrite, SettingWrites } from '../../guidance/settings/settings-store.ts'
import type { Log } from '../../ports/log.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { beginChange, loadIfChanged } from './generation-records.ts'
import type { RowSeal } from './row-seal.ts'
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
  mac: Buffer | null
}

type Parts = { database: Database; secretBox: SecretBox | undefined; log: Log }

export function createSettingsStore({ database, secretBox, log }: Parts): SettingsStore {
  const readAll = async (queryable: Queryable): Promise<StoredSettings> => {
    const { rows } = await queryable.query<Row>('SELECT * FROM settings ORDER BY key')
    return new Map(rows.flatMap((row) => (isOurs(row, database.seal, log) ? readRow(row, secretBox, log) : [])))
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
  const changed = [...writes].map(([key, write]) => auditedChange(key, stored.get(key), write))
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
  const place = placeOf(key, write.boundOrigin)
  await connection.query(
    `INSERT INTO settings (key, value, sealed_value, last_readable, sealed_last_readable, bound_origin, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, sealed_value = excluded.sealed_value,
       last_readable = excluded.last_readable, sealed_last_readable = excluded.sealed_last_readable,
       bound_origin = excluded.bound_origin, updated_by = excluded.updated_by, updated_at = firebreak_now()`,
    box
      ? [key, null, box.seal(place, value), null, lastReadable && box.seal(place, lastReadable), write.boundOrigin, by]
      : [key, value, null, lastReadable, null, write.boundOrigin, by],
  )
  await sealRow(connection, key)
}

/** What a sealed value is sealed to: whoever moves it to another key, or to another server, cannot open it there. */
function placeOf(key: string, origin: string | null | undefined): string {
  return origin ? `${key}\n${origin}` : key
}

function contentOf({ key, value, sealed_value, last_readable, sealed_last_readable, bound_origin }: Row) {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
  const sealed = { sealed_value: hex(sealed_value), sealed_last_readable: hex(sealed_last_readable) }
  return { key, value, last_readable, bound_origin, ...sealed }
}

/** As the store holds it, so that what was written is what is sealed. */
async function sealRow(connection: Connection, key: string): Promise<void> {
  const { rows } = await connection.query<Row>('SELECT * FROM settings WHERE key = $1', [key])
  const mac = rows[0] ? connection.seal.macOf('settings', contentOf(rows[0])) : null
  await connection.query('UPDATE settings SET mac = $2 WHERE key = $1', [key, mac])
}

/** For rows of the time before, whose sealed values knew nothing of their origin; answers which. */
export async function sealSettings(connection: Connection, secretBox: SecretBox): Promise<string[]> {
  const { rows } = await connection.query<Row>('SELECT * FROM settings ORDER BY key FOR UPDATE')
  const unsealed = rows.filter((row) => !connection.seal.isGenuine('settings', contentOf(row), row.mac))
  for (const row of unsealed) {
    const place = placeOf(row.key, row.bound_origin)
    const again = (sealed: Buffer | null) => {
      const text = sealed && secretBox.open(row.key, sealed)
      return text === null || text === undefined ? sealed : secretBox.seal(place, text)
    }
    await connection.query('UPDATE settings SET sealed_value = $2, sealed_last_readable = $3 WHERE key = $1', [
      row.key,
      again(row.sealed_value),
      again(row.sealed_last_readable),
    ])
    await sealRow(connection, row.key)
  }
  return unsealed.map(({ key }) => key)
}

/** Stored, and not by us. */
export async function findForeignSettings(database: Database): Promise<string[]> {
  const { rows } = await database.query<Row>('SELECT * FROM settings ORDER BY key')
  return rows.filter((row) => !database.seal.isGenuine('settings', contentOf(row), row.mac)).map(({ key }) => key)
}

function isOurs(row: Row, seal: RowSeal, log: Log): boolean {
  const isGenuine = seal.isGenuine('settings', contentOf(row), row.mac)
  if (!isGenuine) log.warn({ key: row.key }, 'A stored setting does not bear our seal and counts as unset.')
  return isGenuine
}

function readRow(row: Row, secretBox: SecretBox | undefined, log: Log): [string, StoredSetting][] {
  const place = placeOf(row.key, row.bound_origin)
  const value = row.sealed_value ? secretBox?.open(place, row.sealed_value) : (row.value ?? undefined)
  if (value === undefined) {
    log.warn(
      { key: row.key },
      'A stored secret cannot be opened with this FIREBREAK_SECRET_KEY and counts as unset; give it again.',
    )
    return []
  }
  const last = row.sealed_last_readable ? secretBox?.open(place, row.sealed_last_readable) : row.last_readable
  const stored: StoredSetting = {
    value: JSON.parse(value) as unknown,
    boundOrigin: row.bound_origin ?? undefined,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    ...(last ? { lastReadable: JSON.parse(last) as unknown } : {}),
  }
  return [[row.key, stored]]
}
