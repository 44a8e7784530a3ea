/** Parts of one leader that speak of the very same things: one look at those things is a look at each of them. */
import type { Standing } from '../../story/incident/gathering.ts'
import { tiesOf } from '../../story/incident/ties.ts'
import { LABELS_OF, readLabels } from './company-records.ts'
import type { Connection } from './database.ts'

/** So many labels are read at once, and so many parts go with the one that was looked at: all of it is one transaction. */
const READ = 10_000
const BATCH = 200

/** Those nobody has looked at yet. Who is held by somebody, or is one too many, goes with the next look. */
export async function lockAlike(connection: Connection, incidentId: string): Promise<Standing[]> {
  const names = await namesOf(connection, incidentId)
  const own = names.get(incidentId)
  if (!own) return []
  const ids = [...names].flatMap(([id, said]) => (said === own && id !== incidentId ? [id] : []))
  const { rows } = await connection.query<{ id: string; part_of: string }>(
    `SELECT id, part_of FROM incidents WHERE id = ANY($1) AND status = 'pending' AND part_of IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [ids.slice(0, BATCH)],
  )
  return rows.map(({ id, part_of: partOf }) => ({ id, status: 'pending', partOf }))
}

/** Whom it and each of the others speak of, in one text. */
async function namesOf(connection: Connection, incidentId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ id: string; labels: string }>(
    `WITH unread AS (SELECT id FROM incidents WHERE status = 'pending' AND closed_at IS NULL
        AND part_of = (SELECT part_of FROM incidents WHERE id = $1) ORDER BY seq LIMIT ${READ})
     SELECT id, ${LABELS_OF} AS labels FROM incidents WHERE id = $1 OR id IN (SELECT id FROM unread)`,
    [incidentId],
  )
  const said = (labels: string) => new Set(readLabels(labels).flatMap(tiesOf))
  return new Map(rows.map(({ id, labels }) => [id, [...said(labels)].sort().join('\n')]))
}
