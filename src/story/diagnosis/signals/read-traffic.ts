/** Sorts the answer about traffic into requests, calls to others and latency. */
import type { Exhibit } from '../evidence.ts'
import { asRate, isCounter, readFigures } from './read-figures.ts'
import type { Figure, Point } from './signal-scene.ts'
import { ERRORS, OUTGOING, PEER_LABELS } from './traffic-question.ts'

export function readTraffic(exhibit: Exhibit): Figure[] {
  const all = readFigures(exhibit, 'requests')
  const [buckets, others] = [all.filter(({ labels }) => 'le' in labels), all.filter(({ labels }) => !('le' in labels))]
  return [...others.map(sorted), ...quantileOf(buckets.map(asRate))]
}

function sorted(figure: Figure): Figure {
  const { name, labels } = figure
  if (name !== undefined && !isCounter(figure) && /duration|latency|response_time/.test(name))
    return inSeconds({ ...figure, family: 'latency' })
  if (name !== undefined && ERRORS.test(name) && !OUTGOING.test(name)) return { ...asRate(figure), family: 'errors' }
  // Without a name the server has calculated, and only calls to others were asked for by peer.
  const isOutgoing = name === undefined ? PEER_LABELS.some((label) => label in labels) : OUTGOING.test(name)
  return { ...asRate(figure), family: isOutgoing ? 'outgoing' : 'requests' }
}

function inSeconds(figure: Figure): Figure {
  if (!/(_ms|_milliseconds)(_p9\d+)?$/.test(figure.name ?? '')) return figure
  return { ...figure, points: figure.points.map((point) => ({ ...point, value: point.value / 1000 })) }
}

const QUANTILE = 0.95

/** As the server estimates it: evenly spread within the bucket where it lies. */
function quantileOf(buckets: readonly Figure[]): Figure[] {
  const [first] = buckets
  if (!first) return []
  const times = [...new Set(buckets.flatMap(({ points }) => points.map(({ at }) => at)))].sort(
    (one, other) => one - other,
  )
  const points = times.flatMap((at) => quantileAt(buckets, at) ?? [])
  return points.length === 0 ? [] : [{ ...first, family: 'latency', name: undefined, labels: {}, points }]
}

function quantileAt(buckets: readonly Figure[], at: number): Point | undefined {
  const bounds = [...Map.groupBy(buckets, ({ labels }) => upperBound(labels.le))]
    .map(([bound, group]) => ({ bound, count: countAt(group, at) }))
    .sort((one, other) => one.bound - other.bound)
  const total = bounds.at(-1)?.count ?? 0
  const wanted = total * QUANTILE
  const index = bounds.findIndex(({ count }) => count >= wanted)
  const here = bounds[index]
  if (total <= 0 || !here) return undefined
  const { sample } = buckets.flatMap(({ points }) => points.filter((point) => point.at === at)).at(-1) ?? {}
  const quoted = { at, ...(sample !== undefined && { sample }) }
  const below = bounds[index - 1] ?? { bound: 0, count: 0 }
  if (!Number.isFinite(here.bound)) return { ...quoted, value: below.bound }
  const share = here.count === below.count ? 1 : (wanted - below.count) / (here.count - below.count)
  return { ...quoted, value: below.bound + (here.bound - below.bound) * share }
}

function upperBound(le: string | undefined): number {
  return le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
}

function countAt(group: readonly Figure[], at: number): number {
  return group.reduce((sum, { points }) => sum + (points.find((point) => point.at === at)?.value ?? 0), 0)
}
