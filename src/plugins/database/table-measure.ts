import { DatabaseRefusal } from '../../ports/database.ts'
import type { Reader } from './reader.ts'

type TableSize = { relid: number; total_bytes: number; table_bytes: number }
type Measured = { sizes: ReadonlyMap<number, TableSize>; note?: string }

const SIZES = `SELECT o.relid, pg_total_relation_size(o.relid) AS total_bytes, pg_table_size(o.relid) AS table_bytes
  FROM unnest($1::oid[]) AS o(relid)`

/** Measuring takes a light lock, which a stuck ALTER TABLE refuses. The rest of the answer must not be lost to that. */
export async function measureTables(reader: Reader, relids: readonly number[]): Promise<Measured> {
  try {
    const rows = await reader.rows<TableSize>(SIZES, [relids])
    return { sizes: new Map(rows.map((row) => [row.relid, row])) }
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    return { sizes: new Map(), note: `Sizes were not seen: ${error.message}` }
  }
}

const WHERE_IT_IS = `SELECT format('%I.%I', n.nspname, 'pgstattuple_approx') AS name
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pgstattuple'`

/** It reads the table; beyond this size that would be felt. */
const SCANNED_BYTES_MAX = 1024 ** 3
const SCANNED_TABLES_MAX = 3

/** What the pages really hold, where the extension is installed and our login may use it. */
export async function scanTables(reader: Reader, { sizes }: Measured): Promise<Map<number, unknown>> {
  const scanned = new Map<number, unknown>()
  const [extension] = await reader.rows<{ name: string }>(WHERE_IT_IS)
  if (extension === undefined) return scanned
  const small = [...sizes.values()].filter(({ table_bytes }) => table_bytes < SCANNED_BYTES_MAX)
  for (const { relid } of small.slice(0, SCANNED_TABLES_MAX)) {
    const rows = await reader
      .rows(`SELECT * FROM ${extension.name}($1::oid::regclass)`, [relid])
      .catch((error) => [{ not_seen: error instanceof Error ? error.message : String(error) }])
    scanned.set(relid, rows[0])
  }
  return scanned
}
