import type pg from 'pg'

export type SessionLimits = { timeoutSeconds: number; searchPath: string }

/**
 * Catalogue names in plugins are unqualified, so this path decides what they mean: the server's own catalogue, and nothing
 * somebody may have put before it.
 */
export const CATALOGUE_ONLY = 'pg_catalog, pg_temp'

const SET = 'pg_catalog.set_config'

/** Answers the server process that works for us. Inside a transaction the settings end with it. */
export async function beginSession(
  connection: pg.ClientBase,
  { timeoutSeconds, searchPath }: SessionLimits,
  isLocal: boolean,
): Promise<number> {
  const settings = {
    search_path: searchPath,
    statement_timeout: `${timeoutSeconds}s`,
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '10s',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  }
  const names = Object.entries(settings)
  const calls = names.map((_, index) => `${SET}($${index * 2 + 2}, $${index * 2 + 3}, $1)`).join(', ')
  const text = `SELECT pg_catalog.pg_backend_pid() AS pid, ${calls}`
  const { rows } = await connection.query<{ pid: number }>(text, [isLocal, ...names.flat()])
  return rows[0]?.pid ?? 0
}
