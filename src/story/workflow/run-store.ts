/** Where the durable thread is kept: who is alive, what is at work, and what each run has done. */

import type { Resolution } from '../incident/incident.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Status } from '../incident/lifecycle.ts'

type RunKind = 'diagnose' | 'execute'

/** One passage of an incident through a workflow. */
export type Run = { id: string; incidentId: string; kind: RunKind; attempts: number }

/** The run belongs to another instance now, or its incident was closed. Whoever hears this stops and touches nothing. */
export class RunLost extends Error {}

type Move = { incidentId: string; from: Status; to: Status; event: NewEvent; resolution?: Resolution }

/** What a step may write; all of it, and the step's entry, is one transaction. */
type StepWriter = { move(move: Move): Promise<boolean> }

/**
 * The memory of a run. A step whose result is recorded is not done again, whoever carries on.
 * `act` is for steps that reach into the world: they may happen again after a crash between deed and entry.
 * `commit` is for steps that only write our own records: they happen exactly once.
 */
export type Journal = {
  act<Result>(step: string, work: () => Promise<Result>): Promise<Result>
  commit<Result>(step: string, work: (writer: StepWriter) => Promise<Result>): Promise<Result>
}

export type RunStore = {
  renewLease(instanceId: string, seconds: number): Promise<void>
  endLease(instanceId: string): Promise<void>
  /** Takes pending incidents, the most severe first, as far as `atOnce` over all instances allows. */
  claimDiagnoses(instanceId: string, atOnce: number): Promise<Run[]>
  /** Takes runs whose instance has no lease any more, that were put back, or that are ours but not among those at work. */
  takeOver(instanceId: string, atWork: readonly string[]): Promise<Run[]>
  journal(run: Run, instanceId: string): Journal
  finish(run: Run, instanceId: string): Promise<void>
  /** For somebody else, or for us later. */
  putBack(run: Run, instanceId: string, retryInSeconds: number): Promise<void>
}
