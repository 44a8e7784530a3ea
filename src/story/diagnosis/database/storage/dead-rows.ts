/** Dead rows, and what a vacuum does about them. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import type { Finding } from '../../finding.ts'
import type { Subject } from '../../subject.ts'
import { actionOn } from '../database-finding.ts'
import type { DatabaseScene, TableBloat } from '../database-scene.ts'
import type { LoggedLine } from '../server/log-lines.ts'

/** Tables that carry many dead rows, and who may keep them from being freed. */
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

/** Without those of another database, who keep no rows of this one. */
export function holdersHere({ snapshot_holders }: TableBloat): SnapshotHolder[] {
  return snapshot_holders.filter(({ is_elsewhere }) => !is_elsewhere)
}

export function oldHolders(bloat: TableBloat): SnapshotHolder[] {
  return holdersHere(bloat).filter(isOld)
}

/** How far back it keeps the rows of ordinary tables; a slot may keep those of the catalogue alone. */
function reachOf({ kind, xmin_age, data_xmin_age }: SnapshotHolder): number {
  return kind === 'replication slot' && data_xmin_age !== undefined ? (data_xmin_age ?? 0) : xmin_age
}

/** When it took its snapshot, where that can be seen. */
export function heldSince({ xact_start, prepared }: SnapshotHolder): string | undefined {
  return xact_start ?? prepared ?? undefined
}

// A plain VACUUM of one table, or why it would not help right now.

type Table = { schemaname: string; relname: string }

export function vacuumStep(
  table: Table,
  database: DatabaseScene,
  why: string,
): Pick<Finding, 'actions'> | Pick<Finding, 'noActionReason'> {
  const obstacle = whyNotNow(table, database)
  if (obstacle !== undefined) return { noActionReason: obstacle }
  return { actions: [actionOn(database, 'vacuum_table', { table: `${table.schemaname}.${table.relname}` }, why)] }
}

function whyNotNow({ schemaname, relname }: Table, { bloat, locks }: DatabaseScene): string | undefined {
  const running = bloat?.thing.vacuums_running.find((one) => one.relname === relname && one.schemaname === schemaname)
  if (running)
    return `${schemaname}.${relname} is being vacuumed right now (pid ${running.pid}, ${running.phase}); a second vacuum would only wait.`
  const holder = locks?.thing.roots.find((root) =>
    root.holds.some(
      ({ relation, mode }) =>
        relation === `${schemaname}.${relname}` && /^(AccessExclusive|Exclusive|Share)/.test(mode),
    ),
  )
  return holder ? `pid ${holder.pid} holds a lock on the table that a vacuum would have to wait for.` : undefined
}

// A vacuum that says itself that most of what is dead had to stay: somebody may still see it, seen here or not.

const KEPT = /(\d+) (?:are dead but not yet removable|dead row versions cannot be removed yet)/i
const MOST = 0.5

/** Its last word, where it is of this table and of most of its dead rows. */
export function vainVacuum(
  { relname, n_dead_tup }: BloatedTable,
  { lines }: DatabaseScene,
): Seen<LoggedLine> | undefined {
  const ofTable = lines.filter(({ thing: { line } }) => KEPT.test(line) && isOf(line, relname))
  const last = ofTable.at(-1)
  const kept = Number(KEPT.exec(last?.thing.line ?? '')?.[1] ?? 0)
  return last && kept >= n_dead_tup * MOST ? last : undefined
}

/** `"shop.public.orders"` and `"orders"` are the table; `"orders_archive"` is not. */
function isOf(line: string, relname: string): boolean {
  const names = [...line.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.split('.').at(-1))
  return names.includes(relname)
}
