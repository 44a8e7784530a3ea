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

/** Few, because their marks are made in one go, and everybody else of this process waits meanwhile. */
const EVENTS_AT_ONCE = 300
const MEMBERS_READ = 20

/** Answers how many events it went through; only those that no writer can still come before. */
export async function markIncidents(database: Database, feed: Pick<EventFeed, 'settledUpTo'>): Promise<number> {
  const settled = await feed.settledUpTo()
  const environment = readEnvironment(await createEnvironmentStore(database).current())
  return inTransaction(database, async (connection) => {
    const from = await readPlace(connection)
    const { count, last, ids } = await nextPiece(connection, from, settled)
    if (last === null) return 0
    await markAll(connection, ids, environment)
    await connection.query('UPDATE incident_marks_place SET marked_to = $1', [last])
    return count
  })
}

async function readPlace(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ marked_to: string }>(
    'SELECT marked_to FROM incident_marks_place FOR UPDATE',
  )
  return rows[0]?.marked_to ?? '0'
}

type Piece = { count: number; last: string | null; ids: string[] }

/** Only what brings an alert or a diagnosis changes a mark. */
async function nextPiece(connection: Connection, from: string, settled: bigint): Promise<Piece> {
  const { rows } = await connection.query<Piece>(
    `SELECT count(*)::int AS count, max(id)::text AS last,
            coalesce(array_agg(DISTINCT incident_id) FILTER (WHERE kind IN ('alert_received', 'alert_repeated', 'diagnosis_completed')), '{}') AS ids
       FROM (SELECT id, incident_id, kind FROM incident_events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${EVENTS_AT_ONCE}) AS piece`,
    [from, String(settled)],
  )
  return rows[0] ?? { count: 0, last: null, ids: [] }
}

type MarkedRow = {
  seq: string
  title: string
  description: string
  source: string
  labels: string[]
  diagnosis: string | null
}

const TO_MARK = `
  SELECT seq, title, description, source,
         ARRAY(SELECT labels FROM incident_alerts WHERE incident_id = incidents.id ORDER BY first_seen_at, key LIMIT ${MEMBERS_READ}) AS labels,
         (SELECT document FROM diagnoses WHERE incident_id = incidents.id ORDER BY version DESC LIMIT 1) AS diagnosis
    FROM incidents WHERE id = ANY($1)`

async function markAll(connection: Connection, ids: readonly string[], environment: EnvironmentMap): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await connection.query<MarkedRow>(TO_MARK, [ids])
  const marked = rows.map((row) => ({ seq: row.seq, marks: marksOf(readMarked(row), environment) }))
  await connection.query(
    `INSERT INTO incident_marks (seq, marks)
     SELECT (one ->> 'seq')::bigint, ARRAY(SELECT jsonb_array_elements_text(one -> 'marks'))
       FROM jsonb_array_elements($1::jsonb) AS one
     ON CONFLICT (seq) DO UPDATE SET marks = excluded.marks WHERE incident_marks.marks <> excluded.marks`,
    [JSON.stringify(marked)],
  )
}

function readMarked({ title, description, source, labels, diagnosis }: MarkedRow) {
  const faults = diagnosis === null ? [] : (JSON.parse(diagnosis) as Diagnosis).faults
  const members = labels.map((one) => ({ labels: JSON.parse(one) as Record<string, string> }))
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
