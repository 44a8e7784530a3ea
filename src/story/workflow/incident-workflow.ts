/**
 * The order of things. `diagnose` finds out and asks a person; `decide` (story/decision) is the person's word; `execute`
 * does what was confirmed and looks whether it helped. Each step has a name, is recorded, and is skipped when the journal
 * already has its result.
 */
import type { Span, SpanFacts } from '../../ports/traces.ts'
import { diagnoseIncident } from '../diagnosis/diagnose-incident.ts'
import { findFaults, keepFigureAgain, ruleNow } from '../diagnosis/look-again.ts'
import { carryOutActions } from '../execution/carry-out-plan.ts'
import type { Diagnosis, DiagnosisOutcome } from '../incident/diagnosis.ts'
import type { VerificationReport } from '../incident/execution.ts'
import type { Status } from '../incident/lifecycle.ts'
import type { ProposalAttempt } from '../incident/proposal.ts'
import { renamed, type Steps } from '../incident/steps.ts'
import { tiesOf } from '../incident/ties.ts'
import { verifyOutcome } from '../verification/verify-outcome.ts'
import { concludeDiagnosis } from './conclude-diagnosis.ts'
import { concludeExecution, concludeVerification, refuseExecution } from './conclude-execution.ts'
import { considerHandedIn } from './consider-handed-in.ts'
import { deedsOf, recordIn } from './execution-record.ts'
import { standsAlone } from './look-at-part.ts'
import { proposeTraced } from './propose-traced.ts'
import { giveUpStep } from './retry.ts'
import type { Rooms } from './rooms.ts'
import type { Journal, Run } from './run-store.ts'

type WorkflowParts = { journal: Journal; signal: AbortSignal }

export type Workflow = {
  diagnose(run: Run, parts: WorkflowParts): Promise<void>
  execute(run: Run, parts: WorkflowParts): Promise<void>
  giveUp(run: Run, parts: WorkflowParts): Promise<void>
}

export function createWorkflow(rooms: Rooms): Workflow {
  return {
    /** pending → diagnosing has happened when the run was claimed. */
    async diagnose({ id, incidentId, resumedAt }, { journal, signal }) {
      const found = await rooms.findIncident(incidentId)
      // One that was concluded when its instance died needs no other look.
      if (found?.status !== 'diagnosing') return
      if (!(await standsAlone(rooms, { incident: found, journal, signal }))) return
      const incident = (await rooms.findIncident(incidentId)) ?? found
      const plan = await rooms.handedIn(id)
      if (plan) return considerHandedIn(rooms, { incident, plan, steps: journal, journal, resumedAt, signal })
      const consider = ({ diagnosis: { conclusion }, wanted }: DiagnosisOutcome, step: string) =>
        journal.act(step, () =>
          proposeTraced(rooms, step, { wanted, description: conclusion, purpose: 'remedy', signal }),
        )
      const task = { incident, steps: journal, resumedAt, signal, consider }
      const { diagnosis, attempt, alternative } = await diagnoseIncident(rooms, task)
      rooms.traces.note(factsOfDiagnosis(diagnosis, attempt))
      const { CONFIRM_WITHIN_SECONDS, GATHER_SECONDS } = await rooms.currentSettings()
      const ties = GATHER_SECONDS === 0 ? undefined : incident.members.flatMap(({ labels }) => tiesOf(labels))
      await journal.commit('conclude', (writer) =>
        concludeDiagnosis(writer, {
          ...{ incidentId, diagnosis, attempt, ties, confirmWithinSeconds: CONFIRM_WITHIN_SECONDS },
          ...(alternative && { alternative }),
        }),
      )
    },

    /** awaiting_approval → executing has happened together with the approval. */
    async execute(run, { journal, signal }) {
      const { incidentId } = run
      const digest = run.id.slice(`${incidentId}:execute:`.length)
      const approved = await rooms.plans.approvedPlan(incidentId, digest)
      if ('broken' in approved) {
        rooms.traces.note(NOT_DONE)
        return refuseExecution(journal, incidentId, approved.broken)
      }
      const { plan, approval } = approved
      const approvedAt = approval.at
      const startedAt = await journal.act(
        'start',
        async () => rooms.clock.now().toISOString(),
        () => [
          {
            kind: 'execution_started',
            data: { digest, actions: plan.actions.map(({ plugin, parameters }) => ({ plugin, parameters })) },
          },
        ],
      )
      const record = recordIn(journal, rooms)
      const reports = await carryOutActions(
        { ...rooms, record },
        deedsOf({ incidentId, digest, plan, phase: 'do', takenAt: takenAt(run), approvedAt, signal }),
      )
      const executed = await concludeExecution(journal, {
        incidentId,
        startedAt,
        plan,
        reports,
        now: rooms.clock.now(),
      })
      if (!executed.success) return rooms.traces.note(NOT_DONE)
      const { VERIFY_WITHIN_SECONDS: patienceSeconds } = await rooms.currentSettings()
      const looking = rooms.clock.now().toISOString()
      const verify = async () => {
        const faults = (await rooms.findIncident(incidentId))?.diagnosis?.faults ?? []
        // Every look asks anew; a run that is taken up again looks again.
        const lookAgain = (look: number) =>
          lookAtFaults(rooms, { incidentId, steps: renamed(journal, `${looking} ${look} `), signal })
        return verifyOutcome(rooms, {
          plan,
          reports,
          faults,
          lookAgain,
          startedAt: new Date(startedAt),
          patienceSeconds,
          signal,
        })
      }
      const verification = await journal.act('verify', () =>
        rooms.traces.span({ ...VERIFICATION, key: 'verify' }, verify),
      )
      rooms.traces.note({ outcome: verification.outcome })
      const verified = await rooms.findIncident(incidentId)
      const since = new Date(startedAt)
      if (verified)
        await keepFigureAgain(rooms, { incident: verified, steps: renamed(journal, 'figure '), signal, since })
      await concludeVerification(rooms, journal, {
        ...{ incidentId, digest, plan, executed, verification, signal },
        ...{ takenAt: takenAt(run), approvedAt },
      })
    },

    /** An incident must not hang because of a fault of ours. */
    async giveUp({ incidentId, kind, retries }, { journal }) {
      const what = kind === 'diagnose' ? 'The diagnosis' : 'The execution'
      const reason = `${what} failed again and again inside Firebreak; the log says why. A person must look.`
      // What it is answered by is kept: whoever has it tried again puts the incident back to where it was.
      await journal.commit(giveUpStep(retries), async (writer): Promise<Status | false> => {
        const event = { kind: 'incident_escalated', data: { reason } } as const
        const from = kind === 'diagnose' ? (['diagnosing'] as const) : (['executing', 'verifying'] as const)
        for (const status of from)
          if (await writer.move({ incidentId, from: status, to: 'escalated', event })) return status
        return false
      })
    },
  }
}

/** One that was never anybody else's is ours since it began. */
function takenAt({ resumedAt, startedAt }: Run): Date {
  return resumedAt ?? startedAt
}

const NOT_DONE: SpanFacts = { outcome: 'not_done', hasFailed: true }

const VERIFICATION: Span<VerificationReport> = { name: 'verification', factsOf: ({ outcome }) => ({ outcome }) }

function factsOfDiagnosis(
  { source, confidence, situation }: Diagnosis,
  attempt: ProposalAttempt | undefined,
): SpanFacts {
  const plan = attempt && ('draft' in attempt ? 'plan_proposed' : 'plan_refused')
  return { source, confidence, outcome: plan ?? situation }
}

type Looking = { incidentId: string; steps: Steps; signal: AbortSignal }

/** Undefined where the source has said meanwhile that it is over. */
async function lookAtFaults(rooms: Rooms, { incidentId, steps, signal }: Looking) {
  const incident = await rooms.findIncident(incidentId)
  const isCleared = incident?.members.every(({ state }) => state === 'resolved') ?? false
  if (isCleared || !incident) return undefined
  const seen = await findFaults(rooms, { incident, steps, signal, before: incident.diagnosis?.faults ?? [] })
  const rule = await ruleNow(rooms, { incident, steps: renamed(steps, 'rule '), signal })
  return { ...seen, rule }
}
