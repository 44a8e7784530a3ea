import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { autovacuumThreshold } from './autovacuum-threshold.ts'
import { DATABASE, limitOf } from './parameter.ts'
import { openReader, type Reader, type Settings } from './reader.ts'
import { readSnapshotHolders, type SnapshotHolder } from './snapshot-holders.ts'
import { measureTables, scanTables } from './table-measure.ts'

const TABLES = `SELECT t.relid, t.schemaname, t.relname, t.n_live_tup, t.n_dead_tup,
    round(t.n_dead_tup::numeric / nullif(t.n_live_tup + t.n_dead_tup, 0), 4) AS dead_ratio, t.n_mod_since_analyze,
    t.last_vacuum, t.last_autovacuum, t.last_analyze, t.last_autoanalyze, t.vacuum_count, t.autovacuum_count,
    t.seq_scan, t.idx_scan, c.reloptions, age(c.relfrozenxid) AS relfrozenxid_age
  FROM pg_stat_user_tables t LEFT JOIN pg_class c ON c.oid = t.relid
  WHERE $1::text IS NULL OR $1::text IN (t.relname::text, t.schemaname || '.' || t.relname, format('%I', t.relname), format('%I.%I', t.schemaname, t.relname))
  ORDER BY t.n_dead_tup DESC NULLS LAST, t.schemaname, t.relname LIMIT $2`

/** The server stops taking writes when the oldest of these comes near two thousand million transactions. */
const DATABASE_AGES = `SELECT d.datname, age(d.datfrozenxid) AS datfrozenxid_age, mxid_age(d.datminmxid) AS datminmxid_age
  FROM pg_database d ORDER BY 2 DESC NULLS LAST LIMIT 10`

const OLDEST_TABLES = `SELECT n.nspname AS schemaname, c.relname, c.reloptions,
    greatest(age(c.relfrozenxid), age(o.relfrozenxid)) AS relfrozenxid_age
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_class o ON o.oid = c.reltoastrelid
  WHERE c.relkind IN ('r', 'm') ORDER BY 4 DESC NULLS LAST LIMIT 5`

const VACUUMS = `SELECT p.pid, p.datname, n.nspname AS schemaname, c.relname, p.phase, p.heap_blks_total, p.heap_blks_scanned,
    p.heap_blks_vacuumed, p.index_vacuum_count
  FROM pg_stat_progress_vacuum p LEFT JOIN pg_class c ON c.oid = p.relid LEFT JOIN pg_namespace n ON n.oid = c.relnamespace`

const SETTINGS = [
  'autovacuum',
  'autovacuum_vacuum_threshold',
  'autovacuum_vacuum_scale_factor',
  'autovacuum_vacuum_max_threshold',
  'autovacuum_freeze_max_age',
  'autovacuum_max_workers',
  'autovacuum_naptime',
]

export default {
  name: 'table_bloat',
  description:
    'Dead rows and vacuum in a PostgreSQL database: per table live and dead rows, size, when it was last vacuumed and analyzed, its own autovacuum options and with how many dead rows autovacuum would begin; ' +
    'who holds an old snapshot and so keeps vacuum from freeing anything (session, replication slot, prepared transaction); vacuums under way; transaction id age towards wraparound. ' +
    'Use it for bloat, dead-tuple, not-vacuumed and wraparound alerts.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      database: DATABASE,
      table: {
        type: 'string',
        description:
          'Only this table, with or without its schema: orders or public.orders. Left out: those with most dead rows.',
        minLength: 1,
        maxLength: 150,
      },
      limit: limitOf('tables', 10),
    },
  },
  run: ({ database, table, limit }, tools) => answer(() => look(openReader(tools, database), table, limit)),
} satisfies DiagnosticPlugin<{ database?: string; table?: string; limit: number }>

type Table = {
  relid: number
  schemaname: string
  relname: string
  n_live_tup: number
  n_dead_tup: number
  dead_ratio: number | null
  n_mod_since_analyze: number | null
  last_vacuum: string | null
  last_autovacuum: string | null
  last_analyze: string | null
  last_autoanalyze: string | null
  vacuum_count: number
  autovacuum_count: number
  seq_scan: number | null
  idx_scan: number | null
  reloptions: string[] | null
  relfrozenxid_age: number | null
}

type DatabaseAge = { datname: string; datfrozenxid_age: number | null; datminmxid_age: number | null }
type TableAge = {
  schemaname: string
  relname: string
  reloptions: string[] | null
  relfrozenxid_age: number | null
}
type RunningVacuum = {
  pid: number
  datname: string | null
  schemaname: string | null
  relname: string | null
  phase: string
}

async function look(reader: Reader, table: string | undefined, limit: number) {
  const tables = await reader.rows<Table>(TABLES, [table ?? null, limit])
  if (table !== undefined && tables.length === 0)
    return { success: false, error: `There is no table ${JSON.stringify(table)} in ${reader.database}.` }
  const settings = await reader.settings(SETTINGS)
  const measured = await measureTables(
    reader,
    tables.map(({ relid }) => relid),
  )
  const scanned = await scanTables(reader, measured)
  const holders = await readSnapshotHolders(reader)
  const data = {
    database: reader.database,
    tables: tables.map((one) => ({
      ...one,
      autovacuum_begins_at: thresholdOf(one, settings),
      ...measured.sizes.get(one.relid),
      ...(scanned.has(one.relid) ? { pgstattuple: scanned.get(one.relid) } : {}),
    })),
    ...(measured.note ? { note: measured.note } : {}),
    snapshot_holders: holders,
    vacuums_running: await reader.rows<RunningVacuum>(VACUUMS),
    wraparound: {
      databases: await reader.rows<DatabaseAge>(DATABASE_AGES),
      oldest_tables: await reader.rows<TableAge>(OLDEST_TABLES),
    },
    settings,
  }
  return { success: true, data, message: sentenceOf(tables, holders) }
}

function thresholdOf({ n_live_tup, reloptions }: Table, settings: Settings): number | null {
  return autovacuumThreshold(n_live_tup, reloptions, settings)
}

function sentenceOf([worst]: readonly Table[], [oldest]: readonly SnapshotHolder[]): string {
  const table = worst
    ? `Most dead rows: ${worst.schemaname}.${worst.relname} with ${worst.n_dead_tup} dead and ${worst.n_live_tup} live.`
    : 'There are no user tables.'
  const holder = oldest
    ? ` The oldest snapshot is held by a ${oldest.kind} (${oldest.pid ?? oldest.slot_name ?? oldest.gid}), ${oldest.xmin_age} transactions ago.`
    : ' Nobody holds an old snapshot.'
  return table + holder
}
