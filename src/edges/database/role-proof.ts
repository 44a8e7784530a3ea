/**
 * What a login may do in a database we look after, tried out where that is harmless: something is made in a transaction
 * that is rolled back, and a session of our own is ended. No table of anybody's is touched; rights to those are asked for.
 */
import type { PoolClient } from 'pg'
import type { TargetPool } from './target-pool.ts'

export type RoleProof = {
  role: string
  version: string
  isSuperuser: boolean
  /** Every session's statement, and all statistics. */
  seesAll: boolean
  mayEndSessions: boolean
  /** What it was not refused: `a schema`, `a table in public`. */
  couldMake: string[]
  tables: number
  readable: number
  writable: number
  vacuumable: number
}

const TRIES = {
  'a schema': 'CREATE SCHEMA firebreak_doctor',
  'a table in public': 'CREATE TABLE public.firebreak_doctor ()',
} as const

/** MAINTAIN is a right from PostgreSQL 17 on; an older server must not even be asked for it. */
const FACTS = `
  SELECT current_user::text AS role, current_setting('server_version') AS version, rolsuper AS "isSuperuser",
         pg_has_role('pg_read_all_stats', 'usage') AS "seesAll", pg_has_role('pg_signal_backend', 'usage') AS "mayEndSessions",
         count(held.oid)::int AS tables,
         count(*) FILTER (WHERE has_table_privilege(held.oid, 'SELECT'))::int AS readable,
         count(*) FILTER (WHERE has_table_privilege(held.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))::int AS writable,
         count(*) FILTER (WHERE pg_has_role(held.relowner, 'usage') OR CASE
           WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(held.oid, 'MAINTAIN') ELSE false END)::int AS vacuumable
    FROM pg_catalog.pg_roles LEFT JOIN (
           SELECT c.oid, c.relowner FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema') AS held ON true
   WHERE rolname = current_user
   GROUP BY rolsuper`

export function proveRole(pool: TargetPool): Promise<RoleProof> {
  return pool.borrow(async (connection) => {
    const { rows } = await connection.query<Omit<RoleProof, 'couldMake'>>(FACTS)
    const [facts] = rows
    if (!facts) throw new Error('The server does not know the role that asked.')
    return { ...facts, couldMake: await tryToMake(connection) }
  })
}

async function tryToMake(connection: PoolClient): Promise<string[]> {
  const made: string[] = []
  for (const [what, statement] of Object.entries(TRIES)) {
    await connection.query('BEGIN READ WRITE')
    const isMade = await connection.query(statement).then(() => true, isRefusal)
    await connection.query('ROLLBACK')
    if (isMade) made.push(what)
  }
  return made
}

/** Whether the one login can end a session of the other. */
export function tryToEnd(victim: TargetPool, acting: TargetPool): Promise<boolean> {
  return victim.borrow(async (session) => {
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const end = (connection: PoolClient) => connection.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    return acting.borrow((connection) => end(connection).then(() => true, isRefusal))
  })
}

const NO_RIGHT = '42501'
/** There may be no schema public at all. */
const NO_SCHEMA = '3F000'

function isRefusal(error: unknown): false {
  const { code } = error as { code?: string }
  if (code !== NO_RIGHT && code !== NO_SCHEMA) throw error
  return false
}
