/**
 * How long incidents took, kept as a histogram that only grows. It is filled from the timeline, in small pieces and each event
 * once: where it stands is written in the same transaction.
 */
import type { EventFeed } from '../../story/incident/event-feed.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { hasEventsAbove } from './feed-records.ts'

export const TIME_MEASURES = ['diagnosis', 'decision', 'resolution'] as const
type TimeMeasure = (typeof TIME_MEASURES)[number]

/** From a look at a database to a night until somebody wakes up. */
export const TIME_BUCKETS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400, Infinity] as const

const EVENTS_AT_ONCE = 5_000
const PLACE = 'SELECT folded_to FROM incident_times_place'

/**
 * To its first diagnosis and to its end an incident is measured from when it began; a decision from when it was asked for.
 * A diagnosis that is made again is not the first.
 */
const MEASURED = `
  SELECT event.id, measure.name, greatest(extract(epoch FROM event.at - measure.since), 0)::float8 AS seconds
    FROM incident_events AS event JOIN incidents ON incidents.id = event.incident_id,
  LATERAL (
    SELECT 'diagnosis' AS name, incidents.created_at AS since
     WHERE event.kind = 'diagnosis_completed' AND NOT EXISTS (SELECT FROM incident_events AS earlier
       WHERE earlier.incident_id = event.incident_id AND earlier.kind = event.kind AND earlier.id < event.id)
    UNION ALL
    SELECT 'decision', (SELECT max(asked.at) FROM incident_events AS asked
       WHERE asked.incident_id = event.incident_id AND asked.kind = 'confirmation_requested' AND asked.id < event.id)
     WHERE event.kind = 'confirmation_received'
    UNION ALL
    SELECT 'resolution', incidents.created_at WHERE event.kind = 'incident_resolved') AS measure
   WHERE event.id > $1 AND event.id <= $2 AND measure.since IS NOT NULL
     AND event.kind IN ('diagnosis_completed', 'confirmation_received', 'incident_resolved')`

const ADD = `
  INSERT INTO incident_times AS kept (measure, up_to, count, seconds)
  SELECT name, (SELECT min(bound) FROM unnest($3::float8[]) AS bound WHERE seconds <= bound), count(*), sum(seconds)
    FROM (${MEASURED}) AS measured GROUP BY 1, 2
  ON CONFLICT (measure, up_to) DO UPDATE SET count = kept.count + excluded.count, seconds = kept.seconds + excluded.seconds`

/** Only those are counted that no writer can still come before. Answers 0 where no more wait, so that the next come together. */
export async function foldIncidentTimes(database: Database, feed: Pick<EventFeed, 'settledUpTo'>): Promise<number> {
  if (!(await hasEventsAbove(database, PLACE))) return 0
  const settled = await feed.settledUpTo()
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query<{ folded_to: string }>(`${PLACE} FOR UPDATE`)
    const from = BigInt(rows[0]?.folded_to ?? '0')
    const { last, count } = await nextPiece(connection, from, settled)
    if (last === null) return 0
    await connection.query(ADD, [String(from), last, TIME_BUCKETS])
    await connection.query('UPDATE incident_times_place SET folded_to = $1', [last])
    return count < EVENTS_AT_ONCE ? 0 : count
  })
}

type Piece = { count: number; last: string | null }

async function nextPiece(connection: Connection, from: bigint, settled: bigint): Promise<Piece> {
  const { rows } = await connection.query<Piece>(
    `SELECT count(*)::int AS count, max(id)::text AS last
       FROM (SELECT id FROM incident_events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${EVENTS_AT_ONCE}) AS piece`,
    [String(from), String(settled)],
  )
  return rows[0] ?? { count: 0, last: null }
}

/** Counts by bucket, not yet added up, and the sum of all. */
export type IncidentTimes = Record<TimeMeasure, { counts: Map<number, number>; seconds: number }>

export async function readIncidentTimes(database: Queryable): Promise<IncidentTimes> {
  const { rows } = await database.query<{ measure: TimeMeasure; up_to: number; count: number; seconds: number }>(
    'SELECT measure, up_to, count::float8 AS count, seconds FROM incident_times',
  )
  const times = {} as IncidentTimes
  for (const measure of TIME_MEASURES) {
    const own = rows.filter((row) => row.measure === measure)
    times[measure] = {
      counts: new Map(own.map(({ up_to, count }) => [up_to, count])),
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    }
  }
  return times
}
