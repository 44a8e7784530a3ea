/** The ends of an execution: done and to be verified, not done, verified, undone. */
import { carryOutActions } from '../execution/carry-out-plan.ts'
import type { ActionReport, ExecutionResult, VerificationReport } from '../incident/execution.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Status } from '../incident/lifecycle.ts'
import type { ProposalDocument } from '../incident/proposal.ts'
import { clearStep } from '../incident/wanted-step.ts'
import { askPeople } from './conclude-diagnosis.ts'
import { recordIn } from './execution-record.ts'
import { proposeTraced } from './propose-traced.ts'
import type { Rooms } from './rooms.ts'
import type { Journal, StepWriter } from './run-store.ts'

/** The stored plan or its approval is not what it was: nothing runs, and a person hears why. */
export async function refuseExecution(journal: Journal, incidentId: string, broken: string): Promise<void> {
  await journal.commit('refuse', (writer) => escalate(writer, incidentId, 'executing', `Nothing was run: ${broken}.`))
}

type Executed = {
  incidentId: string
  startedAt: string
  plan: ProposalDocument
  reports: readonly ActionReport[]
  now: Date
}

export function concludeExecution(journal: Journal, executed: Executed): Promise<ExecutionResult> {
  return journal.commit('executed', async (writer) => {
    const { incidentId } = executed
    const result = resultOf(executed)
    await writer.keepExecution(result)
    const { success, duration, output } = result
    const event: NewEvent = { kind: 'execution_completed', data: { success, duration, output } }
    if (success) {
      await writer.move({ incidentId, from: 'executing', to: 'verifying', event })
    } else {
      await writer.tell(event)
      await escalate(writer, incidentId, 'executing', `The plan was not carried out to its end. ${output}`)
    }
    return result
  })
}

function resultOf({ startedAt, plan, reports, now }: Executed): ExecutionResult {
  const success = reports.length === plan.actions.length && reports.every(({ outcome }) => outcome === 'done')
  return {
    success,
    duration: Math.max(0, Math.round((now.getTime() - Date.parse(startedAt)) / 1000)),
    executedAt: startedAt,
    output: reports.map(({ plugin, outcome, message }) => `${plugin}: ${outcome}. ${message}`).join('\n'),
    actions: reports,
  }
}

type Verified = {
  incidentId: string
  digest: string
  plan: ProposalDocument
  executed: ExecutionResult
  verification: VerificationReport
  takenAt: Date
  approvedAt: Date
  signal: AbortSignal
}

export async function concludeVerification(rooms: Rooms, journal: Journal, verified: Verified): Promise<void> {
  const { plan, verification, signal } = verified
  const canUndo = plan.purpose === 'remedy' && plan.actions.some(({ rollback }) => !('impossible' in rollback))
  if (verification.outcome === 'worse' && canUndo) {
    const { AUTO_ROLLBACK, CONFIRM_WITHIN_SECONDS } = await rooms.currentSettings()
    if (AUTO_ROLLBACK) return undo(rooms, journal, verified)
    const attempt = await journal.act('propose undo', () =>
      proposeTraced(rooms, 'propose undo', {
        wanted: inverseOf(plan),
        description: `Undo the plan: ${verification.sentence}`,
        purpose: 'undo',
        signal,
      }),
    )
    if ('draft' in attempt) return offerUndo(journal, verified, attempt.draft, CONFIRM_WITHIN_SECONDS)
  }
  await journal.commit('verified', (writer) => endVerification(writer, verified))
}

/** The inverse of each action, the last first. */
function inverseOf({ actions }: ProposalDocument) {
  return [...actions].reverse().flatMap(({ plugin, rollback }) =>
    // What was approved may be undone: the plan that a person confirmed said how.
    'impossible' in rollback ? [] : [clearStep({ ...rollback, why: `undoes ${plugin}` })],
  )
}

function offerUndo(
  journal: Journal,
  verified: Verified,
  draft: Parameters<typeof askPeople>[1]['draft'],
  confirmWithinSeconds: number,
): Promise<void> {
  return journal.commit('offer undo', async (writer) => {
    await tellVerification(writer, verified)
    await askPeople(writer, { incidentId: verified.incidentId, draft, from: 'verifying', confirmWithinSeconds })
  })
}

/** AUTO_ROLLBACK: the digest that was approved covers the inverse of each action, so it is carried out under it. */
async function undo(rooms: Rooms, journal: Journal, verified: Verified): Promise<void> {
  const { incidentId, digest, plan, takenAt, approvedAt, signal } = verified
  await journal.commit('begin undo', async (writer) => {
    await tellVerification(writer, verified)
    const actions = inverseOf(plan).map(({ plugin, parameters }) => ({ plugin, parameters }))
    const event: NewEvent = { kind: 'execution_started', data: { digest, actions } }
    await writer.move({ incidentId, from: 'verifying', to: 'executing', event })
  })
  const deeds = []
  for (const [step, { plugin, parameters }] of inverseOf(plan).entries()) {
    const preconditions = await journal.act(`look before undo ${step}`, async () => {
      const intention = await rooms.door
        .intend({ plugin, parameters: { ...parameters } }, signal)
        .catch(() => undefined)
      return intention?.preconditions ?? {}
    })
    deeds.push({
      attempt: { incidentId, digest, phase: 'undo' as const, step, plugin },
      action: { plugin, parameters, preconditions },
      takenAt,
      approvedAt,
      signal,
    })
  }
  const reports = await carryOutActions({ ...rooms, record: recordIn(journal, rooms) }, deeds)
  await journal.commit('undone', async (writer) => {
    const success = reports.length === deeds.length && reports.every(({ outcome }) => outcome === 'done')
    const output = reports.map(({ plugin, outcome, message }) => `${plugin}: ${outcome}. ${message}`).join('\n')
    await writer.keepExecution({
      ...verified.executed,
      success: false,
      verification: verified.verification,
      actions: [...verified.executed.actions, ...reports],
    })
    await writer.tell({ kind: 'rollback_completed', data: { success, output } })
    const ending = success ? 'was undone' : 'could not be undone completely'
    await escalate(writer, incidentId, 'executing', `The plan made things worse and ${ending}. A person must look.`)
  })
}

async function endVerification(writer: StepWriter, verified: Verified): Promise<void> {
  const { incidentId, verification, plan } = verified
  await tellVerification(writer, verified)
  if (plan.purpose === 'undo') {
    const success = verification.outcome === 'resolved'
    await writer.tell({ kind: 'rollback_completed', data: { success, output: verification.sentence } })
    return escalate(
      writer,
      incidentId,
      'verifying',
      `The earlier plan was undone. ${verification.sentence} A person must look.`,
    )
  }
  if (verification.outcome !== 'resolved')
    return escalate(writer, incidentId, 'verifying', REASONS[verification.outcome] + verification.sentence)
  const event: NewEvent = {
    kind: 'incident_resolved',
    data: { resolution: 'fixed', by: 'firebreak', comment: verification.sentence },
  }
  await writer.move({ incidentId, from: 'verifying', to: 'resolved', event, resolution: 'fixed' })
}

const REASONS = {
  no_effect: 'The plan was carried out but had no effect. ',
  worse: 'The plan was carried out and things are worse than before. ',
  unclear: 'The plan was carried out, but it could not be seen whether it helped. ',
} as const

async function tellVerification(writer: StepWriter, { executed, verification }: Verified): Promise<void> {
  const { outcome, sentence, checks } = verification
  await writer.keepExecution({ ...executed, success: outcome === 'resolved', verification })
  await writer.tell({ kind: 'verification_completed', data: { outcome, sentence, checks } })
}

async function escalate(writer: StepWriter, incidentId: string, from: Status, reason: string): Promise<void> {
  await writer.move({ incidentId, from, to: 'escalated', event: { kind: 'incident_escalated', data: { reason } } })
}
