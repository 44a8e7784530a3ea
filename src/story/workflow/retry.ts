/** Runs as people look at them, and the rules for trying one again that was given up. */
import type { Status } from '../incident/lifecycle.ts'
import type { Run } from './run-store.ts'

export type RunState = 'running' | 'finished' | 'cancelled' | 'given_up'

export type RunSummary = Run & {
  state: RunState
  incidentTitle: string
  incidentStatus: Status
  /** The last step it has done. */
  lastStep: string | undefined
  failedStep: string | undefined
  lastError: string | undefined
  /** Since when it is in its state. */
  since: Date
  /** Only while it waits to be tried again by itself. */
  notBefore: Date | undefined
  workflowVersion: number
  /** Undefined while it belongs to whoever looks first. */
  instanceId: string | undefined
  /** Why it cannot be tried again; undefined where it can. */
  refusal: RetryRefusal | undefined
}

export type DoneStep = { step: string; at: Date; result: unknown }

export type RunDesk = {
  list(
    filter: { state?: RunState; incidentId?: string },
    page: { offset: number; limit: number },
  ): Promise<{ items: RunSummary[]; total: number; isTotalCapped: boolean }>
  find(id: string): Promise<{ run: RunSummary; steps: DoneStep[] } | undefined>
  /** Undefined where there is no such run. */
  retry(id: string, by: string): Promise<RetryOutcome | undefined>
}

type RetryOutcome = { accepted: true; incidentId: string; status: Status } | { accepted: false; sentence: string }

/** A round that was given up leaves a step of its own, so that the next one can be given up too. */
export function giveUpStep(retries: number): string {
  return retries === 0 ? 'give_up' : `give_up ${retries + 1}`
}

export type RetryFacts = {
  kind: Run['kind']
  state: RunState
  incidentStatus: Status
  /** Where the incident was when the run was given up, as far as that was written down. */
  leftAt: unknown
  isLatest: boolean
  /** Of a plan: still the one in force, and its approval younger than people are given to decide. */
  isPlanInForce: boolean
  isApprovalFresh: boolean
  isHeld: boolean
}

type RetryRefusal = { reason: keyof typeof SENTENCES; sentence: string }

const SENTENCES = {
  not_given_up: 'Only a run that was given up can be tried again.',
  incident_moved: 'Its incident has moved on since; there is nothing left to try.',
  replaced: 'A later run has taken its place.',
  plan_replaced: 'Its plan is not in force any more.',
  approval_too_old: 'Its plan was confirmed too long ago to be carried out now: have the incident diagnosed again.',
  held: 'Firebreak is held and carries nothing out; an admin must release it first (firebreak release).',
} as const

/** What forbids another try, or the status its incident goes back to. */
export function judgeRetry(facts: RetryFacts): { to: Status } | { refusal: RetryRefusal } {
  const refuse = (reason: keyof typeof SENTENCES) => ({ refusal: { reason, sentence: SENTENCES[reason] } })
  if (facts.state !== 'given_up') return refuse('not_given_up')
  if (facts.incidentStatus !== 'escalated') return refuse('incident_moved')
  if (!facts.isLatest) return refuse('replaced')
  if (facts.kind === 'diagnose') return { to: 'diagnosing' }
  if (facts.leftAt !== 'executing' && facts.leftAt !== 'verifying') return refuse('incident_moved')
  if (!facts.isPlanInForce) return refuse('plan_replaced')
  if (facts.isHeld) return refuse('held')
  // What is only verified changes nothing, however late. An act that was begun is read back, not done again.
  if (facts.leftAt === 'executing' && !facts.isApprovalFresh) return refuse('approval_too_old')
  return { to: facts.leftAt }
}
