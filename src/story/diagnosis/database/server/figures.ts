/** Series of the metrics server about a database and its host: what stands there now, and how it came to be. */
import type { MetricsAnswer } from '../../../../ports/metrics.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { Exhibit } from '../../evidence.ts'

export type Series = MetricsAnswer['series'][number]
export type Figure = Seen<Series>

export function readFigures(exhibit: Exhibit | undefined): Figure[] {
  const data = exhibit?.result.success ? (exhibit.result.data as { series?: unknown }) : undefined
  if (exhibit === undefined || !Array.isArray(data?.series)) return []
  return data.series.filter(isSeries).map((thing) => ({ exhibit, thing }))
}

function isSeries(value: unknown): value is Series {
  return typeof value === 'object' && value !== null && 'metric' in value && Array.isArray((value as Series).values)
}

export function figuresNamed(figures: readonly Figure[], name: RegExp): Figure[] {
  return figures.filter(({ thing }) => name.test(thing.metric.__name__ ?? ''))
}

type Point = { at: number; value: number }

/** Without what is no number, and without the mark of what was cut. */
export function pointsOf({ thing }: Figure): Point[] {
  return thing.values
    .filter((sample) => Array.isArray(sample))
    .map(([at, value]) => ({ at, value: Number(value) }))
    .filter(({ value }) => Number.isFinite(value))
}

export function lastOf(figure: Figure): number | undefined {
  return pointsOf(figure).at(-1)?.value
}

/** By how much a counter has grown; one that was reset counts from zero again. */
export function riseOf(figure: Figure, lastPoints = Number.POSITIVE_INFINITY): number {
  const values = pointsOf(figure)
    .slice(-lastPoints)
    .map(({ value }) => value)
  return values.slice(1).reduce((sum, value, index) => {
    const before = values[index] ?? value
    return sum + (value >= before ? value - before : value)
  }, 0)
}

/** Unix seconds at which a counter was last seen to have grown. */
export function lastRiseOf(figure: Figure): number | undefined {
  const points = pointsOf(figure)
  return points.findLast(({ value }, index) => index > 0 && value > (points[index - 1]?.value ?? value))?.at
}

/** The sum of several series at each moment: pg_stat_activity_count comes per state. */
export function sumOverTime(figures: readonly Figure[]): Point[] {
  const sums = new Map<number, number>()
  for (const figure of figures) for (const { at, value } of pointsOf(figure)) sums.set(at, (sums.get(at) ?? 0) + value)
  return [...sums].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at)
}

/** A sample as it stands in the result. */
export function quoteOfLast({ thing }: Figure): string {
  return JSON.stringify(thing.values.at(-1))
}
