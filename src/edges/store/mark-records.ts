/**
 * The marks incidents are found by, written behind their back from the timeline: intake does not wait for them. Where they
 * stand is written in the same transaction, so that no event is missed.
 */
import { type EnvironmentMap, readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { Diagnosis } from '../../story/incident/diagnosis.ts'
import type { EventFeed } from '../../story/incident/event-feed.ts'
import { type MarkCount, marksOf, readMark } from '../../story/incident/marks.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { createEnvironmentStore } from './environment-records.ts'
import { hasEventsAbove } from './feed-records.ts'
import { textArrays } from './text-array.ts'

/** The index takes many at once for less than a few at a time; more would keep the rest of this thread waiting. */
const EVENTS_AT_ONCE = 1_000
const MEMBERS_READ = 20
const PLACE = 'SELECT marked_to FROM incident_marks_place'

/**
 * Goes through events that no writer can still come before. Answers how many where more may wait, and else 0: what comes in a
 * storm is marked together at the next turn, which costs the store and us a quarter of what a few at a time do.
 */
export async function markIncidents(database: Database, feed: Pick<EventFeed, 'settledUpTo'>): Promise<number> {
  if (!(await hasEventsAbove(database, PLACE))) return 0
  const settled = await feed.settledUpTo()
  const environment = readEnvironment(await createEnvironmentStore(database).current())
  return inTransaction(database, async (connection) => {
    const from = await readPlace(connection)
    const { count, last, ids } = await nextPiece(connection, from, settled)
    if (last === null) return 0
    await markAll(connection, ids, environment)
    await connection.query('UPDATE incident_marks_place SET marked_to = $1', [last])
    return count < EVENTS_AT_ONCE ? 0 : count
  })
}

async function readPlace(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ marked_to: string }>(`${PLACE} FOR UPDATE`)
  return rows[0]?.marked_to ?? '0'
}

type Piece = { count: number; last: string | null; ids: readonly string[] }

/** Only what brings an alert or a diagnosis changes a mark. */
async function nextPiece(connection: Connection, from: string, settled: bigint): Promise<Piece> {
  const { rows } = await connection.query<Omit<Piece, 'ids'> & { ids: string }>(
    `SELECT count(*)::int AS count, max(id)::text AS last,
            coalesce(json_agg(DISTINCT incident_id) FILTER (WHERE kind IN ('alert_received', 'alert_repeated', 'diagnosis_completed')), '[]')::text AS ids
       FROM (SELECT id, incident_id, kind FROM incident_events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${EVENTS_AT_ONCE}) AS piece`,
    [from, String(settled)],
  )
  const { count = 0, last = null, ids = '[]' } = rows[0] ?? {}
  return { count, last, ids: JSON.parse(ids) as string[] }
}

type MarkedRow = {
  seq: string
  title: string
  description: string
  source: string
  /** A list of objects in JSON: that is read several times as fast as an array of texts. */
  labels: string
  diagnosis: string | null
}

const TO_MARK = `
  SELECT seq, title, description, source,
         '[' || array_to_string(ARRAY(
           SELECT labels FROM incident_alerts WHERE incident_id = incidents.id ORDER BY first_seen_at, key LIMIT ${MEMBERS_READ}), ',') || ']' AS labels,
         (SELECT document FROM diagnoses WHERE incident_id = incidents.id ORDER BY version DESC LIMIT 1) AS diagnosis
    FROM incidents WHERE id = ANY($1::text[])`

async function markAll(connection: Connection, ids: readonly string[], environment: EnvironmentMap): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await connection.query<MarkedRow>({ name: 'read-to-mark', text: TO_MARK, values: textArrays([ids]) })
  const marked = rows.map((row) => arrayOf(marksOf(readMarked(row), environment)))
  const values = textArrays([rows.map(({ seq }) => seq), marked])
  await connection.query({ name: 'mark-incidents', text: MARK, values })
}

const MARK = `
  INSERT INTO incident_marks (seq, marks)
  SELECT seq::bigint, marks::text[] FROM unnest($1::text[], $2::text[]) AS given (seq, marks)
  ON CONFLICT (seq) DO UPDATE SET marks = excluded.marks WHERE incident_marks.marks <> excluded.marks`

/** As the store writes an array of texts. */
function arrayOf(marks: readonly string[]): string {
  return `{${marks.map((mark) => `"${mark.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function readMarked({ title, description, source, labels, diagnosis }: MarkedRow) {
  const faults = diagnosis === null ? [] : (JSON.parse(diagnosis) as Diagnosis).faults
  const members = (JSON.parse(labels) as Record<string, string>[]).map((one) => ({ labels: one }))
  return { title, description, source, members, faults: faults ?? [] }
}

const NEWEST_READ = 5_000
const VALUES_MAX = 100

export async function countMarks(database: Database): Promise<MarkCount[]> {
  const { rows } = await database.query<{ mark: string; count: number }>(
    `SELECT mark, count FROM (
       SELECT mark, count(*)::int AS count, row_number() OVER (PARTITION BY split_part(mark, ' ', 1) ORDER BY count(*) DESC, mark) AS place
         FROM (SELECT marks FROM incident_marks ORDER BY seq DESC LIMIT ${NEWEST_READ}) AS newest, unnest(marks) AS mark
        GROUP BY mark) AS ranked
      WHERE place <= ${VALUES_MAX} ORDER BY count DESC, mark`,
  )
  return rows.map(({ mark, count }) => ({ ...readMark(mark), count }))
}
