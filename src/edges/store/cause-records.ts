/** Causes that diagnoses have proven. One lock for each cause: of two that prove it at the same moment one comes second. */
import type { SameCause } from '../../story/incident/gathering.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Cause } from '../../story/workflow/run-store.ts'
import type { Connection } from './database.ts'

type Row = { id: string; status: Status; is_near: boolean; is_milder: boolean; stands_alone: boolean }

export async function keepCause(
  connection: Connection,
  incidentId: string,
  { kind, object, isNear, reach }: Cause,
): Promise<SameCause | undefined> {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7210533))', [`${kind} ${object}`])
  await connection.query(
    `INSERT INTO incident_causes (incident_id, kind, object, is_near, reach) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (incident_id) DO UPDATE SET kind = excluded.kind, object = excluded.object, is_near = excluded.is_near,
            reach = excluded.reach, at = firebreak_now()`,
    [incidentId, kind, object, isNear, reach],
  )
  const { rows } = await connection.query<Row>(
    `SELECT leader.id, leader.status, is_near, leader.stands_alone,
            leader.severity_rank > (SELECT severity_rank FROM incidents WHERE id = $1) AS is_milder
       FROM incident_causes JOIN incidents AS leader ON leader.id = incident_id
      WHERE kind = $2 AND object = $3 AND incident_id <> $1 AND leader.part_of IS NULL
        AND leader.status IN ('awaiting_approval', 'executing', 'verifying', 'escalated')
        AND NOT EXISTS (SELECT FROM incidents WHERE id = $1 AND stands_alone)
      ORDER BY leader.seq LIMIT 1 FOR NO KEY UPDATE OF leader`,
    [incidentId, kind, object],
  )
  const [row] = rows
  if (!row) return undefined
  const { id, status, is_near, is_milder: isMilder, stands_alone: standsAlone } = row
  return { id, status, isNear: is_near, isMilder, standsAlone }
}
