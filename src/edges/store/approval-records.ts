/** The plan that was approved, read as it was stored and checked against digest and seal before anything believes it. */
import type { ApprovedPlan, PlanStore } from '../../story/execution/approved-plan.ts'
import type { BegunAction } from '../../story/incident/execution.ts'
import type { ProposalDocument, Sealer } from '../../story/incident/proposal.ts'
import type { Database } from './database.ts'
import { tellLateAct } from './late-act-records.ts'

type Row = {
  document: string
  digest: string
  decided_by: string
  via: string
  comment: string
  decided_at: Date
  seal: string
}

export function createPlanStore({ database, sealer }: { database: Database; sealer: Sealer }): PlanStore {
  return {
    async approvedPlan(incidentId, digest) {
      const { rows } = await database.query<Row>(
        `SELECT document, proposals.digest, decided_by, via, comment, decided_at, seal
           FROM approvals JOIN proposals USING (incident_id, digest) WHERE incident_id = $1 AND digest = $2`,
        [incidentId, digest],
      )
      const [row] = rows
      return row ? check(incidentId, row, sealer) : { broken: 'there is no approval of this plan' }
    },
    tellLate: (attempt, report) => tellLateAct(database, attempt, report),
    async begun({ incidentId, digest, phase, step }) {
      const { rows } = await database.query<BegunAction>(
        `SELECT started_at AS "startedAt", witness FROM action_attempts
          WHERE incident_id = $1 AND digest = $2 AND phase = $3 AND step = $4`,
        [incidentId, digest, phase, step],
      )
      return rows[0]
    },
  }
}

function check(incidentId: string, row: Row, sealer: Sealer): ApprovedPlan | { broken: string } {
  const { digest, decided_by: by, via, comment, decided_at: at } = row
  const document = readDocument(row.document)
  if (!document || document.incident !== incidentId || sealer.digestOf(document) !== digest)
    return { broken: 'the stored plan is not the one its digest stands for' }
  if (sealer.sealOf({ incidentId, digest, by, via, comment, at }) !== row.seal)
    return { broken: 'the stored approval does not bear our seal' }
  return { plan: document, approval: { digest, by, via, comment, at, seal: row.seal } }
}

function readDocument(text: string): ProposalDocument | undefined {
  try {
    return JSON.parse(text) as ProposalDocument
  } catch {
    // A stored plan that is no JSON was edited by somebody; the caller says so.
    return undefined
  }
}
