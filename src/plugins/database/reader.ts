import type { DatabaseRow } from '../../ports/database.ts'
import type { Tools } from '../plugin.ts'

export type Settings = Readonly<Record<string, string>>

/** Reads from one database during one call of a plugin. */
export type Reader = {
  /** As TARGET_DATABASES names it. */
  database: string
  rows<Row = DatabaseRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  settings(names: readonly string[]): Promise<Settings>
}

export function openReader({ databases, signal }: Tools, database: string | undefined): Reader {
  const rows: Reader['rows'] = (sql, values = []) => databases.read(database, sql, values, signal)
  return { database: database ?? databases.names()[0] ?? '', rows, settings: (names) => readSettings(rows, names) }
}

/** Through the view and not with SHOW, which is no query; with the unit, as in `1000ms`. */
async function readSettings(rows: Reader['rows'], names: readonly string[]): Promise<Settings> {
  const sql = `SELECT s.name, s.setting || coalesce(s.unit, '') AS value FROM pg_settings s
    WHERE s.name = ANY($1) ORDER BY s.name`
  const found = await rows<{ name: string; value: string }>(sql, [names])
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}
