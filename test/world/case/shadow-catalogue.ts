/**
 * A case's PostgreSQL on a real server: a database of its own with a schema that shadows the catalogue. The plugins leave
 * catalogue names unqualified, so with this schema first in search_path they see the rows of the case, through real SQL,
 * real types and the real edge. What they end is recorded; tables are real and empty, so a VACUUM is a real one.
 */
import { randomBytes } from 'node:crypto'
import pg, { escapeIdentifier } from 'pg'
import { shadowFunctions } from './shadow-functions.ts'
import type { CasePostgres, Row } from './shadow-rows.ts'
import { type Relation, shadowTables } from './shadow-tables.ts'

export type DatabaseEffect =
  | { call: 'pg_terminate_backend' | 'pg_cancel_backend'; pid: number }
  | { call: 'vacuum'; table: string }

export type ShadowCatalogue = {
  /** As it goes into TARGET_DATABASES behind `name=`; it carries the search_path. */
  url: string
  /** What was done to it so far. */
  effects(): Promise<DatabaseEffect[]>
  drop(): Promise<void>
}

/** Those a case may fill. Their columns are taken from the server's own views, and what a case leaves out is null or empty. */
const VIEWS = [
  'pg_stat_activity',
  'pg_locks',
  'pg_stat_replication',
  'pg_stat_user_tables',
  'pg_stat_user_indexes',
  'pg_stat_database',
  'pg_stat_database_conflicts',
  'pg_stat_progress_vacuum',
  'pg_stat_progress_create_index',
  'pg_stat_progress_analyze',
  'pg_stat_progress_cluster',
  'pg_stat_progress_basebackup',
  'pg_stat_progress_copy',
  'pg_stat_wal_receiver',
  'pg_stat_archiver',
  'pg_database',
  'pg_prepared_xacts',
] as const

const OWN_TABLES = `
  CREATE TABLE shadow.pg_settings (name text, setting text, unit text);
  CREATE TABLE shadow.pg_class (oid oid, relname name, relnamespace oid, relkind "char" DEFAULT 'r', reloptions text[],
    relfrozenxid xid, reltoastrelid oid);
  CREATE TABLE shadow.pg_namespace (oid oid, nspname name);
  CREATE TABLE shadow.pg_extension (extname name, extnamespace oid);
  CREATE TABLE shadow.pg_stat_statements (userid oid, dbid oid, queryid bigint, query text, calls bigint,
    total_exec_time float8, mean_exec_time float8, max_exec_time float8, stddev_exec_time float8, rows bigint,
    shared_blks_hit bigint, shared_blks_read bigint, temp_blks_written bigint, wal_bytes numeric);
  CREATE TABLE shadow.table_sizes (relid oid, total_bytes bigint, table_bytes bigint);
  -- No table can have a column called xmin; a view can.
  CREATE TABLE shadow.slots (rows jsonb);
  CREATE VIEW shadow.pg_replication_slots AS
    SELECT p.* FROM shadow.slots s, jsonb_populate_recordset(NULL::pg_catalog.pg_replication_slots, s.rows) p;
  CREATE TABLE shadow.blocking (pid int, blocker int);
  CREATE TABLE shadow.calls (id int GENERATED ALWAYS AS IDENTITY, call text, pid int);`

/** With `now`, its clock stands still at that moment. */
export async function loadShadowCatalogue(
  adminUrl: string,
  postgres: CasePostgres,
  now?: Date,
): Promise<ShadowCatalogue> {
  const name = `case_${randomBytes(6).toString('hex')}`
  await runOnce(adminUrl, `CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = name
  const client = new pg.Client({ connectionString: url.href, application_name: 'case' })
  await client.connect()
  const drop = async () => {
    await client.end()
    await runOnce(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  await fill(client, postgres, now).catch(async (error) => {
    await drop()
    throw error
  })
  url.searchParams.set('search_path', 'shadow, pg_catalog')
  // In a list of targets a bare comma would divide.
  return { url: url.href.replaceAll(',', '%2C'), effects: () => effectsIn(client), drop }
}

async function fill(client: pg.Client, postgres: CasePostgres, now: Date | undefined): Promise<void> {
  await client.query('CREATE SCHEMA shadow')
  for (const view of VIEWS)
    await client.query(`CREATE TABLE shadow.${view} AS SELECT * FROM pg_catalog.${view} LIMIT 0`)
  await client.query(OWN_TABLES)
  const { tables, slots, relations, ...ends } = shadowTables(postgres)
  for (const [table, rows] of Object.entries(tables)) if (isShadowed(table)) await insert(client, table, rows)
  await client.query('INSERT INTO shadow.slots VALUES ($1)', [JSON.stringify(slots)])
  for (const relation of relations) await createTable(client, relation)
  const isStandby = (tables.pg_stat_wal_receiver ?? []).length > 0
  await client.query(shadowFunctions({ database: postgres.database, isStandby, now, ...ends }))
  await client.query(await vacuumedView(client))
}

/** A view that no plugin reads is not shadowed, though a case may have rows for it. */
function isShadowed(table: string): boolean {
  return (VIEWS as readonly string[]).includes(table) || OWN_TABLES.includes(`CREATE TABLE shadow.${table} `)
}

/** Types are the table's; a column the table does not have is left out, one the row does not have is null. */
async function insert(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const sql = `INSERT INTO shadow.${table} SELECT * FROM jsonb_populate_recordset(NULL::shadow.${table}, $1)`
  await client.query(sql, [JSON.stringify(rows)])
}

async function createTable(client: pg.Client, { schemaname, relname }: Relation): Promise<void> {
  // The server has its own tables of the system.
  if (schemaname.startsWith('pg_')) return
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schemaname)}`)
  await client.query(`CREATE TABLE ${escapeIdentifier(schemaname)}.${escapeIdentifier(relname)} ()`)
}

/** The case's figures, until the real table of that name has really been vacuumed. */
async function vacuumedView(client: pg.Client): Promise<string> {
  const sql = `SELECT a.attname FROM pg_attribute a
    WHERE a.attrelid = 'shadow.pg_stat_user_tables'::regclass AND a.attnum > 0 ORDER BY a.attnum`
  const { rows } = await client.query<{ attname: string }>(sql)
  const columns = rows.map(({ attname }) => VACUUMED[attname] ?? `t.${escapeIdentifier(attname)}`)
  return `ALTER TABLE shadow.pg_stat_user_tables RENAME TO table_rows;
    CREATE VIEW shadow.pg_stat_user_tables AS SELECT ${columns.join(', ')} FROM shadow.table_rows t
      LEFT JOIN pg_catalog.pg_stat_user_tables r ON r.schemaname = t.schemaname AND r.relname = t.relname`
}

const VACUUMED: Readonly<Record<string, string>> = {
  n_dead_tup: 'CASE WHEN r.vacuum_count > 0 THEN 0 ELSE t.n_dead_tup END AS n_dead_tup',
  last_vacuum: 'coalesce(r.last_vacuum, t.last_vacuum) AS last_vacuum',
  vacuum_count: 't.vacuum_count + r.vacuum_count AS vacuum_count',
}

async function effectsIn(client: pg.Client): Promise<DatabaseEffect[]> {
  const calls = await client.query<DatabaseEffect>('SELECT call, pid FROM shadow.calls ORDER BY id')
  const vacuums = await client.query<DatabaseEffect>(
    `SELECT 'vacuum' AS call, schemaname || '.' || relname AS table FROM pg_catalog.pg_stat_user_tables
     WHERE schemaname <> 'shadow' AND vacuum_count > 0 ORDER BY last_vacuum`,
  )
  return [...calls.rows, ...vacuums.rows]
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
