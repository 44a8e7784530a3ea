/** The way to a diagnosis, for a person who wants to follow it. */
import type { PluginResult } from '../../plugins/plugin.ts'
import type { KeyFinding } from '../../story/incident/diagnosis.ts'
import type { Trail } from './try-diagnosis.ts'

export function showTrail(trail: Trail): string {
  const { diagnosis, findings } = trail.analysis
  return [
    'Subject',
    ...subjectOf(trail),
    `Calls (${trail.calls.length}, ${trail.seconds.toFixed(1)} s)`,
    ...trail.calls.map(showCall),
    `Findings (${findings.length}, what explains the rest first)`,
    ...findings.map((one) => `  ${one.kind} (${one.weight}, ${one.confidence}, ${one.situation}): ${one.statement}`),
    `Conclusion (${diagnosis.situation}, confidence ${diagnosis.confidence})`,
    `  ${diagnosis.conclusion}`,
    ...section('Key findings', diagnosis.keyFindings.flatMap(showKeyFinding)),
    ...section(
      'What people wrote down',
      (diagnosis.knowledge ?? []).map(({ title, quote, why }) => `${title}: "${quote}" (${why})`),
    ),
    ...section('Not seen', diagnosis.notSeen),
    ...section('A person could', diagnosis.suggestedActions),
    'Proposal',
    ...proposalOf(trail),
  ]
    .map(onOneLine)
    .join('\n')
}

export function showAction(plugin: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  const shown = Object.entries(parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [plugin, ...shown].join(' ')
}

/** Labels and text are the alert's own, and the person has it at hand. */
function subjectOf({ analysis }: Trail): string[] {
  const { labels, text, ...named } = analysis.subject
  return Object.entries(named)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}

function showCall({ id, plugin, parameters, result, seconds }: Trail['calls'][number]): string {
  const outcome = result.success ? summaryOf(result) : `failed: ${summaryOf(result)}`
  return `  ${id} ${showAction(plugin, parameters)} (${seconds.toFixed(2)} s): ${outcome}`
}

function showKeyFinding({ text, evidence }: KeyFinding): string[] {
  return [text, ...evidence.map(({ call, plugin, quote }) => `  ${call} ${plugin}: ${quote}`)]
}

const SUMMARY_CHARACTERS = 200

function summaryOf({ message, error, data }: PluginResult): string {
  const text = error ?? message ?? JSON.stringify(data) ?? ''
  return text.length > SUMMARY_CHARACTERS ? `${text.slice(0, SUMMARY_CHARACTERS)} …` : text
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)]
}

function proposalOf({ attempt, analysis: { wanted, diagnosis } }: Trail): string[] {
  if (!attempt) return [`  none: ${diagnosis.noActionReason ?? 'no step was found'}`]
  const why = wanted.map((one) => `  ${showAction(one.plugin, one.parameters)}: ${one.why}`)
  if ('refusals' in attempt)
    return [...why, ...attempt.refusals.map(({ plugin, sentence }) => `  ${plugin} would not be proposed: ${sentence}`)]
  const { steps, riskLevel, estimatedDuration, rollbackPlan } = attempt.draft
  return [
    ...why,
    '  Policy allows it:',
    ...steps.map((step) => `  ${step}`),
    `  Risk ${riskLevel}, ${estimatedDuration}. ${rollbackPlan}`,
  ]
}

/** Log lines and query texts come from outside, and a terminal obeys what it is sent. */
function onOneLine(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trimEnd()
}
