/** Who waits or is being diagnosed, and whom its alerts speak of. Read and written under the lock of the claims. */
import { tiesOf } from '../../story/incident/ties.ts'
import type { Waiting } from '../../story/workflow/wait-for-company.ts'
import type { Connection } from './database.ts'
import { ASKED_ONCE } from './one-moment.ts'

/** So many at a time: nobody else takes anything up meanwhile. */
const BATCH = 1_000
/** Older than that it was not one of a storm, and is taken up whatever comes along. */
export const GATHERED_WITHIN = `interval '1 hour'`
/** Of those one notification has brought. */
const ALERTS_READ = 20
/** Of the incident whose `id` it stands beside. */
export const LABELS_OF = `ARRAY(SELECT labels FROM incident_alerts WHERE incident_id = id ORDER BY key LIMIT ${ALERTS_READ})`

export type Companion = Waiting & { isPending: boolean; standsAlone: boolean; waits: boolean }

type Row = {
  id: string
  seq: string
  severity_rank: number
  age: number
  ties: string
  is_pending: boolean
  stands_alone: boolean
  waits: boolean
}

/** The names come as one text of JSON, which costs a tenth of reading them as the store's own lists. */
export async function readCompany(connection: Connection): Promise<Companion[]> {
  await connection.query(
    `DELETE FROM gathering USING incidents
      WHERE id = incident_id AND (status NOT IN ('pending', 'diagnosing') OR part_of IS NOT NULL)`,
  )
  await readTies(connection)
  const { rows } = await connection.query<Row>(
    `SELECT id, seq, severity_rank, array_to_json(ties)::text AS ties, stands_alone, status = 'pending' AS is_pending, waits,
            extract(epoch FROM ${ASKED_ONCE} - created_at)::float8 AS age
       FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL ORDER BY seq`,
  )
  return rows.map(({ id, seq, severity_rank, age, ties, is_pending, stands_alone, waits }) => ({
    ...{ id, seq: BigInt(seq), severityRank: severity_rank, ageSeconds: age, ties: JSON.parse(ties) as string[] },
    ...{ isPending: is_pending, standsAlone: stands_alone, waits },
  }))
}

async function readTies(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ id: string; labels: string[] }>(
    `SELECT id, ${LABELS_OF} AS labels
       FROM incidents WHERE status = 'pending' AND part_of IS NULL AND NOT stands_alone
        AND created_at > ${ASKED_ONCE} - ${GATHERED_WITHIN}
        AND NOT EXISTS (SELECT FROM gathering WHERE incident_id = id)
      ORDER BY severity, seq LIMIT ${BATCH}`,
  )
  if (rows.length === 0) return
  const ties = rows.map(({ labels }) => [...new Set(labels.flatMap((text) => tiesOf(JSON.parse(text))))])
  await connection.query(
    `INSERT INTO gathering (incident_id, ties)
     SELECT id, ARRAY(SELECT json_array_elements_text(names::json)) FROM unnest($1::text[], $2::text[]) AS given (id, names)`,
    [rows.map(({ id }) => id), ties.map((names) => JSON.stringify(names))],
  )
}
