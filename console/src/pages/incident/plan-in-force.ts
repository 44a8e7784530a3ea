import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'

/** One plan, whether it is the first or the alternative to it. */
export type Plan = Omit<Proposal, 'alternatives'>

/** All that a person may choose from now. */
export function plansOf({ proposal }: IncidentDetail): Plan[] {
  return proposal ? [proposal, ...proposal.alternatives] : []
}

/** The one in force, unless we have looked again since, or are about to. */
export function planInForce({ status, diagnosis, proposal }: IncidentDetail): Proposal | undefined {
  const isOutdated = proposal && diagnosis && Date.parse(proposal.proposed_at) < Date.parse(diagnosis.diagnosed_at)
  return status === 'diagnosing' || isOutdated ? undefined : (proposal ?? undefined)
}
