/** Asks the store what it does for sessions of ours, over a connection made for this question alone. */
import pg from 'pg'
import type { Inquiry } from './silent-connections.ts'

const ANSWER_WITHIN_MS = 3_000
/** SQLSTATE; what goes wrong before there is a server has longer words. */
const SERVER_STATE = /^[0-9A-Z]{5}$/

export function createInquiry(config: pg.ClientConfig): Inquiry {
  return async (processIds) => {
    const client = new pg.Client({
      ...config,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    // The question below fails with the same error.
    client.on('error', () => {})
    try {
      await client.connect()
      return await readIdle(client, processIds)
    } catch (error) {
      // A server that refuses us, as one without a free connection does, is there, and may be at work for us.
      if (SERVER_STATE.test(String((error as { code?: unknown }).code))) return new Set()
      throw error
    } finally {
      // Not waited for: a connection that cannot be closed properly is of no use to anybody.
      void client.end().catch(() => {})
    }
  }
}

type Row = { own: number; pid: number; is_idle: boolean }

async function readIdle(client: pg.Client, processIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<Row>(
    `SELECT pg_backend_pid() AS own, asked.pid, coalesce(state LIKE 'idle%', pg_stat_activity.pid IS NULL) AS is_idle
       FROM unnest($1::int[]) AS asked (pid) LEFT JOIN pg_stat_activity ON pg_stat_activity.pid = asked.pid`,
    [processIds],
  )
  // A pooler in between gives out numbers of its own: then the store's word says nothing of our sessions.
  const { processID } = client as unknown as { processID: number }
  return new Set(rows.filter(({ own, is_idle }) => own === processID && is_idle).map(({ pid }) => pid))
}
