import pg from 'pg'
import { parse } from 'pg-connection-string'
import type { Log } from '../../ports/log.ts'
import { ROW_VALUES } from './row-values.ts'
import { CATALOGUE_ONLY } from './target-session.ts'

/** One login to one target. It connects when it is first asked, and again after the server was away. */
export type TargetPool = {
  config: pg.PoolConfig
  searchPath: string
  borrow<Result>(work: (connection: pg.PoolClient) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const SILENCE_MS = 25_000

type Options = { name: string; url: string; purpose: 'reading' | 'acting'; log: Log }

export function openTargetPool({ name, url, purpose, log }: Options): TargetPool {
  const { search_path: searchPath, ...config } = connectionConfig(url, purpose)
  const pool = new pg.Pool({ ...config, max: 3, idleTimeoutMillis: 30_000, allowExitOnIdle: true })
  // Without these listeners a restart of a target, or of something between, would end our process.
  const lost = (error: Error) =>
    log.warn({ database: name, error: error.message }, 'A connection to a target was lost.')
  pool.on('error', lost)
  pool.on('connect', (connection) => void connection.on('error', () => 'Its query hears of it, or the pool does.'))
  return {
    config,
    searchPath: searchPath ?? CATALOGUE_ONLY,
    borrow: (work) => borrow(pool, work),
    close: () => pool.end(),
  }
}

/** `search_path` in the url lets a test put a catalogue of its own before the server's. The name tells our sessions from others. */
function connectionConfig(url: string, purpose: Options['purpose']): pg.PoolConfig & { search_path?: string } {
  const config = parse(url) as unknown as pg.PoolConfig & { search_path?: string }
  return {
    ...config,
    application_name: `firebreak ${purpose}`,
    connectionTimeoutMillis: 5_000,
    // The server's own limits come first; this one is for a server that has stopped answering at all.
    query_timeout: SILENCE_MS,
    keepAlive: true,
    types: ROW_VALUES,
  }
}

/** Whatever transaction was left is ended; a connection that cannot even do that is thrown away. */
async function borrow<Result>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const connection = await pool.connect()
  let isBroken = false
  try {
    return await work(connection)
  } finally {
    await connection.query('ROLLBACK').catch(() => {
      isBroken = true
    })
    connection.release(isBroken)
  }
}
