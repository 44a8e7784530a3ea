/** What stands in each table of the shadow catalogue, made from the rows of a case. */
import { type CasePostgres, newestXid, type Row, walEnd, withLsns, withXids, writeLsn } from './shadow-rows.ts'

/** Schema and name of a table the case speaks of; the oid is the case's own where it gives one. */
export type Relation = { oid: number; schemaname: string; relname: string; row: Row }

const FIRST_FREE_OID = 100_000
const SOME_DATABASE_OID = 16_384

export type ShadowTables = {
  tables: Record<string, Row[]>
  /** Kept apart, because pg_replication_slots can only be shadowed by a view. */
  slots: Row[]
  relations: Relation[]
  newestXid: number
  walEnd: string
}

export function shadowTables(postgres: CasePostgres): ShadowTables {
  const views = postgres.views ?? {}
  const all = Object.values(views).flat()
  const [newest, end] = [newestXid(all), walEnd(all)]
  const rowsOf = (view: string) => (views[view] ?? []).map((row) => withLsns(withXids(row, newest), end))
  const relations = relationsOf(rowsOf('pg_stat_user_tables'), rowsOf('pg_locks'))
  const databases = databasesOf(postgres, rowsOf('pg_database'))
  const schemas = [...new Set(relations.map(({ schemaname }) => schemaname)), 'shadow']
  const others = Object.keys(views).filter((view) => view !== 'pg_replication_slots')
  const tables = {
    ...Object.fromEntries(others.map((view) => [view, rowsOf(view).map((row) => withOid(row, relations))])),
    pg_stat_activity: rowsOf('pg_stat_activity').map((row) => ({ backend_type: 'client backend', ...row })),
    pg_locks: rowsOf('pg_locks').map((row) => lockRow(row, relations, databases)),
    pg_stat_user_tables: relations.filter(({ row }) => row.n_live_tup !== undefined).map(withRelid),
    table_sizes: relations.map(withRelid),
    pg_database: databases,
    pg_settings: Object.entries(postgres.settings ?? {}).map(([name, setting]) => ({ name, setting })),
    blocking: (postgres.blocking ?? []).flatMap(({ pid, pg_blocking_pids }) =>
      pg_blocking_pids.map((blocker) => ({ pid, blocker })),
    ),
    pg_namespace: schemas.map((nspname, index) => ({ oid: index + 1, nspname })),
    pg_class: relations.map((relation) => classRow(relation, schemas)),
    // Installed where the case has its view, in the schema where we have put it.
    pg_extension: views.pg_stat_statements ? [{ extname: 'pg_stat_statements', extnamespace: schemas.length }] : [],
  }
  return { tables, slots: rowsOf('pg_replication_slots'), relations, newestXid: newest, walEnd: writeLsn(end) }
}

function relationsOf(userTables: readonly Row[], locks: readonly Row[]): Relation[] {
  const relations = userTables.map((row, index) => ({
    oid: Number(row.relid ?? FIRST_FREE_OID + index),
    schemaname: String(row.schemaname ?? 'public'),
    relname: String(row.relname),
    row,
  }))
  for (const { relation } of locks) {
    if (typeof relation !== 'string' || findRelation(relation, relations)) continue
    const [relname = '', schemaname = 'public'] = partsOf(relation).reverse()
    relations.push({ oid: 2 * FIRST_FREE_OID + relations.length, schemaname, relname, row: {} })
  }
  return relations
}

function findRelation(name: string, relations: readonly Relation[]): Relation | undefined {
  const [relname, schemaname] = partsOf(name).reverse()
  return relations.find((one) => one.relname === relname && (schemaname ?? one.schemaname) === one.schemaname)
}

/** A regclass prints its schema only where it must, and quotes only what it must. */
function partsOf(regclass: string): string[] {
  return regclass.split('.').map((part) => part.replace(/^"|"$/g, ''))
}

/** A case may name the table where the view has its number. */
function withOid(row: Row, relations: readonly Relation[]): Row {
  return typeof row.relid === 'string' && !/^\d+$/.test(row.relid)
    ? { ...row, relid: findRelation(row.relid, relations)?.oid }
    : row
}

function withRelid({ oid, schemaname, row }: Relation): Row {
  return { ...row, schemaname, relid: oid }
}

function classRow({ oid, schemaname, relname, row }: Relation, schemas: readonly string[]): Row {
  const { reloptions, relfrozenxid } = row
  return { oid, relname, relnamespace: schemas.indexOf(schemaname) + 1, relkind: 'r', reloptions, relfrozenxid }
}

function lockRow(row: Row, relations: readonly Relation[], databases: readonly Row[]): Row {
  const relation = typeof row.relation === 'string' ? findRelation(row.relation, relations)?.oid : row.relation
  return { ...row, relation, database: databases[0]?.oid }
}

/** The case's own database comes first; without rows of pg_database its number is what the other views call it. */
function databasesOf({ database, views = {} }: CasePostgres, given: readonly Row[]): Row[] {
  const others = [...(views.pg_stat_database ?? []), ...(views.pg_stat_activity ?? [])]
  const oidOf = (name: unknown) => others.find(({ datname }) => datname === name)?.datid ?? SOME_DATABASE_OID
  const rows = given.map((row) => ({ oid: row.oid ?? oidOf(row.datname), ...row }))
  const own = rows.find(({ datname }: Row) => datname === database) ?? { oid: oidOf(database), datname: database }
  return [own, ...rows.filter((row) => row !== own)]
}
