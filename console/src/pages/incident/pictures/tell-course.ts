import { phrase } from '../../../language/phrase.ts'
import { digitsFor, isDrift, tellFigure } from './plot-lines.ts'
import type { Plot } from './plots-of.ts'

/** `from 0 to 0, up to 35 in between`: how a curve ran, where its ends alone would hide it. */
export function tellCourse({ points, unit }: Plot['curves'][number]): string {
  const values = points.map(([, value]) => value)
  const first = values[0] ?? 0
  const last = values.at(-1) ?? first
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  // Who hardly trembles is steady; who ends where nobody began has moved, by however little.
  const digits = isDrift(first, last, highest - lowest) ? digitsFor([first, last]) : undefined
  const told = (value: number) => tellFigure(value, unit, digits)
  const ends = { first: told(first), last: told(last) }
  const [sinks, rises] = [isBeyond(lowest, first, last), isBeyond(highest, first, last)]
  if (sinks && rises)
    return phrase('from {first} to {last}, between {low} and {high} meanwhile', {
      ...ends,
      low: told(lowest),
      high: told(highest),
    })
  if (rises) return phrase('from {first} to {last}, up to {high} in between', { ...ends, high: told(highest) })
  if (sinks) return phrase('from {first} to {last}, down to {low} in between', { ...ends, low: told(lowest) })
  return ends.first === ends.last
    ? phrase('steady at {first}', { first: ends.first })
    : phrase('from {first} to {last}', ends)
}

/** Further from both ends than a steady curve trembles. */
function isBeyond(value: number, first: number, last: number): boolean {
  const nearest = Math.min(Math.abs(value - first), Math.abs(value - last))
  return nearest > Math.max(Math.abs(first - last) / 2, Math.abs(first) / 10, Math.abs(last) / 10)
}
