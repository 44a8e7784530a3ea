/** When the load of a server rose, by what is measured of it, else by its alert. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { amount, clockTime, percent } from '../../signals/figure-words.ts'
import { stepOf } from '../../signals/points.ts'
import { type Figure, figuresNamed, pointsOf } from '../server/figures.ts'

export type LoadRise = {
  at: Date
  /** As part of a sentence. */
  clause: string
  isMeasured: boolean
  evidence: readonly EvidenceReference[]
}

const SERIES = [
  { name: /cpu/i, what: 'the server’s CPU', step: { ratio: 1.4, least: 0.1 } },
  { name: /^pg_stat_activity_count$/, what: 'the number of active sessions', step: { ratio: 2, least: 5 } },
  { name: /^node_load1$/, what: 'the server’s load', step: { ratio: 2, least: 2 } },
] as const

export function loadRiseOf({ database, subject: { startedAt } }: Scene): LoadRise | undefined {
  const [measured] = SERIES.flatMap(({ name, what, step }) =>
    figuresNamed(database?.figures ?? [], name)
      .filter(({ thing }) => thing.metric.state === undefined || thing.metric.state === 'active')
      .flatMap((figure) => riseOf(figure, what, step) ?? []),
  )
  if (measured && (!startedAt || measured.at <= startedAt)) return measured
  return (
    startedAt && {
      at: startedAt,
      clause: `the alert fired at ${clockTime(startedAt)}`,
      isMeasured: false,
      evidence: [],
    }
  )
}

function riseOf(figure: Figure, what: string, least: { ratio: number; least: number }): LoadRise | undefined {
  const points = pointsOf(figure).map(({ at, value }) => ({ at: at * 1000, value }))
  const step = stepOf(points, least)
  if (!step || step.to <= step.from) return undefined
  const say = what === 'the server’s CPU' && step.to <= 1 ? percent : amount
  const sample = figure.thing.values.find((one) => Array.isArray(one) && one[0] * 1000 === step.at.getTime())
  return {
    at: step.at,
    clause: `${what} rose from ${say(step.from)} to ${say(step.to)} at ${clockTime(step.at)}`,
    isMeasured: true,
    evidence: sample ? [cite(figure.exhibit, JSON.stringify(sample))] : [],
  }
}
