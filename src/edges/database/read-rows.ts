/** Reading that cannot write, even with a superuser's login. */
import type pg from 'pg'
import { DatabaseRefusal, type DatabaseRow } from '../../ports/database.ts'
import { untilAborted } from './interruption.ts'
import { beginSession, type SessionLimits } from './target-session.ts'

type Reading = {
  connection: pg.ClientBase
  config: pg.ClientConfig
  limits: SessionLimits
  sql: string
  values: readonly unknown[]
  signal: AbortSignal
}

const ROWS_MAX = 5_000
const BYTES_MAX = 8_000_000
const ROWS_AT_ONCE = 500
const CURSOR = 'firebreak_answer'

/**
 * Three walls, each of which would do for most statements. The transaction is read only, and a first query in it settles
 * that: SET TRANSACTION READ WRITE is refused afterwards. The statement stands behind DECLARE … CURSOR FOR, where only
 * a query is grammar: no COPY TO PROGRAM, no SET, no DELETE, not even inside WITH. And the extended protocol takes one statement.
 * Whoever lent the connection rolls back, so that what an old server lets through even then is gone.
 */
export async function readRows({ connection, config, limits, sql, values, signal }: Reading): Promise<DatabaseRow[]> {
  await connection.query('BEGIN READ ONLY')
  const pid = await beginSession(connection, limits, true)
  return untilAborted({ connection, pid, config, signal }, async () => {
    const text = `DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${sql}`
    await connection.query({ text, values: [...values], queryMode: 'extended' } as pg.QueryConfig)
    return fetchAll(connection)
  })
}

async function fetchAll(connection: pg.ClientBase): Promise<DatabaseRow[]> {
  const all: DatabaseRow[] = []
  let bytes = 0
  for (;;) {
    const { rows } = await connection.query<DatabaseRow>(`FETCH FORWARD ${ROWS_AT_ONCE} FROM ${CURSOR}`)
    all.push(...rows)
    bytes += JSON.stringify(rows).length
    if (all.length > ROWS_MAX || bytes > BYTES_MAX) throw new DatabaseRefusal(TOO_MUCH)
    if (rows.length < ROWS_AT_ONCE) return all
  }
}

const TOO_MUCH = `The answer is longer than ${ROWS_MAX} rows or ${BYTES_MAX / 1_000_000} MB; ask for less with a limit or a name.`
