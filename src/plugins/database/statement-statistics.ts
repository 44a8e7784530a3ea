import { DatabaseRefusal } from '../../ports/database.ts'
import type { Reader } from './reader.ts'

type Statement = {
  queryid: number | string | null
  datname: string | null
  calls: number
  total_exec_time: number
  mean_exec_time: number
  max_exec_time: number
  rows: number
  shared_blks_hit: number
  shared_blks_read: number
  temp_blks_written: number
  wal_bytes: number
  query: string
}
type Statements = { by_total_time: Statement[]; by_wal_bytes: Statement[]; by_temp_blocks: Statement[] }
type StatementStatistics = {
  source: 'pg_stat_statements' | 'pg_stat_activity'
  statements?: Statements
  note?: string
}

const ABSENT =
  'pg_stat_statements is not installed, so only what runs now is seen; CREATE EXTENSION pg_stat_statements would also show the past.'

/** The extension may live in any schema; its name is quoted by the server. */
const WHERE_IT_IS = `SELECT format('%I.%I', n.nspname, 'pg_stat_statements') AS name
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_stat_statements'`

export async function readStatements(reader: Reader, limit: number): Promise<StatementStatistics> {
  const [view] = await reader.rows<{ name: string }>(WHERE_IT_IS)
  if (view === undefined) return { source: 'pg_stat_activity', note: ABSENT }
  try {
    const by_total_time = await reader.rows<Statement>(topStatements(view.name, 's.total_exec_time'), [limit])
    const by_wal_bytes = await reader.rows<Statement>(topStatements(view.name, 's.wal_bytes'), [Math.min(limit, 5)])
    const by_temp_blocks = await reader.rows<Statement>(topStatements(view.name, 's.temp_blks_written'), [
      Math.min(limit, 3),
    ])
    return { source: 'pg_stat_statements', statements: { by_total_time, by_wal_bytes, by_temp_blocks } }
  } catch (error) {
    // Installed and not loaded, or not for our eyes: what runs now can still be told, and why the rest cannot.
    if (error instanceof DatabaseRefusal) return { source: 'pg_stat_activity', note: error.message }
    throw error
  }
}

/** Times in milliseconds, as the extension counts them. */
function topStatements(view: string, column: string): string {
  return `SELECT s.queryid, d.datname, s.calls, round(s.total_exec_time::numeric, 1) AS total_exec_time,
      round(s.mean_exec_time::numeric, 2) AS mean_exec_time, round(s.max_exec_time::numeric, 1) AS max_exec_time,
      s.rows, s.shared_blks_hit, s.shared_blks_read, s.temp_blks_written, s.wal_bytes, left(s.query, 600) AS query
    FROM ${view} s LEFT JOIN pg_database d ON d.oid = s.dbid
    WHERE ${column} > 0 ORDER BY ${column} DESC LIMIT $1`
}
