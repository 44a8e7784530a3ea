/** The timeline. One growing number orders it and the stream; see `stream-records.ts` for how readers stay free of gaps. */
import type { EventKind, IncidentEvent, NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Connection, Queryable } from './database.ts'
import { ONE_MOMENT } from './one-moment.ts'

export type EventOf = NewEvent & { incidentId: string; status: Status }

/** Marks our locks among everybody's; the number below it is an event id, which never needs more than 48 bits. */
export const WRITER_LOCK_CLASS = 17_986

/**
 * Before a number is taken, the writer leaves a lock that says "I may still write above this number". It is held until
 * commit, so whoever reads the stream knows how far all writers are done. Foreign transactions do not matter to it.
 * Part of every statement that writes events, which must draw its rows from it.
 */
export const WRITER_FLOOR = `
  floor AS MATERIALIZED (
    SELECT pg_advisory_xact_lock_shared((${WRITER_LOCK_CLASS}::bigint << 48) + CASE WHEN is_called THEN last_value ELSE last_value - 1 END)
      FROM incident_events_id_seq)`

const APPEND = `
  WITH ${WRITER_FLOOR}
  INSERT INTO incident_events (incident_id, kind, status, data, at)
  SELECT event.incident_id, event.kind, event.status, event.data, now
    FROM floor, ${ONE_MOMENT}, unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS event (incident_id, kind, status, data)`

export async function appendEvents(connection: Connection, events: readonly EventOf[]): Promise<void> {
  if (events.length === 0) return
  await connection.query({
    name: 'append-events',
    text: APPEND,
    values: [
      events.map(({ incidentId }) => incidentId),
      events.map(({ kind }) => kind),
      events.map(({ status }) => status),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  })
}

export type EventRow = { id: string; kind: EventKind; at: Date; data: string }

export async function listEvents(database: Queryable, incidentId: string): Promise<IncidentEvent[]> {
  const { rows } = await database.query<EventRow>(
    'SELECT id, kind, at, data FROM incident_events WHERE incident_id = $1 ORDER BY id',
    [incidentId],
  )
  return rows
    .map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as Record<string, unknown> }))
    .reduce(afterTheLast, [])
}

/** No two that write at once are further apart; a clock that was set back is, and is told as it was. */
const AT_ONCE_MS = 10_000

/**
 * An event bears the time at which its transaction began, and of two at once the later may write first. Its number says
 * which was written first, so its time is told as no earlier than that of the one before.
 */
function afterTheLast(earlier: IncidentEvent[], event: IncidentEvent): IncidentEvent[] {
  const last = earlier.at(-1)?.at ?? event.at
  const behind = last.getTime() - event.at.getTime()
  earlier.push(behind > 0 && behind < AT_ONCE_MS ? { ...event, at: last } : event)
  return earlier
}
