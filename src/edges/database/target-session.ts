import type pg from 'pg'
import { type Deadline, refuseLate } from '../../ports/deadline.ts'

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

const WAITS_AT_MOST = `SELECT CASE WHEN pg_catalog.current_setting('server_version_num')::int >= 140000
  THEN ${SET}('idle_session_timeout', $1, false) END`

/**
 * The server itself ends the session when the statement has not come in time, however long we stood still before we sent it.
 * Servers before 14 cannot; there our own look at the clock has to do.
 */
export async function endWhenLate(connection: pg.ClientBase, before: Deadline): Promise<void> {
  refuseLate(before)
  const leftMs = before.leftMs()
  if (Number.isFinite(leftMs)) await connection.query(WAITS_AT_MOST, [`${Math.max(1, Math.floor(leftMs))}ms`])
}

/** The next one who borrows it may come any time later. */
export async function stayOpen(connection: pg.ClientBase): Promise<void> {
  // One that cannot be reset is thrown away by whoever gives it back.
  await connection.query(WAITS_AT_MOST, ['0']).catch(() => {})
}

const IDLE_SESSION_TIMEOUT = '57P05'

/** It was ended while it waited: the statement never ran. */
export function isEndedWaiting(error: unknown): boolean {
  return (error as { code?: unknown }).code === IDLE_SESSION_TIMEOUT
}
