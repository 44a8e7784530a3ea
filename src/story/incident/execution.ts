/** What was done about an incident, action by action, and whether it helped. */
import type { CheckData } from './incident-event.ts'

/**
 * done      the target says it is done
 * failed    the target refused, or the plugin failed
 * skipped   the target had moved since the plan was made: nothing was changed
 * refused   policy said no at the last moment: nothing was changed
 * unknown   the record of the act or the answer to it was lost, and the target does not show whether it happened
 */
export type ActionOutcome = 'done' | 'failed' | 'skipped' | 'refused' | 'unknown'

/** Which action of which approved plan. */
export type ActionAttempt = { incidentId: string; digest: string; phase: 'do' | 'undo'; step: number; plugin: string }

/** The intent of an act as it was written before it, with what the target showed at that moment. */
export type BegunAction = { startedAt: Date; witness: Readonly<Record<string, unknown>> }

export type ActionReport = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  phase: 'do' | 'undo'
  outcome: ActionOutcome
  message: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  seconds: number
}

/** `no_effect`: the fault is still there as it was. `worse`: more is wrong than before. `unclear`: it could not be seen. */
export type VerificationReport = {
  outcome: 'resolved' | 'no_effect' | 'worse' | 'unclear'
  sentence: string
  checks: readonly CheckData[]
}

/** Whether the alert's own rule still fires, by the metrics server, and where it stands to what, where that can be told. */
export type RuleNow = { state: 'fires' | 'quiet'; value?: string; bound?: string } | { state: 'unread' }

export type ExecutionResult = {
  success: boolean
  /** Seconds. */
  duration: number
  executedAt: string
  output: string
  actions: readonly ActionReport[]
  verification?: VerificationReport
}
