/** What people read of a run: a line per case, why a column does not hold, and a sum. */
import { showAction } from '../../src/edges/terminal/show-trail.ts'
import type { AnalysedCase } from './analyse-case.ts'
import { COLUMNS } from './score.ts'

export function isPassed({ score, faults }: AnalysedCase): boolean {
  return faults.length === 0 && COLUMNS.every((column) => score[column].length === 0)
}

export function showCase(run: AnalysedCase): string {
  const { id, score, faults, trail } = run
  const marks = COLUMNS.map((column) => `${column} ${score[column].length === 0 ? '✓' : '✗'}`)
  const cost = `${String(trail.calls.length).padStart(2)} calls  ${trail.seconds.toFixed(2)} s`
  const refused = trail.actions.filter(({ refusal }) => refusal !== undefined)
  return [
    `${isPassed(run) ? '✓' : '✗'} ${id.padEnd(32)}  ${marks.join('  ')}  ${cost}`,
    ...COLUMNS.flatMap((column) => score[column].map((reason) => `    ${column}: ${reason}`)),
    ...refused.map((one) => `    not proposed: ${showAction(one.plugin, one.parameters)}: ${one.refusal}`),
    ...faults.map((fault) => `    proof: ${fault}`),
  ].join('\n')
}

export function showSum(runs: readonly AnalysedCase[]): string {
  const holds = COLUMNS.map((column) => `${column} ${runs.filter(({ score }) => score[column].length === 0).length}`)
  const passed = runs.filter(isPassed).length
  const seconds = runs.reduce((sum, { trail }) => sum + trail.seconds, 0)
  return `${passed} of ${runs.length} cases pass: ${holds.join(', ')}; ${seconds.toFixed(1)} s in all.`
}
