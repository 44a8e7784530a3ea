import type { Redactor } from '../../guidance/secrecy/redact.ts'
import type { DoneStep, RunSummary } from '../../story/workflow/retry.ts'
import type { RunDetail, RunItem } from './contract/run.ts'

/** Enough to see what came of a step; what plugins answered stands on the timeline. */
const RESULT_CHARS_MAX = 4_000

export function shownRun(run: RunSummary, { redact }: Redactor): RunItem {
  return {
    id: run.id,
    incident_id: run.incidentId,
    incident_title: run.incidentTitle,
    kind: run.kind,
    state: run.state,
    since: run.since.toISOString(),
    started_at: run.startedAt.toISOString(),
    last_step: run.lastStep ?? null,
    failed_step: run.failedStep ?? null,
    last_error: run.lastError === undefined ? null : redact(run.lastError),
    attempts: run.attempts,
    errors: run.errors,
    lives_lost: run.livesLost,
    retries: run.retries,
    next_try_at: run.notBefore?.toISOString() ?? null,
    workflow_version: run.workflowVersion,
    owner: run.instanceId ?? null,
    can_retry: run.refusal === undefined,
    retry_refusal: run.refusal?.sentence ?? null,
  }
}

export function shownSteps(steps: readonly DoneStep[], redactor: Redactor): RunDetail['steps'] {
  return steps.map(({ step, at, result }) => {
    // Redacted before it is cut: half a secret would not be known as one.
    const text = JSON.stringify(redactor.redactValue(result))
    const is_cut = text.length > RESULT_CHARS_MAX
    return { step, at: at.toISOString(), result: is_cut ? text.slice(0, RESULT_CHARS_MAX) : text, is_cut }
  })
}
