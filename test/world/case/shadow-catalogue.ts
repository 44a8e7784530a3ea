/**
 * A case's PostgreSQL on a real server: a database of its own with a schema that shadows the catalogue. The plugins leave
 * catalogue names unqualified, so with this schema first in search_path they see the rows of the case, through real SQL,
 * real types and the real edge. What they end is recorded; tables are real and empty, so a VACUUM is a real one.
 */
import { randomBytes } from 'node:crypto'
import pg, { escapeIdentifier } from 'pg'
import { runSql } from '../sql.ts'
import { shadowFunctions } from './shadow-functions.ts'
import type { CasePostgres, Row } from './shadow-rows.ts'
import { type Relation, shadowTables } from './shadow-tables.ts'
import { isShadowed, shadowTemplate, tableBehind } from './shadow-template.ts'

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

/** With `now`, its clock stands still at that moment. */
export async function loadShadowCatalogue(
  adminUrl: string,
  postgres: CasePostgres,
  now?: Date,
): Promise<ShadowCatalogue> {
  const name = `case_${randomBytes(6).toString('hex')}`
  await runSql(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${await shadowTemplate(adminUrl)} STRATEGY file_copy`)
  const url = new URL(adminUrl)
  url.pathname = name
  const client = new pg.Client({ connectionString: url.href, application_name: 'case' })
  await client.connect()
  const drop = async () => {
    await client.end()
    await runSql(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
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
  const { tables, slots, relations, ...ends } = shadowTables(postgres)
  for (const [table, rows] of Object.entries(tables)) if (isShadowed(table)) await insert(client, table, rows)
  await client.query('INSERT INTO shadow.slots VALUES ($1)', [JSON.stringify(slots)])
  for (const relation of relations) await createTable(client, relation)
  const isStandby = (tables.pg_stat_wal_receiver ?? []).length > 0
  await client.query(shadowFunctions({ database: postgres.database, isStandby, now, ...ends }))
}

/** Types are the table's; a column the table does not have is left out, one the row does not have is null. */
async function insert(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const place = `shadow.${tableBehind(table)}`
  const sql = `INSERT INTO ${place} SELECT * FROM jsonb_populate_recordset(NULL::${place}, $1)`
  await client.query(sql, [JSON.stringify(rows)])
}

async function createTable(client: pg.Client, { schemaname, relname }: Relation): Promise<void> {
  // The server has its own tables of the system.
  if (schemaname.startsWith('pg_')) return
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schemaname)}`)
  await client.query(`CREATE TABLE ${escapeIdentifier(schemaname)}.${escapeIdentifier(relname)} ()`)
}

async function effectsIn(client: pg.Client): Promise<DatabaseEffect[]> {
  const calls = await client.query<DatabaseEffect>('SELECT call, pid FROM shadow.calls ORDER BY id')
  const vacuums = await client.query<DatabaseEffect>(
    `SELECT 'vacuum' AS call, schemaname || '.' || relname AS table FROM pg_catalog.pg_stat_user_tables
     WHERE schemaname <> 'shadow' AND vacuum_count > 0 ORDER BY last_vacuum`,
  )
  return [...calls.rows, ...vacuums.rows]
}
