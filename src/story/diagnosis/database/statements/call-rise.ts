/** When a server was given more to do: its transactions per second step up. Statements that only grow slow do not bring that about. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import { amount, clockTime } from '../../signals/figure-words.ts'
import { stepOf } from '../../signals/points.ts'
import type { Point } from '../../signals/signal-scene.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, pointsOf } from '../server/figures.ts'

export type CallRise = { at: Date; clause: string; evidence: readonly EvidenceReference[] }

const COMMITS = /^pg_stat_database_xact_commit(_total)?$/
/** Twice as much is a morning; this is another way of working. */
const STEP = { ratio: 3, least: 5 }

/** Of the database with the largest step, where several are measured. */
export function callRiseOf({ figures }: Pick<DatabaseScene, 'figures'>): CallRise | undefined {
  const rises = figuresNamed(figures, COMMITS).flatMap((figure) => {
    const step = stepOf(perSecond(figure), STEP)
    return step && step.to > step.from ? [{ figure, step }] : []
  })
  const [largest] = rises.sort((one, other) => other.step.to - other.step.from - (one.step.to - one.step.from))
  if (!largest) return undefined
  const { figure, step } = largest
  const sample = figure.thing.values.find((one) => Array.isArray(one) && one[0] * 1000 === step.at.getTime())
  return {
    at: step.at,
    clause: `transactions rose from ${amount(step.from)} to ${amount(step.to)} per second at ${clockTime(step.at)}`,
    evidence: sample ? [cite(figure.exhibit, JSON.stringify(sample))] : [],
  }
}

/** A counter that was set back says nothing at that moment. */
function perSecond(figure: Figure): Point[] {
  const points = pointsOf(figure)
  return points.slice(1).flatMap(({ at, value }, index) => {
    const before = points[index]
    if (!before || at <= before.at || value < before.value) return []
    return [{ at: at * 1000, value: (value - before.value) / (at - before.at) }]
  })
}
