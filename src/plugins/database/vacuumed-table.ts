import type { Reader } from './reader.ts'

/** `name` is quoted by the server and goes into the statement as it is. */
export type FoundTable = { oid: number; name: string }

export type TableState = {
  n_live_tup: number
  n_dead_tup: number
  last_vacuum: string | null
  last_autovacuum: string | null
}

/** By value: what was given is compared, as text and so in full length, with the names there are; it never becomes part of a statement. */
const BY_NAME = `SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND $1::text IN (c.relname::text, n.nspname || '.' || c.relname, format('%I', c.relname), format('%I.%I', n.nspname, c.relname))
  ORDER BY 2 LIMIT 10`

const BY_OID = `SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = $1`

const STATE = `SELECT t.n_live_tup, t.n_dead_tup, t.last_vacuum, t.last_autovacuum FROM pg_stat_user_tables t WHERE t.relid = $1`

/** Throws with a sentence where there is none, or more than one. */
export async function findTable(reader: Reader, given: string): Promise<FoundTable> {
  const [found, ...others] = await reader.rows<FoundTable>(BY_NAME, [given])
  if (found === undefined) throw new Error(`There is no table ${JSON.stringify(given)} in ${reader.database}.`)
  if (others.length === 0) return found
  const names = [found, ...others].map(({ name }) => name).join(', ')
  throw new Error(`${JSON.stringify(given)} could be any of ${names}; give the schema too.`)
}

export async function tableByOid(reader: Reader, oid: number): Promise<FoundTable | undefined> {
  return (await reader.rows<FoundTable>(BY_OID, [oid]))[0]
}

/** Undefined for a partitioned table, which holds no rows itself. */
export async function stateOf(reader: Reader, oid: number): Promise<TableState | undefined> {
  return (await reader.rows<TableState>(STATE, [oid]))[0]
}
