/** Tables that carry many dead rows, and who may keep them from being freed. */
import type { Subject } from '../../subject.ts'
import type { TableBloat } from '../database-scene.ts'

export type BloatedTable = TableBloat['tables'][number]
export type SnapshotHolder = TableBloat['snapshot_holders'][number]

/** Of the table an alert names a little is worth telling; of others only much. */
const NAMED = { share: 0.1, rows: 1_000 }
const OTHERS = { share: 0.4, rows: 100_000 }
const TABLES_SHOWN = 2

export function isNamedTable(
  { schemaname, relname }: { schemaname: string; relname: string },
  subject: Subject,
): boolean {
  const named = subject.table?.toLowerCase()
  return named === relname.toLowerCase() || named === `${schemaname}.${relname}`.toLowerCase()
}

export function bloatedTables({ tables }: TableBloat, subject: Subject): BloatedTable[] {
  const bloated = tables.filter((table) => {
    const least = isNamedTable(table, subject) ? NAMED : OTHERS
    return (table.dead_ratio ?? 0) >= least.share && table.n_dead_tup >= least.rows
  })
  const named = bloated.filter((table) => isNamedTable(table, subject))
  return (named.length > 0 ? named : bloated).slice(0, TABLES_SHOWN)
}

export function lastVacuumOf({ last_vacuum, last_autovacuum }: BloatedTable): string | undefined {
  const [newest] = [last_vacuum, last_autovacuum]
    .filter((time) => time !== null)
    .sort((one, other) => other.localeCompare(one))
  return newest
}

const OLD_SECONDS = 600
const OLD_TRANSACTIONS = 10_000

/** Old enough to matter: a session by its transaction, a slot or a prepared transaction by how far back it reaches. */
export function isOld(holder: SnapshotHolder): boolean {
  const isTimed = holder.kind === 'session' && holder.xact_start != null
  return isTimed ? (holder.xact_seconds ?? 0) >= OLD_SECONDS : reachOf(holder) >= OLD_TRANSACTIONS
}

export function oldHolders({ snapshot_holders }: TableBloat): SnapshotHolder[] {
  return snapshot_holders.filter(isOld)
}

/** How far back it keeps the rows of ordinary tables; a slot may keep those of the catalogue alone. */
function reachOf({ kind, xmin_age, data_xmin_age }: SnapshotHolder): number {
  return kind === 'replication slot' && data_xmin_age !== undefined ? (data_xmin_age ?? 0) : xmin_age
}

/** When it took its snapshot, where that can be seen. */
export function heldSince({ xact_start, prepared }: SnapshotHolder): string | undefined {
  return xact_start ?? prepared ?? undefined
}
