/** Figures over time, and how they are said. */

import { record, records, texts } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { Family, Figure, Point } from './signal-scene.ts'

/** What can be said of a series of points: where it stands, whether it ended, and when it stepped. */
export function lastOf({ points }: Pick<Figure, 'points'>): number | undefined {
  return points.at(-1)?.value
}

/** Of the last few points: one alone may be a spike. */
export function recentOf({ points }: Pick<Figure, 'points'>): number | undefined {
  return points.length === 0 ? undefined : median(points.slice(-3).map(({ value }) => value))
}

/** 0 of none. */
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

/** Amounts as a person reads them. */
export function clockTime(date: Date): string {
  return `${date.toISOString().slice(11, 16)} UTC`
}

const NEAR_MS = 12 * 3_600_000

/** With its day where it is so long ago that the hour alone would be taken for one of today. */
export function dayTime(date: Date, now: Date): string {
  const isNear = Math.abs(now.getTime() - date.getTime()) < NEAR_MS
  return isNear ? clockTime(date) : `${date.toISOString().slice(0, 10)} ${clockTime(date)}`
}

export function perSecond(value: number): string {
  return `${amount(value)}/s`
}

export function amount(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(2)))
}

export function percent(share: number): string {
  const value = share * 100
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(value) / Math.log(1024)))
  return `${Number((value / 1024 ** power).toPrecision(3))} ${UNITS[power]}`
}

/** Series as the metrics server shows them. Where it could not calculate, it gives the counters themselves; both are read. */
export function readFigures(exhibit: Exhibit, family: Family): Figure[] {
  if (!exhibit.result.success) return []
  const figures = records(record(exhibit.result.data).series).map(({ metric, values }) => {
    const { __name__: name, ...labels } = texts(metric)
    return { family, name, labels, points: readPoints(values), exhibit }
  })
  return once(figures.filter(({ points }) => points.length > 0))
}

/** Where a list was cut, a sentence stands in it. */
function readPoints(values: unknown): Point[] {
  const samples = Array.isArray(values) ? values.filter((one) => Array.isArray(one)) : []
  return samples
    .map((sample) => ({ at: Number(sample[0]) * 1000, value: Number(sample[1]), sample: JSON.stringify(sample) }))
    .filter(({ at, value }) => Number.isFinite(at) && Number.isFinite(value))
}

/** An expression may name one series twice. */
function once(figures: readonly Figure[]): Figure[] {
  const keyOf = ({ name, labels }: Figure) => JSON.stringify([name, Object.entries(labels).sort()])
  return [...new Map(figures.map((figure) => [keyOf(figure), figure])).values()]
}

const COUNTER = /(_total|_count|_sum|_bucket)$/

export function isCounter({ name }: Figure): boolean {
  return name !== undefined && COUNTER.test(name)
}

/** A counter as so much a second; one that begins again at zero has lost nothing. What is no counter stays as it is. */
export function asRate(figure: Figure): Figure {
  if (!isCounter(figure)) return figure
  const { points } = figure
  const rates = points.slice(1).map((point, index) => {
    const before = points[index] ?? point
    const gained = point.value >= before.value ? point.value - before.value : point.value
    return { ...point, value: point.at > before.at ? gained / ((point.at - before.at) / 1000) : 0 }
  })
  return { ...figure, points: rates }
}
