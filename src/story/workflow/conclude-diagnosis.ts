/** The end of a diagnosis: written down, and the incident moved to where it leads, in one transaction. */
import type { Diagnosis } from '../incident/diagnosis.ts'
import { leadsOver, namedCause, provenCause, type Standing, statusBeside } from '../incident/gathering.ts'
import type { Resolution } from '../incident/incident.ts'
import type { Proposal, ProposalAttempt, ProposalDraft, Refusal } from '../incident/proposal.ts'
import { beatOf, type Rhythm, tellRhythm } from '../incident/rhythm.ts'
import { isNamedBy } from '../incident/ties.ts'
import type { StepWriter } from './run-store.ts'

type Ending = {
  incidentId: string
  diagnosis: Diagnosis
  /** Undefined where nothing is wanted. */
  attempt: ProposalAttempt | undefined
  /** The plan of the other view. */
  alternative?: ProposalDraft
  confirmWithinSeconds: number
  /** Whom its own alerts speak of; undefined where nothing is gathered. */
  ties?: readonly string[] | undefined
}

/** "Nothing is wrong" closes an incident only where that is nearly certain. */
const CONFIDENCE_TO_CLOSE = 0.8

export async function concludeDiagnosis(writer: StepWriter, ending: Ending): Promise<void> {
  const { incidentId, diagnosis } = ending
  const { conclusion, confidence, source } = diagnosis
  const version = await writer.keepDiagnosis(diagnosis)
  await writer.tell({ kind: 'diagnosis_completed', data: { conclusion, confidence, source, version } })
  const leader = await writer.leader()
  if (leader) return waitBeside(writer, incidentId, leader)
  const gathered = await gather(writer, ending)
  if (gathered && !gathered.leads) {
    await writer.join(gathered.other.id, gathered.why)
    return waitBeside(writer, incidentId, { ...gathered.other, partOf: undefined })
  }
  await settle(writer, ending)
  if (gathered) await writer.takeTheLead(gathered.other.id, gathered.why)
}

/** Another of the same proven cause, and which of the two leads. */
async function gather(writer: StepWriter, { diagnosis, attempt, ties }: Ending) {
  if (!ties) return undefined
  const cause = provenCause(diagnosis)
  if (!cause) return gatherByName(writer, namedCause(diagnosis, ties))
  const { kind, object } = cause
  const isNear = isNamedBy(ties, object)
  const other = await writer.keepCause({ kind, object, isNear, reach: diagnosis.reach ?? [] })
  const hasPlan = attempt !== undefined && 'draft' in attempt
  return other && { other, leads: leadsOver({ hasPlan, isNear }, other), why: `the same cause was found: ${object}` }
}

async function gatherByName(writer: StepWriter, cause: ReturnType<typeof namedCause>) {
  const other = cause && (await writer.keepCause({ ...cause, isNear: true }))
  const why = `it names the same ${cause?.object}, and nothing could be looked at that would tell the two apart`
  return other && { other, leads: false, why }
}

async function settle(writer: StepWriter, ending: Ending): Promise<void> {
  const { incidentId, diagnosis, attempt, alternative, confirmWithinSeconds } = ending
  if (attempt && 'draft' in attempt)
    return askPeople(writer, {
      ...{ incidentId, draft: attempt.draft, from: 'diagnosing', confirmWithinSeconds },
      ...(alternative && { alternative }),
    })
  if (attempt) return refuse(writer, incidentId, 'The step that would help is refused', attempt.refusals)
  const resolution = resolutionOf(diagnosis)
  const rhythm = resolution && (await writer.rhythm())
  if (rhythm) return escalate(writer, incidentId, comesAgain(rhythm))
  if (resolution) return close(writer, incidentId, resolution, diagnosis.conclusion)
  return escalate(
    writer,
    incidentId,
    diagnosis.noActionReason ?? 'No safe automatic step was found, so a person must look.',
  )
}

/** Closed now, its next coming would be another incident: it waits until it is calm, and a person may find out why. */
function comesAgain(rhythm: Rhythm): string {
  return `Nothing is wrong at this moment, but the alert comes and goes: it ${tellRhythm(beatOf(rhythm))}.`
}

/** A part asks nobody: its leader's plan is the one. */
export async function waitBeside(writer: StepWriter, incidentId: string, leader: Standing): Promise<void> {
  const why = 'It was looked at, and waits for what becomes of its leader.'
  const event = { kind: 'incident_gathered', data: { part_of: leader.id, why, by: 'firebreak' } } as const
  await writer.move({ incidentId, from: 'diagnosing', to: statusBeside(leader.status), event })
}

/** Told step by step, and a person takes over. */
export async function refuse(
  writer: StepWriter,
  incidentId: string,
  what: string,
  refusals: readonly Refusal[],
): Promise<void> {
  for (const { plugin, parameters, reason, sentence } of refusals)
    await writer.tell({ kind: 'policy_refused', data: { plugin, parameters, reason, sentence } })
  return escalate(writer, incidentId, `${what}: ${refusals.map(({ sentence }) => sentence).join(' ')}`)
}

function resolutionOf({ situation, confidence }: Diagnosis): Resolution | undefined {
  const isHarmless = situation === 'recovered' || situation === 'works_as_designed'
  return isHarmless && confidence >= CONFIDENCE_TO_CLOSE ? situation : undefined
}

type Asking = {
  incidentId: string
  draft: ProposalDraft
  alternative?: ProposalDraft
  from: 'diagnosing' | 'verifying'
  confirmWithinSeconds: number
}

/** The plan is stored, told and waits for a person. */
export async function askPeople(
  writer: StepWriter,
  { incidentId, draft, alternative, from, confirmWithinSeconds }: Asking,
): Promise<void> {
  const proposal = await writer.keepProposal(draft)
  const other = alternative && (await writer.keepAlternative(alternative))
  const { version, digest, proposedAt, purpose } = proposal
  const shown = planShown(proposal)
  if (purpose === 'undo')
    await writer.tell({ kind: 'rollback_proposed', data: { version, digest, actions: shown.actions } })
  await writer.tell({
    kind: 'proposal_created',
    data: { ...shown, ...(other && { alternatives: [planShown(other)] }) },
  })
  const confirmBy = new Date(proposedAt.getTime() + confirmWithinSeconds * 1000).toISOString()
  const event = { kind: 'confirmation_requested', data: { version, digest, confirm_by: confirmBy } } as const
  await writer.move({ incidentId, from, to: 'awaiting_approval', event, confirmWithinSeconds })
}

function planShown({ version, digest, riskLevel, description, actions }: Proposal) {
  const calls = actions.map(({ plugin, parameters }) => ({ plugin, parameters }))
  return { version, digest, risk_level: riskLevel, description, actions: calls }
}

async function close(writer: StepWriter, incidentId: string, resolution: Resolution, comment: string): Promise<void> {
  const event = { kind: 'incident_resolved', data: { resolution, by: 'firebreak', comment } } as const
  await writer.move({ incidentId, from: 'diagnosing', to: 'resolved', event, resolution })
}

async function escalate(writer: StepWriter, incidentId: string, reason: string): Promise<void> {
  const event = { kind: 'incident_escalated', data: { reason } } as const
  await writer.move({ incidentId, from: 'diagnosing', to: 'escalated', event })
}
