/** Where the durable thread is kept: who is alive, what is at work, and what each run has done. */

import type { LedgerEntry } from '../../guidance/policy/action-ledger.ts'
import type { Diagnosis } from '../incident/diagnosis.ts'
import type { ActionAttempt, ActionReport, BegunAction, ExecutionResult } from '../incident/execution.ts'
import type { SameCause, Standing } from '../incident/gathering.ts'
import type { Resolution } from '../incident/incident.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Status } from '../incident/lifecycle.ts'
import type { Proposal, ProposalDraft } from '../incident/proposal.ts'
import type { Rhythm } from '../incident/rhythm.ts'
import type { Steps } from '../incident/steps.ts'

type RunKind = 'diagnose' | 'execute'

/**
 * Raised with every change after which an older instance would misread a run: a step renamed, left out, or given another
 * result. A run carries the version it was begun with; whoever knows only older ones leaves it to others.
 */
export const WORKFLOW_VERSION = 3

/** One passage of an incident through a workflow. */
export type Run = {
  id: string
  incidentId: string
  kind: RunKind
  attempts: number
  /** How often it failed by a fault of ours. */
  errors: number
  /** How often its instance died over it, or with it. */
  livesLost: number
  /** How often a person had it tried again after it was given up. */
  retries: number
  startedAt: Date
  /** When this instance took over what another, or itself before, may have begun. */
  resumedAt?: Date
}

/** The run belongs to another instance now, or its incident was closed. Whoever hears this stops and touches nothing. */
export class RunLost extends Error {
  /** Its incident was closed: nobody carries on. */
  readonly isOver: boolean

  constructor(isOver = false) {
    super()
    this.isOver = isOver
  }
}

/** What a diagnosis has proven, and whom it reaches. */
export type Cause = { kind: string; object: string; isNear: boolean; reach: readonly string[] }

/** A failure of our own code, and the step in which it came about, where it was in one. */
type Fault = { message: string; step?: string }

type Move = {
  incidentId: string
  from: Status
  to: Status
  event: NewEvent
  resolution?: Resolution
  /** Where it closes although its alerts may still fire: they count on it until they clear, and for so long at most. */
  hearAgainAfterSeconds?: number
  /** Only where it begins to wait for a person. */
  confirmWithinSeconds?: number
}

/** What a step may write; all of it, and the step's entry, is one transaction. */
export type StepWriter = {
  move(move: Move): Promise<boolean>
  tell(...events: NewEvent[]): Promise<void>
  /** Answers its version. */
  keepDiagnosis(diagnosis: Diagnosis): Promise<number>
  keepProposal(draft: ProposalDraft): Promise<Proposal>
  /** The plan of the other view, beside the one that was kept. */
  keepAlternative(draft: ProposalDraft): Promise<Proposal>
  /** Whom the incident is part of, as it is in this moment. */
  leader(): Promise<Standing | undefined>
  /** How its alert comes and goes, where nothing of it fires at this moment and it may come again. */
  rhythm(): Promise<Rhythm | undefined>
  /** Keeps what was proven, and answers the incident that leads those of the same cause, where one does. */
  keepCause(cause: Cause): Promise<SameCause | undefined>
  /** This incident becomes part of another. */
  join(leaderId: string, why: string): Promise<void>
  /** This incident leads from here on, in the place of another. */
  takeTheLead(formerId: string, why: string): Promise<void>
  /** Other parts of the same leader that speak of the very same things and that nobody has looked at; some of them, held. */
  alike(): Promise<readonly Standing[]>
  /** This incident stands alone again, and those given with it. */
  setFree(why: string, alike: readonly Standing[]): Promise<void>
  keepExecution(result: ExecutionResult): Promise<void>
  /** The intent, written before the act and charged to the quota; false where the quota is used up. */
  beginAction(
    attempt: ActionAttempt,
    charge: { entry: LedgerEntry; quota: number },
    witness: BegunAction['witness'],
  ): Promise<boolean>
  finishAction(attempt: ActionAttempt, report: ActionReport): Promise<void>
}

/**
 * The memory of a run. A step whose result is recorded is not done again, whoever carries on.
 * `act` is for steps that reach into the world; `commit` is for steps that only write our own records: they happen exactly once.
 */
export type Journal = Steps & {
  /**
   * For how many milliseconds from the moment of asking nobody can take this run over. Throws RunLost where it is not ours,
   * and with a sentence where it is and must not act: its plan is not in force, or the lease has run out.
   */
  heldForMs(): Promise<number>
  commit<Result>(step: string, work: (writer: StepWriter) => Promise<Result>): Promise<Result>
}

export type RunStore = {
  renewLease(instanceId: string, seconds: number): Promise<void>
  endLease(instanceId: string): Promise<void>
  /**
   * Takes pending incidents in their turn (see `fair-queue.ts`), as far as `atOnce` over all instances allows. Who has waited
   * longer than `waitMaxSeconds` comes in every other time, whatever the severity. Who came together may wait for each other,
   * `gatherSeconds` at most; parts of an incident that was resolved have `clearSeconds` for their alerts to clear, and those
   * that are left are looked at.
   */
  claimDiagnoses(
    instanceId: string,
    atOnce: number,
    waitMaxSeconds?: number,
    gatherSeconds?: number,
    clearSeconds?: number,
  ): Promise<Run[]>
  /** For how long the next claim had better wait; see `claim-rest.ts`. Who does not is served all the same. */
  restBeforeClaimMs(): number
  /**
   * Takes runs whose instance has no lease any more, that were put back, or that are ours but not among those at work. Of a
   * diagnosis that had been begun the timeline says so in the same transaction.
   */
  takeOver(instanceId: string, atWork: readonly string[]): Promise<Run[]>
  journal(run: Run, instanceId: string): Journal
  finish(run: Run, instanceId: string): Promise<void>
  /** Over without an end of its own: a person may have it tried again. */
  giveUp(run: Run, instanceId: string): Promise<void>
  /** For somebody else, or for us later. `fault` is a failure of our own code, and counts towards giving up. */
  putBack(run: Run, instanceId: string, retryInSeconds: number, fault?: Fault): Promise<void>
}
