/** The last clearing of a restless alert, where it came too soon after the one before to be told at once. */
import type { Status } from '../../story/incident/lifecycle.ts'
import { beatOf } from '../../story/incident/rhythm.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { appendEvents } from './event-records.ts'

const BATCH = 200
/** Told no sooner than the timeline tells a rhythm at all. */
const IS_UNTOLD = `calm_since IS NOT NULL AND closed_at IS NULL AND rhythm_told_at < went_at
  AND rhythm_told_at <= firebreak_now() - interval '1 minute'`

export async function tellLateClearings(database: Database, holdSeconds: number): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM incidents WHERE ${IS_UNTOLD} ORDER BY calm_since LIMIT ${BATCH}`,
  )
  for (const { id } of rows) await inTransaction(database, (connection) => tellOne(connection, id, holdSeconds))
}

type Row = { status: Status; times: number; since: Date; last_at: Date; names: string[] }

async function tellOne(connection: Connection, incidentId: string, holdSeconds: number): Promise<void> {
  const { rows } = await connection.query<Row>(
    `UPDATE incidents SET rhythm_told_at = firebreak_now() WHERE id = $1 AND ${IS_UNTOLD}
     RETURNING status, went AS times, comes_since AS since, went_at AS last_at,
       ARRAY(SELECT name FROM incident_alerts WHERE incident_id = $1 ORDER BY went_at DESC NULLS LAST LIMIT 1) AS names`,
    [incidentId],
  )
  const [row] = rows
  if (!row) return
  const { status, times, since, last_at: lastAt, names } = row
  const beat = beatOf({ times, since, lastAt, calmSince: undefined })
  await appendEvents(connection, [
    { incidentId, status, kind: 'alert_flapping', data: { ...beat, hold_seconds: holdSeconds } },
    { incidentId, status, kind: 'alert_cleared', data: { alerts: names, still_firing: 0 } },
  ])
}
