/** What the workflow is handed: the parts of every room it calls. */
import type { Traces } from '../../ports/traces.ts'
import type { MindParts } from '../diagnosis/diagnose-incident.ts'
import type { PlanStore } from '../execution/approved-plan.ts'
import type { ExecutionParts } from '../execution/carry-out-plan.ts'
import type { HandedInStore } from '../incident/handed-in-plan.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { ProposalParts } from '../proposal/propose.ts'
import type { VerificationParts } from '../verification/verify-outcome.ts'

export type Rooms = MindParts &
  ProposalParts &
  ExecutionParts &
  VerificationParts & {
    findIncident(id: string): Promise<WholeIncident | undefined>
    plans: PlanStore
    /** The plan a run is to judge, where somebody handed one in. */
    handedIn: HandedInStore['ofRun']
    traces: Traces
  }
