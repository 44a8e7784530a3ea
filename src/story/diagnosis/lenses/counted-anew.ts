/** The alert's own counter began anew: it fell because its process was started again, and nothing was lost by that. */
import { metricsOf } from '../expressions.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { movedIn, sayLabels } from './figures.ts'

/** These forgive it. */
const FORGIVING = /\b(?:rate|irate|increase|resets)\s*\(/

export function countedAnew({ exhibits, subject }: Scene): string | undefined {
  const said = [...(subject.expressions ?? []), subject.text]
  if (said.some((one) => FORGIVING.test(one))) return undefined
  const named = said.flatMap(metricsOf)
  const counter = movedIn(exhibits).find(({ name, resetAt }) => resetAt !== undefined && named.includes(name))
  if (!counter?.resetAt) return undefined
  return `${counter.name}${sayLabels(counter.labels)} began to count anew from zero at ${clockTime(counter.resetAt)}, as a counter does when its process is started again: that it fell is no loss, and only an expression that does not forgive a reset (rate and increase do) fires on it.`
}
