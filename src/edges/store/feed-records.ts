/**
 * A reader that asks for "everything above the last number" loses events: a transaction with a lower number may commit
 * later. So every writer leaves a lock naming the number above which it writes (event-records.ts), and readers stop at
 * the lowest one. Unlike the store's own snapshot horizon this is not held back by other people's transactions.
 */
import type { EventFeed, FeedEvent } from '../../story/incident/event-feed.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Severity } from '../../story/incident/severity.ts'
import type { Database } from './database.ts'
import { type EventRow, WRITER_LOCK_CLASS } from './event-records.ts'

type FeedRow = EventRow & { incident_id: string; status: Status; title: string; severity: Severity }

const LAST_NUMBER =
  'SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS number FROM incident_events_id_seq'

const LOWEST_WRITER = `
  SELECT min(((classid::bigint & 65535) << 32) | objid::bigint) AS number FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint >> 16) = ${WRITER_LOCK_CLASS}
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * An event that is there is on disk. A number that was given out and given up is not: a store that crashes may give it out
 * again, so nobody's place may be beyond the newest event.
 */
const NEWEST = 'SELECT max(id) AS number FROM incident_events WHERE id <= $1'

/** Few: what is being written right now, and what was given up in the meantime. */
const AWAITED = `
  SELECT number::text FROM generate_series($1::bigint + 1, $2::bigint) AS number
   WHERE NOT EXISTS (SELECT FROM incident_events WHERE id = number)`

const READ = `
  SELECT event.id, kind, at, data, incident_id, event.status, title, severity
    FROM incident_events AS event JOIN incidents ON incidents.id = incident_id
   WHERE event.id > $1 AND event.id <= $2 ORDER BY event.id LIMIT $3`

export function createEventFeed(database: Database): EventFeed {
  const ask = async (name: string, text: string, values: string[] = []) => {
    const { rows } = await database.query<{ number: string | null }>({ name, text, values })
    return rows[0]?.number ?? undefined
  }
  // The order of the two questions matters: a writer that took its number before the first one shows its lock in the second.
  const horizon = async () => {
    const last = BigInt((await ask('feed-last', LAST_NUMBER)) ?? '0')
    const lowest = await ask('feed-writers', LOWEST_WRITER)
    const settled = lowest !== undefined && BigInt(lowest) < last ? BigInt(lowest) : last
    return { last, settled, after: BigInt((await ask('feed-newest', NEWEST, [String(settled)])) ?? '0') }
  }
  return {
    settledUpTo: async () => (await horizon()).after,
    async start() {
      const { after, settled, last } = await horizon()
      if (settled === last) return { after, last, awaited: new Set() }
      const { rows } = await database.query<{ number: string }>({
        name: 'feed-awaited',
        text: AWAITED,
        values: [String(settled), String(last)],
      })
      return { after, last, awaited: new Set(rows.map(({ number }) => number)) }
    },
    async read(after, upTo, limit) {
      const { rows } = await database.query<FeedRow>({
        name: 'feed-read',
        text: READ,
        values: [String(after), String(upTo), limit],
      })
      return rows.map(readRow)
    },
  }
}

/**
 * Whether there is anything above the number a statement tells: most of the time there is not, and the rest need not be asked.
 * By the newest one alone: asked whether one of them exists, the store reads the table from its beginning.
 */
export async function hasEventsAbove(database: Database, placeSql: string): Promise<boolean> {
  const { rows } = await database.query<{ has_events: boolean }>(
    `SELECT coalesce((SELECT max(id) FROM incident_events) > (${placeSql}), false) AS has_events`,
  )
  return rows[0]?.has_events === true
}

function readRow({ incident_id, data, ...row }: FeedRow): FeedEvent {
  return { ...row, incidentId: incident_id, data: JSON.parse(data) as Record<string, unknown> }
}
