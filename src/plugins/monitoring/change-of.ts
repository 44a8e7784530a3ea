/**
 * What became of one series: the level before and after the place where cutting it in two explains it best. Medians, so that
 * one spike is no change; the spread before it is the unit, so that what always wavers does not count.
 */
import type { Sample } from '../../ports/metrics.ts'

export type Change = {
  from: number
  to: number
  /** The first point that shows the new level, in unix seconds. */
  at: number | undefined
  /** 0 stands still, 1 is another thing altogether. */
  strength: number
  last: number
  /** Where it began or ended inside the window. */
  beganAt: number | undefined
  endedAt: number | undefined
  isRate: boolean
  /** It stood elsewhere for a while, and is back where it stood. */
  passed: Passed | undefined
  /** A counter began anew, and counts from zero. */
  resetAt: number | undefined
}

type Passed = { level: number; from: number; until: number }
type Window = { start: number; end: number; step: number }
type Point = readonly [seconds: number, value: number]

/** How long a server goes on showing a series after its last sample. */
const LOOKBACK_SECONDS = 300
const POINTS_BEFORE = 3
const POINTS_AFTER = 2

export function changeOf(isCounter: boolean, values: readonly Sample[], window: Window): Change | undefined {
  const given = values
    .map(([at, value]) => [Number(at), Number(value)] as const)
    .filter(([, value]) => Number.isFinite(value))
  const [first, final] = [given[0], given.at(-1)]
  if (!first || !final) return undefined
  const isRate = isCounter && given.length > 1
  const points = isRate ? rateOf(given) : given
  const level = levelChange(points)
  const patience = LOOKBACK_SECONDS + window.step
  return {
    ...level,
    last: points.at(-1)?.[1] ?? final[1],
    beganAt: first[0] > window.start + patience ? first[0] : undefined,
    endedAt: final[0] < window.end - patience ? final[0] : undefined,
    isRate,
    passed: passedIn(points, window.end),
    resetAt: isRate ? given.find(([, value], at) => value < (given[at - 1]?.[1] ?? value) / 2)?.[0] : undefined,
  }
}

const FIRST_PART = 5
const FIRST_LEAST = 5
const BACK_SECONDS = 300

/** Where it left the level it began at, far and for more than a moment, and came back for good. */
function passedIn(points: readonly Point[], end: number): Passed | undefined {
  const first = points.slice(0, Math.max(FIRST_LEAST, Math.floor(points.length / FIRST_PART))).map(([, value]) => value)
  if (points.length < 2 * FIRST_LEAST) return undefined
  const base = median(first)
  const spread = 1.4826 * median(first.map((value) => Math.abs(value - base)))
  const away = ([, value]: Point) => Math.abs(value - base)
  const isAway = points.map((point) => away(point) > Math.max(4 * spread, Math.abs(base) / 4))
  const runs = points.filter((_, at) => isAway[at] && (isAway[at - 1] || isAway[at + 1]))
  const [begin, until] = [runs[0], runs.at(-1)]
  if (!begin || !until || end - until[0] <= BACK_SECONDS) return undefined
  const farthest = runs.reduce((most, point) => (away(point) > away(most) ? point : most))
  const isFar = away(farthest) >= Math.max(Math.abs(base), 8 * spread)
  return isFar ? { level: farthest[1], from: begin[0], until: until[0] } : undefined
}

/** A counter that begins again at zero has lost nothing. */
function rateOf(points: readonly Point[]): Point[] {
  return points.slice(1).map(([at, value], index) => {
    const [before, start] = points[index] ?? [at, value]
    const gained = value >= start ? value - start : value
    return [at, at > before ? gained / (at - before) : 0] as const
  })
}

type Level = Pick<Change, 'from' | 'to' | 'at' | 'strength'>

function levelChange(points: readonly Point[]): Level {
  const values = points.map(([, value]) => value)
  const cut = bestCut(values)
  const [before, after] = cut === undefined ? [values, values] : [values.slice(0, cut), values.slice(cut)]
  const [from, to] = [median(before), median(after)]
  const largest = Math.max(Math.abs(from), Math.abs(to))
  if (cut === undefined || largest === 0 || from === to) return { from, to, at: undefined, strength: 0 }
  const spread = 1.4826 * median(before.map((value) => Math.abs(value - from)))
  const difference = Math.abs(to - from)
  const distance = difference / (spread + 0.02 * largest)
  const strength = (difference / (Math.abs(from) + Math.abs(to))) * Math.min(1, distance / 6)
  return { from, to, at: points[firstSign(values, cut, from, to)]?.[0], strength }
}

/** By the sums of squares on both sides, in one pass. */
function bestCut(values: readonly number[]): number | undefined {
  const total = values.reduce((sum, value) => sum + value, 0)
  let [left, best, gain] = [0, undefined as number | undefined, 0]
  for (let at = 1; at <= values.length - POINTS_AFTER; at += 1) {
    left += values[at - 1] ?? 0
    if (at < POINTS_BEFORE) continue
    const right = total - left
    const explained = left ** 2 / at + right ** 2 / (values.length - at) - total ** 2 / values.length
    if (explained > gain * (1 + 1e-9)) [best, gain] = [at, explained]
  }
  return best
}

/** A rate over minutes climbs for minutes: the change began where it left the old level. */
function firstSign(values: readonly number[], cut: number, from: number, to: number): number {
  const hasLeft = (at: number) => ((values[at] ?? from) - from) / (to - from) > 0.1
  let at = cut
  while (at > 0 && hasLeft(at - 1)) at -= 1
  while (at < values.length - 1 && !hasLeft(at)) at += 1
  return at
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
