/** What was found out, proposed and done, in the contract's own names. */
import { namesAtFault } from '../../story/incident/culprits-of.ts'
import type { KeyFinding, OtherView } from '../../story/incident/diagnosis.ts'
import type { EntityMap } from '../../story/incident/entity-map.ts'
import type { ExecutionResult } from '../../story/incident/execution.ts'
import type { WholeIncident } from '../../story/incident/incident.ts'
import type { Proposal } from '../../story/incident/proposal.ts'
import type {
  Diagnosis as ShownDiagnosis,
  ExecutionResult as ShownExecution,
  Proposal as ShownProposal,
} from './contract/incident-course.ts'

export function shownDiagnosis(diagnosis: NonNullable<WholeIncident['diagnosis']>): ShownDiagnosis {
  const { keyFindings, noActionReason, disagreement, modelFailure, promptVersion, otherView, onset, map } = diagnosis
  return {
    conclusion: diagnosis.conclusion,
    confidence: diagnosis.confidence,
    key_findings: keyFindings.map(({ text }) => text),
    suggested_actions: [...diagnosis.suggestedActions],
    diagnosed_at: diagnosis.at.toISOString(),
    source: diagnosis.source,
    situation: diagnosis.situation,
    version: diagnosis.version,
    beside: keyFindings.flatMap(({ against }, finding) => (against === undefined ? [] : [{ finding, against }])),
    evidence: evidenceOf(keyFindings),
    ruled_out: [...diagnosis.ruledOut],
    not_seen: [...diagnosis.notSeen],
    flags: [...diagnosis.flags],
    knowledge: (diagnosis.knowledge ?? []).map((one) => ({ ...one, evidence: [...one.evidence] })),
    at_fault: namesAtFault(diagnosis).map(({ name }) => name),
    guesses: (diagnosis.guesses ?? []).map(({ entity, findings, against }) => ({
      entity,
      findings: findings.map((one) => ({ text: one.text, evidence: [...one.evidence] })),
      against: [...against],
    })),
    changes: (diagnosis.changes ?? []).map((one) => ({ ...one, evidence: [...one.evidence] })),
    ...(onset !== undefined && { onset }),
    ...(map && { map: shownMap(map) }),
    ...(noActionReason !== undefined && { no_action_reason: noActionReason }),
    ...(otherView && { other_view: shownView(otherView) }),
    ...(disagreement !== undefined && { disagreement }),
    ...(modelFailure !== undefined && { model_failure: modelFailure }),
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
  }
}

function shownMap({ entities, ties }: EntityMap): NonNullable<ShownDiagnosis['map']> {
  const shown = entities.map(({ name, isSubject, isSuspect, findings }) => ({
    name,
    is_subject: isSubject,
    is_suspect: isSuspect,
    findings: [...findings],
  }))
  return { entities: shown, ties: [...ties] }
}

function shownView({
  conclusion,
  confidence,
  source,
  keyFindings,
}: OtherView): NonNullable<ShownDiagnosis['other_view']> {
  const key_findings = keyFindings.map(({ text }) => text)
  return { conclusion, confidence, source, key_findings, evidence: evidenceOf(keyFindings) }
}

function evidenceOf(findings: readonly KeyFinding[]) {
  return findings.flatMap(({ evidence }, finding) => evidence.map((reference) => ({ finding, ...reference })))
}

export function shownProposal(proposal: Proposal, alternative?: Proposal): ShownProposal {
  return { ...shownPlan(proposal), alternatives: alternative ? [shownPlan(alternative)] : [] }
}

function shownPlan(proposal: Proposal): Omit<ShownProposal, 'alternatives'> {
  return {
    description: proposal.description,
    steps: [...proposal.steps],
    risk_level: proposal.riskLevel,
    estimated_duration: proposal.estimatedDuration,
    rollback_plan: proposal.rollbackPlan,
    proposed_at: proposal.proposedAt.toISOString(),
    version: proposal.version,
    purpose: proposal.purpose,
    digest: proposal.digest,
    actions: proposal.actions.map(({ risk, targets, changes, commands, ...action }) => ({
      ...action,
      risk_level: risk,
      targets: [...targets],
      changes: [...changes],
      commands: [...commands],
    })),
  }
}

export function shownExecution({ executedAt, actions, verification, ...result }: ExecutionResult): ShownExecution {
  return {
    ...result,
    executed_at: executedAt,
    actions: [...actions],
    verification: verification ? { ...verification, checks: [...verification.checks] } : null,
  }
}
