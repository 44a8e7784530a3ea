/** What the shadow catalogues of all cases have in common, made once in a run: a case gets a copy, and its own rows in it. */
import pg, { escapeIdentifier } from 'pg'
import { databasePrefix } from '../../runner/run-databases.ts'
import { madeOnce } from '../made-once.ts'

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

/** What holds the rows that the view of that name shows. */
const FIGURES = 'table_rows'

const made = new Map<string, Promise<string>>()

/** The name of the database to copy. */
export function shadowTemplate(adminUrl: string): Promise<string> {
  const known = made.get(adminUrl) ?? makeOnce(adminUrl)
  made.set(adminUrl, known)
  return known
}

/** A view that no plugin reads is not shadowed, though a case may have rows for it. */
export function isShadowed(table: string): boolean {
  return (VIEWS as readonly string[]).includes(table) || OWN_TABLES.includes(`CREATE TABLE shadow.${table} `)
}

export function tableBehind(name: string): string {
  return name === 'pg_stat_user_tables' ? FIGURES : name
}

async function makeOnce(adminUrl: string): Promise<string> {
  const name = `${databasePrefix(process.env.TEST_RUN ?? '0')}shadow`
  await madeOnce(adminUrl, name, async (admin) => {
    const half = `${name}_half`
    await admin.query(`DROP DATABASE IF EXISTS ${half}`)
    await admin.query(`CREATE DATABASE ${half}`)
    await fillIn(Object.assign(new URL(adminUrl), { pathname: half }).href)
    await admin.query(`ALTER DATABASE ${half} RENAME TO ${name}`)
  })
  return name
}

async function fillIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE SCHEMA shadow')
    for (const view of VIEWS)
      await client.query(`CREATE TABLE shadow.${view} AS SELECT * FROM pg_catalog.${view} LIMIT 0`)
    await client.query(OWN_TABLES)
    await client.query(await vacuumedView(client))
  } finally {
    await client.end()
  }
}

/** The case's figures, until the real table of that name has really been vacuumed. */
async function vacuumedView(client: pg.Client): Promise<string> {
  const sql = `SELECT a.attname FROM pg_attribute a
    WHERE a.attrelid = 'shadow.pg_stat_user_tables'::regclass AND a.attnum > 0 ORDER BY a.attnum`
  const { rows } = await client.query<{ attname: string }>(sql)
  const columns = rows.map(({ attname }) => VACUUMED[attname] ?? `t.${escapeIdentifier(attname)}`)
  return `ALTER TABLE shadow.pg_stat_user_tables RENAME TO ${FIGURES};
    CREATE VIEW shadow.pg_stat_user_tables AS SELECT ${columns.join(', ')} FROM shadow.${FIGURES} t
      LEFT JOIN pg_catalog.pg_stat_user_tables r ON r.schemaname = t.schemaname AND r.relname = t.relname`
}

const VACUUMED: Readonly<Record<string, string>> = {
  n_dead_tup: 'CASE WHEN r.vacuum_count > 0 THEN 0 ELSE t.n_dead_tup END AS n_dead_tup',
  last_vacuum: 'coalesce(r.last_vacuum, t.last_vacuum) AS last_vacuum',
  vacuum_count: 't.vacuum_count + r.vacuum_count AS vacuum_count',
}
