/** Sessions of an application on the test database: each one a connection that does what the test tells it and outlives an error. */
import type { TestContext } from 'node:test'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { runSql } from './sql.ts'

export type TestSession = {
  pid: number
  run(sql: string): Promise<pg.QueryResult>
  /** Begins a statement that will not come back by itself. Answers once the server works on it, or waits for a lock. */
  begin(sql: string): Promise<{ ended: Promise<pg.QueryResult | Error> }>
  /** The client hangs up; answers once the server has let the session go. */
  leave(): Promise<unknown>
}

export async function openSession(t: TestContext, url: string, application = 'shop'): Promise<TestSession> {
  const client = new pg.Client({ connectionString: url, application_name: application })
  client.on('error', () => 'A test may end this session; that is what it is for.')
  await client.connect()
  t.after(() => client.end().catch(() => 'It was ended by the test.'))
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]?.pid ?? 0
  return {
    pid,
    run: (sql) => client.query(sql),
    begin: async (sql) => {
      const ended = client.query(sql).catch((error: Error) => error)
      await eventually(`session ${pid} is at work`, () => isAt(url, pid, sql))
      return { ended }
    },
    leave: async () => {
      await client.end()
      await eventually(`session ${pid} is gone`, () => isGone(url, pid))
    },
  }
}

async function isGone(url: string, pid: number): Promise<boolean> {
  return (await runSql(url, 'SELECT pid FROM pg_stat_activity WHERE pid = $1', [pid])).length === 0
}

async function isAt(url: string, pid: number, sql: string): Promise<boolean> {
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  try {
    const { rows } = await watcher.query<{ wait_event_type: string | null; locked: boolean }>(
      `SELECT a.wait_event_type, a.wait_event_type = 'Lock' AND cardinality(pg_blocking_pids(a.pid)) > 0 AS locked
       FROM pg_stat_activity a WHERE a.pid = $1 AND a.state = 'active' AND a.query = $2`,
      [pid, sql],
    )
    const [row] = rows
    return row !== undefined && (row.wait_event_type !== 'Lock' || row.locked)
  } finally {
    await watcher.end()
  }
}
