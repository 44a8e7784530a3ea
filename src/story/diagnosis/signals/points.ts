/** What can be said of a series of points: where it stands, whether it ended, and when it stepped. */
import type { Figure, Point } from './signal-scene.ts'

export function lastOf({ points }: Pick<Figure, 'points'>): number | undefined {
  return points.at(-1)?.value
}

/** Of the last few points: one alone may be a spike. */
export function recentOf({ points }: Pick<Figure, 'points'>): number | undefined {
  return points.length === 0 ? undefined : median(points.slice(-3).map(({ value }) => value))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The sum at each moment; a series that is not there at a moment adds nothing. */
export function sumOf(figures: readonly Pick<Figure, 'points'>[]): Point[] {
  const sums = new Map<number, number>()
  for (const { points } of figures) for (const { at, value } of points) sums.set(at, (sums.get(at) ?? 0) + value)
  return [...sums].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at)
}

/** A lasting change of level; `at` is the first point that shows it. */
export type Step = { at: Date; from: number; to: number }

const POINTS_BEFORE = 3
const POINTS_AFTER = 2

/** The one place where cutting the series in two explains it best, if the levels differ enough and the new one has lasted. */
export function stepOf(points: readonly Point[], { ratio, least }: { ratio: number; least: number }): Step | undefined {
  const at = bestCut(points.map(({ value }) => value))
  if (at === undefined) return undefined
  const from = median(points.slice(0, at).map(({ value }) => value))
  const to = median(points.slice(at).map(({ value }) => value))
  const isUp = to > from
  const [low, high] = isUp ? [from, to] : [to, from]
  const last = median(points.slice(-3).map(({ value }) => value))
  const hasLasted = isUp ? last > from + (to - from) / 3 : last < from - (from - to) / 3
  if (high - low < least || high < low * ratio || !hasLasted) return undefined
  const first = points[firstSign(points, at, { from, to })]
  return first && { at: new Date(first.at), from, to }
}

function bestCut(values: readonly number[]): number | undefined {
  const cuts = values.flatMap((_, at) => (at >= POINTS_BEFORE && values.length - at >= POINTS_AFTER ? [at] : []))
  const scored = cuts.map((at) => ({ at, spread: spreadOf(values.slice(0, at)) + spreadOf(values.slice(at)) }))
  return scored.sort((one, other) => one.spread - other.spread)[0]?.at
}

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

/** A rate over minutes climbs for minutes: the change began where it left the old level. */
function firstSign(points: readonly Point[], cut: number, { from, to }: { from: number; to: number }): number {
  const hasLeft = (at: number) => ((points[at]?.value ?? from) - from) / (to - from) > 0.1
  let at = cut
  while (at > 0 && hasLeft(at - 1)) at -= 1
  while (at < points.length - 1 && !hasLeft(at)) at += 1
  return at
}

const MINUTE = 60_000
/** How long the server goes on showing a series after its last sample. */
const LOOKBACK = 5 * MINUTE

/** When it fell silent, if it did. */
export function endOf({ points }: Pick<Figure, 'points'>, now: Date): Date | undefined {
  const last = points.at(-1)
  if (!last || now.getTime() - last.at < LOOKBACK) return undefined
  return new Date(last.at)
}
