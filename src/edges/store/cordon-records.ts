/** Nodes that a plan of ours has closed to new pods, as far as no later plan of ours has opened them again. */
import type { Database } from './database.ts'

type OwnCordon = { node: string; incidentId: string; at: Date }

type Row = { node: string; incident_id: string; at: Date; is_opened: boolean }

/** An act whose answer was lost counts too: whether the node is closed is asked of the node itself. */
const NEWEST_OF_EACH = `
  SELECT DISTINCT ON (node) node, incident_id, at, is_opened FROM (
    SELECT result::jsonb -> 'parameters' ->> 'node' AS node, incident_id, finished_at AS at,
           coalesce((result::jsonb -> 'parameters' ->> 'uncordon')::boolean, false) AS is_opened
      FROM action_attempts WHERE plugin = 'cordon_node' AND outcome IN ('done', 'unknown')) AS ours
   WHERE node IS NOT NULL ORDER BY node, at DESC`

export async function listOwnCordons(database: Database): Promise<OwnCordon[]> {
  const { rows } = await database.query<Row>(NEWEST_OF_EACH)
  return rows
    .filter(({ is_opened }) => !is_opened)
    .map(({ node, incident_id: incidentId, at }) => ({ node, incidentId, at }))
}
