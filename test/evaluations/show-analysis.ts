/** What people read of a run: a line per case, why a column does not hold, and on request the whole way there. */
import type { AnalysedCase } from './analyse-case.ts'
import { COLUMNS, showAction } from './score.ts'

export function isPassed({ score, faults }: AnalysedCase): boolean {
  return faults.length === 0 && COLUMNS.every((column) => score[column].length === 0)
}

export function showCase(run: AnalysedCase): string {
  const { id, score, faults, actions, exhibits, seconds } = run
  const marks = COLUMNS.map((column) => `${column} ${score[column].length === 0 ? '✓' : '✗'}`)
  const cost = `${String(exhibits.length).padStart(2)} calls  ${seconds.toFixed(2)} s`
  const refused = actions.filter(({ refusal }) => refusal !== undefined)
  return [
    `${isPassed(run) ? '✓' : '✗'} ${id.padEnd(32)}  ${marks.join('  ')}  ${cost}`,
    ...COLUMNS.flatMap((column) => score[column].map((reason) => `    ${column}: ${reason}`)),
    ...refused.map(
      ({ plugin, parameters, refusal }) => `    not proposed: ${showAction(plugin, parameters)}: ${refusal}`,
    ),
    ...faults.map((fault) => `    proof: ${fault}`),
  ].join('\n')
}

export function showSum(runs: readonly AnalysedCase[]): string {
  const holds = COLUMNS.map((column) => `${column} ${runs.filter(({ score }) => score[column].length === 0).length}`)
  const passed = runs.filter(isPassed).length
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0)
  return `${passed} of ${runs.length} cases pass: ${holds.join(', ')}; ${seconds.toFixed(1)} s in all.`
}

export function showWay({ analysis, exhibits, actions }: AnalysedCase): string {
  const { labels, text, ...subject } = analysis.subject
  const { diagnosis, findings } = analysis
  return indent([
    `subject: ${JSON.stringify(subject)}`,
    'calls:',
    ...exhibits.map(
      ({ id, plugin, parameters, result, seconds }) =>
        `  ${id} ${showAction(plugin, parameters)} (${seconds.toFixed(2)} s): ${result.success ? '' : 'failed: '}${summaryOf(result)}`,
    ),
    'findings:',
    ...findings.map(
      ({ kind, weight, confidence, situation, statement }) =>
        `  ${kind} (${weight}, ${confidence}, ${situation}): ${statement}`,
    ),
    `conclusion (${diagnosis.situation}, ${diagnosis.confidence}): ${diagnosis.conclusion}`,
    'key findings:',
    ...diagnosis.keyFindings.map(
      ({ text, evidence }) => `  ${text} [${evidence.map(({ call, quote }) => `${call} ${quote}`).join('; ')}]`,
    ),
    ...diagnosis.suggestedActions.map((one) => `suggested: ${one}`),
    ...actions.map(({ plugin, parameters, why }) => `action: ${showAction(plugin, parameters)}: ${why}`),
    ...(actions.length === 0 ? [`no action: ${diagnosis.noActionReason ?? ''}`] : []),
  ])
}

const SUMMARY_CHARACTERS = 200

function summaryOf({ message, error, data }: AnalysedCase['exhibits'][number]['result']): string {
  const text = (error ?? message ?? JSON.stringify(data) ?? '').replace(/\s+/g, ' ')
  return text.length > SUMMARY_CHARACTERS ? `${text.slice(0, SUMMARY_CHARACTERS)} …` : text
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join('\n')
}
