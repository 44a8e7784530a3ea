/** The analysis' findings for the model: small, numbered, each with what proves it. Raw telemetry would only fill its window. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { Exhibit } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import { cutToTokens } from './cut-text.ts'

/** All of it together; a head start must not cost more than the work. */
const TOKENS_MAX = 5_500
const FINDINGS_MAX = 12
const QUOTES_MAX = 4
const CALLS_TOKENS_MAX = 1_500
const PARAMETER_CHARACTERS_MAX = 200
const MESSAGE_CHARACTERS_MAX = 160

export function describeFindings({ findings, diagnosis }: Analysis, exhibits: readonly Exhibit[]): string {
  const told = findings.slice(0, FINDINGS_MAX).map(describeFinding)
  const conclusion = `Conclusion of the analysis (${diagnosis.situation}, confidence ${diagnosis.confidence}):\n  ${diagnosis.conclusion}`
  const calls = cutToTokens(exhibits.map(describeCall).join('\n'), CALLS_TOKENS_MAX)
  const findingsText = [conclusion, ...(told.length > 0 ? told : ['No findings.'])].join('\n')
  return `${cutToTokens(findingsText, TOKENS_MAX - CALLS_TOKENS_MAX)}\n\nCalls made so far:\n${calls || 'None.'}`
}

/** Told apart from what it rests on: its targets come from listings, and our own names stand in it. */
export function describeSteps({ wanted }: Analysis): string {
  const steps = wanted.map(({ plugin, parameters }) => `${plugin} ${JSON.stringify(parameters)}`)
  return steps.length === 0
    ? 'The analysis would change nothing.'
    : `The analysis would propose: ${steps.join(', then ')}.`
}

function describeFinding(finding: Finding, at: number): string {
  const { kind, weight, situation, confidence, statement, evidence, facts, actions, noActionReason } = finding
  return [
    // On a line of its own: where it repeats what gives orders, the rest is still shown.
    `F${at + 1} ${kind} (${weight}, ${situation}, confidence ${confidence}):`,
    `  ${statement}`,
    ...evidence.slice(0, QUOTES_MAX).map(describeEvidence),
    ...facts.slice(0, QUOTES_MAX).map(({ text }) => `  also: ${text}`),
    ...(actions.length === 0 && noActionReason !== undefined ? [`  no step: ${noActionReason}`] : []),
  ].join('\n')
}

function describeEvidence({ call, plugin, quote }: EvidenceReference): string {
  return `  ${call} ${plugin}: ${quote}`
}

function describeCall({ id, plugin, parameters, result }: Exhibit): string {
  const asked = JSON.stringify(parameters).slice(0, PARAMETER_CHARACTERS_MAX)
  const answer = (result.success ? result.message : `failed: ${result.error ?? result.message ?? ''}`) ?? 'answered'
  return `${id} ${plugin} ${asked}: ${answer.slice(0, MESSAGE_CHARACTERS_MAX)}`
}
