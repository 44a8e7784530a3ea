/** The part of a report on what was found out, proposed and done. */
import type { KeyFinding, OtherView } from '../diagnosis.ts'
import type { ActionReport, ExecutionResult } from '../execution.ts'
import type { WholeIncident } from '../incident.ts'
import type { CheckData } from '../incident-event.ts'
import type { PlannedAction, Proposal } from '../proposal.ts'
import { code, plain, table } from './markdown.ts'

type Fields = Readonly<Record<string, unknown>>

export function conclusionOf({ diagnosis }: WholeIncident): string {
  if (!diagnosis) return '## Conclusion\n\nNone was reached.'
  const { conclusion, confidence, source, situation, disagreement, modelFailure, noActionReason } = diagnosis
  const by = source === 'model' ? 'by a language model, checked against the evidence' : 'by the built-in analysis'
  const lists: [string, readonly string[]][] = [
    ['Ruled out', diagnosis.ruledOut],
    [
      'What people wrote down',
      (diagnosis.knowledge ?? []).map(({ title, quote, why }) => `${title}: "${quote}" (${why})`),
    ],
    ['Could not be looked at', diagnosis.notSeen],
    ['What a person could do', diagnosis.suggestedActions],
    [
      'Text from outside that gave orders, followed by nobody',
      diagnosis.flags.map(({ where, text }) => `${where}: ${text}`),
    ],
  ]
  const remarks = [disagreement, modelFailure, noActionReason].flatMap((text) => (text ? [plain(text)] : []))
  return [
    '## Conclusion',
    plain(conclusion),
    `Confidence ${Math.round(confidence * 100)} %, ${by}; situation: ${plain(situation.replaceAll('_', ' '))}.`,
    ...remarks,
    ...(diagnosis.keyFindings.length > 0 ? ['### Key findings', diagnosis.keyFindings.map(findingOf).join('\n')] : []),
    ...(diagnosis.otherView ? [otherViewOf(diagnosis.otherView)] : []),
    ...lists.flatMap(([title, texts]) => (texts.length > 0 ? [`### ${title}`, bullets(texts)] : [])),
  ].join('\n\n')
}

function otherViewOf({ source, conclusion, confidence, keyFindings }: OtherView): string {
  const whose = source === 'model' ? 'The model holds' : 'The analysis holds'
  const sure = `Confidence ${Math.round(confidence * 100)} %.`
  return [`### ${whose} instead`, plain(conclusion), sure, keyFindings.map(findingOf).join('\n')].join('\n\n')
}

function findingOf({ text, evidence }: KeyFinding, index: number): string {
  const proofs = evidence.map(({ plugin, call, quote }) => `   - ${code(plugin)}, call ${plain(call)}: ${code(quote)}`)
  return [`${index + 1}. ${plain(text)}`, ...proofs].join('\n')
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${plain(text)}`).join('\n')
}

export function planOf({ proposal, alternative, diagnosis }: WholeIncident): string {
  if (!proposal) return '## Plan\n\nNone was proposed.'
  const said = diagnosis?.conclusion
  const others = alternative ? [planText('The other plan', alternative, said)] : []
  return [planText('Plan', proposal, said), ...others].join('\n\n')
}

/** What the conclusion `said` is not said again. */
function planText(title: string, proposal: Proposal, said: string | undefined): string {
  const { version, purpose, riskLevel, digest, description, rollbackPlan } = proposal
  const kind = purpose === 'undo' ? 'undoes an earlier one' : 'a remedy'
  return [
    `## ${title}`,
    `Plan ${version}, ${kind}, ${riskLevel} risk, digest ${code(digest)}.`,
    ...(description === said ? [] : [plain(description)]),
    ...proposal.actions.map(actionOf),
    ...(rollbackPlan ? [`Way back: ${plain(rollbackPlan)}`] : []),
  ].join('\n\n')
}

function actionOf({ plugin, parameters, why, risk, changes, rollback }: PlannedAction, index: number): string {
  const changed = changes.map(({ field, from, to }) => [plain(field), plain(from), plain(to)])
  const back =
    'impossible' in rollback
      ? `cannot be undone: ${plain(rollback.impossible)}`
      : `undone by ${code(rollback.plugin)} ${json(rollback.parameters)}`
  return [
    `### Step ${index + 1}: ${code(plugin)}`,
    `${json(parameters)}\n\n${plain(why)} (${risk} risk; ${back})`,
    ...(changed.length > 0 ? [table(['field', 'current', 'new'], changed)] : []),
  ].join('\n\n')
}

function json(given: Fields): string {
  return code(JSON.stringify(given))
}

/** What was seen of a thing is read field by field. */
function fields(state: Fields): string {
  const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(state)
    .map(([name, value]) => code(`${name}=${words(value)}`))
    .join(' ')
}

export function executionOf({ execution }: WholeIncident): string {
  if (!execution) return '## What ran\n\nNothing was changed.'
  const { success, duration, actions, verification } = execution
  return [
    '## What ran',
    `${success ? 'Carried out' : 'Not carried out as planned'}, in ${duration} s.`,
    actions.map(deedOf).join('\n'),
    ...(verification ? verificationOf(verification) : []),
  ].join('\n\n')
}

function deedOf({ plugin, parameters, phase, outcome, message, before, after, seconds }: ActionReport): string {
  const states = [
    ['before', before],
    ['after', after],
  ] as const
  return [
    `- ${code(plugin)} ${json(parameters)}${phase === 'undo' ? ' (undoing)' : ''}: **${outcome}** in ${seconds.toFixed(1)} s`,
    ...(message ? [`  - ${plain(message)}`] : []),
    ...states.flatMap(([when, state]) => (Object.keys(state).length > 0 ? [`  - ${when}: ${fields(state)}`] : [])),
  ].join('\n')
}

function verificationOf({ outcome, sentence, checks }: NonNullable<ExecutionResult['verification']>): string[] {
  const rows = checks.map(({ text, before, after, holds }) => [text, before, after, holds ? 'yes' : 'no'].map(plain))
  return [
    '## Verification',
    `**${outcome.replaceAll('_', ' ')}**: ${plain(sentence)}`,
    ...(rows.length > 0 ? [table(['looked at', 'before', 'after', 'holds'], rows)] : []),
    ...checks.flatMap(reasonOf),
  ]
}

/** Older checks were written down without their reasons. */
function reasonOf({ text, basis, otherwise, at }: CheckData): string[] {
  if (basis === undefined) return []
  return [`- ${plain(text)} Compared: ${plain(basis)}${at ? `, seen ${plain(at)}` : ''}. ${plain(otherwise ?? '')}`]
}
