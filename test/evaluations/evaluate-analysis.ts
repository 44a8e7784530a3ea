/** All cases through the analysis alone, as they are or in another guise. */
import { showTrail } from '../../src/edges/terminal/show-trail.ts'
import { readCase } from '../world/case/read-case.ts'
import { type AnalysedCase, analyseCase, type Disguise } from './analyse-case.ts'
import { showCalibration } from './calibration.ts'
import type { CaseStore } from './case-store.ts'
import { crowdCase } from './crowd-case.ts'
import { houseCase } from './house-case.ts'
import { isPassed, showCase, showSum } from './judged-case.ts'
import { createDice } from './mutate/dice.ts'
import { type Guise, mutateCase } from './mutate/mutate-case.ts'
import { showThinkingTime } from './thinking-time.ts'

export type AnalysisChoices = {
  isVerbose: boolean
  seed: number
  /** None: the cases as they are. */
  guises: readonly Guise[]
  /** So many others around each. */
  crowd: number
  /** They live in the alert's own namespace. */
  isHoused: boolean
  isCalibrated: boolean
  /** Each diagnosis is made once more, on the answers it got, and timed. */
  isTimed: boolean
}

const PLAIN = { isVerbose: false, isCalibrated: false, isTimed: false }
export const AS_THEY_ARE: AnalysisChoices = { ...PLAIN, seed: 1, guises: [], crowd: 0, isHoused: false }

/** Of cases in another guise so many of a hundred must pass. */
const KEPT_SHARE = 0.95

/** One after the other, so that the seconds are those of the case alone. */
export async function evaluateAnalysis(paths: readonly string[], store: CaseStore, choices: AnalysisChoices) {
  const all: AnalysedCase[] = []
  const thought: number[] = []
  const disguise = disguiseOf(paths, choices)
  for (const path of paths) {
    try {
      const judged = await analyseCase(path, store.adminUrl, disguise)
      console.log(showCase(judged))
      if (choices.isVerbose && judged.trail) console.log(`\n${showTrail(judged.trail)}\n`)
      all.push(judged)
      if (choices.isTimed && judged.thinkAgain) thought.push(await judged.thinkAgain())
    } catch (error) {
      console.log(`✗ ${path} could not be run:`, error)
    }
  }
  console.log(`\n${showSum(all)}`)
  if (choices.isCalibrated) console.log(`\n${showCalibration(all.flatMap(surenessOf))}`)
  if (choices.isTimed) console.log(`\n${showThinkingTime(thought)}`)
  return { isPassed: hasHeld(all, paths.length, choices), record: all.map(recordOf) }
}

function disguiseOf(paths: readonly string[], { guises, crowd, isHoused, seed }: AnalysisChoices): Disguise {
  return async (file, now) => {
    const others = createDice(seed, file.id)
      .shuffled(paths.filter((path) => !path.includes(`/${file.id}.json`)))
      .slice(0, crowd)
    const beside = await Promise.all(others.map((path) => readCase(path, now)))
    return (isHoused ? houseCase : crowdCase)(guises.length > 0 ? mutateCase(file, seed, guises) : file, beside, seed)
  }
}

function hasHeld(all: readonly AnalysedCase[], count: number, { guises, crowd }: AnalysisChoices): boolean {
  const passed = all.filter((judged) => isPassed(judged)).length
  return guises.length > 0 || crowd > 0 ? passed >= count * KEPT_SHARE : passed === count
}

/** Being within the bounds a case sets is another matter than being right. */
function surenessOf(judged: AnalysedCase) {
  if (!judged.trail) return []
  const { confidence } = judged.trail.analysis.diagnosis
  const isRight = judged.score.diagnosis.every((reason) => reason.startsWith('confidence '))
  return [{ ...judged, confidence, isRight }]
}

function recordOf({ id, score, isTargetNamed, faults, asides, seconds, trail }: AnalysedCase) {
  const { diagnosis, findings, subject } = trail?.analysis ?? {}
  const calls = trail?.calls.map(({ id, plugin, parameters, seconds }) => ({ id, plugin, parameters, seconds }))
  const wanted = trail?.analysis.wanted
  return { id, score, isTargetNamed, faults, asides, seconds, calls, subject, findings, diagnosis, wanted }
}
