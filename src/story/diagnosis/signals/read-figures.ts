/** Series as the metrics server shows them. Where it could not calculate, it gives the counters themselves; both are read. */
import { record, records, texts } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { Family, Figure, Point } from './signal-scene.ts'

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
