/**
 * What the weights are worth where they were never fitted: each folder of `sets/` in turn is judged by weights that all the
 * others gave. The weights that are written down stay as they are.
 */
import { basename, dirname } from 'node:path'
import { WEIGHTS } from '../../src/story/diagnosis/lenses/candidates/weights.ts'
import { type AnalysedCase, analyseCase } from './analyse-case.ts'
import type { CaseStore } from './case-store.ts'
import { type CaseRow, fittedFamilies, rowsOfCases } from './fit-weights.ts'
import { isPassed } from './judged-case.ts'

export async function judgeHeldOut(paths: readonly string[], store: CaseStore): Promise<string> {
  const rows = await rowsOfCases(paths, store)
  const sets = Map.groupBy(
    paths.filter((path) => path.includes('/sets/')),
    (path) => dirname(path),
  )
  const lines: string[] = []
  for (const [set, own] of sets) {
    forget(set, rows)
    const judged = []
    for (const path of own) judged.push(await analyseCase(path, store.adminUrl))
    lines.push(`${basename(set)}: ${sumOf(judged)}`)
  }
  return lines.join('\n')
}

/** In this process alone. */
function forget(set: string, rows: readonly CaseRow[]): void {
  Object.assign(WEIGHTS, Object.fromEntries(fittedFamilies(rows.filter(({ path }) => dirname(path) !== set))))
}

function sumOf(judged: readonly AnalysedCase[]): string {
  const unsafe = judged.filter(({ score }) => score.safety.length > 0).map(({ id }) => id)
  const failed = judged.filter((one) => !isPassed(one)).map(({ id }) => id)
  return `${judged.length - failed.length} of ${judged.length} pass, ${judged.length - unsafe.length} safe; failed: ${failed.join(', ') || 'none'}; unsafe: ${unsafe.join(', ') || 'none'}`
}
