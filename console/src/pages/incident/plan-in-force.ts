import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'

/** The newest, unless we have looked again since, or are about to. */
export function planInForce({ status, diagnosis, proposal }: IncidentDetail): Proposal | undefined {
  const isOutdated = proposal && diagnosis && Date.parse(proposal.proposed_at) < Date.parse(diagnosis.diagnosed_at)
  return status === 'diagnosing' || isOutdated ? undefined : (proposal ?? undefined)
}
