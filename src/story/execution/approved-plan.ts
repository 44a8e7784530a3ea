/** A plan somebody confirmed, as the executor gets it: checked, or not at all. */
import type { ActionAttempt, ActionReport, BegunAction } from '../incident/execution.ts'
import type { Approval, ProposalDocument } from '../incident/proposal.ts'

export type ApprovedPlan = { plan: ProposalDocument; approval: Approval }

export type PlanStore = {
  /** `broken` says why nothing may run: no approval, or a plan or approval that was changed after the fact. */
  approvedPlan(incidentId: string, digest: string): Promise<ApprovedPlan | { broken: string }>
  /**
   * An act that turns out to have been done, or begun, after its run was lost: told on the timeline, and its incident is opened again
   * for a person where it was closed, unless whoever took the run over has seen the act on the target.
   */
  tellLate(attempt: ActionAttempt, report: ActionReport): Promise<void>
  /** The intent of this action, if it was written. */
  begun(attempt: ActionAttempt): Promise<BegunAction | undefined>
}
