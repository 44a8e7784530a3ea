/** Diagnoses and proposals as they were written; of diagnoses the newest is in force, of plans the one the incident names. */
import type { Diagnosis } from '../../story/incident/diagnosis.ts'
import type { Proposal, ProposalDocument } from '../../story/incident/proposal.ts'
import type { Queryable } from './database.ts'

export async function latestDiagnosis(
  database: Queryable,
  incidentId: string,
): Promise<(Diagnosis & { version: number; at: Date }) | undefined> {
  const { rows } = await database.query<{ version: number; document: string; at: Date }>(
    'SELECT version, document, at FROM diagnoses WHERE incident_id = $1 ORDER BY version DESC LIMIT 1',
    [incidentId],
  )
  return rows[0] && { ...(JSON.parse(rows[0].document) as Diagnosis), version: rows[0].version, at: rows[0].at }
}

export async function readProposal(
  database: Queryable,
  incidentId: string,
  digest: string | null,
): Promise<Proposal | undefined> {
  if (digest === null) return undefined
  const { rows } = await database.query<{ document: string; digest: string; at: Date }>(
    'SELECT document, digest, at FROM proposals WHERE incident_id = $1 AND digest = $2',
    [incidentId, digest],
  )
  const [row] = rows
  return row && { ...(JSON.parse(row.document) as ProposalDocument), digest: row.digest, proposedAt: row.at }
}
