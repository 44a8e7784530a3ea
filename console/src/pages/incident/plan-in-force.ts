import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'
import { phrase } from '../../language/phrase.ts'

/** One plan, whether it is the first or the alternative to it. */
export type Plan = Omit<Proposal, 'alternatives'>

/** All that a person may choose from now. */
export function plansOf({ proposal }: Pick<IncidentDetail, 'proposal'>): Plan[] {
  return proposal ? [proposal, ...proposal.alternatives] : []
}

const NAMES = [phrase('First plan'), phrase('Alternative plan')] as const

/** Which of two it is; undefined where there is nothing to confuse it with. */
export function tellWhich({ digest }: Pick<Plan, 'digest'>, incident: Pick<IncidentDetail, 'proposal'>) {
  const plans = plansOf(incident)
  return plans.length < 2 ? undefined : NAMES[plans.findIndex((one) => one.digest === digest)]
}

/** The one in force, unless we have looked again since, or are about to. */
export function planInForce({ status, diagnosis, proposal }: IncidentDetail): Proposal | undefined {
  const isOutdated = proposal && diagnosis && Date.parse(proposal.proposed_at) < Date.parse(diagnosis.diagnosed_at)
  return status === 'diagnosing' || isOutdated ? undefined : (proposal ?? undefined)
}
