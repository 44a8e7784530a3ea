/** All cases through the analysis alone. */
import { showTrail } from '../../src/edges/terminal/show-trail.ts'
import { type AnalysedCase, analyseCase } from './analyse-case.ts'
import type { CaseStore } from './case-store.ts'
import { isPassed, showCase, showSum } from './judged-case.ts'

/** One after the other, so that the seconds are those of the case alone. */
export async function evaluateAnalysis(paths: readonly string[], store: CaseStore, isVerbose: boolean) {
  const all: AnalysedCase[] = []
  for (const path of paths) {
    try {
      const judged = await analyseCase(path, store.adminUrl)
      console.log(showCase(judged))
      if (isVerbose && judged.trail) console.log(`\n${showTrail(judged.trail)}\n`)
      all.push(judged)
    } catch (error) {
      console.log(`✗ ${path} could not be run:`, error)
    }
  }
  console.log(`\n${showSum(all)}`)
  const isAllPassed = all.length === paths.length && all.every((judged) => isPassed(judged))
  return { isPassed: isAllPassed, record: all.map(recordOf) }
}

function recordOf({ id, score, faults, asides, seconds, trail }: AnalysedCase) {
  const { diagnosis, findings, subject } = trail?.analysis ?? {}
  const calls = trail?.calls.map(({ id, plugin, parameters, seconds }) => ({ id, plugin, parameters, seconds }))
  return { id, score, faults, asides, seconds, calls, subject, findings, diagnosis, wanted: trail?.analysis.wanted }
}
