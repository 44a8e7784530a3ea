/** What only ever grows tells nothing by where it stands: a counter is drawn by how fast it grew. */

/** Seconds since 1970, and the value. */
export type Point = readonly [at: number, value: number]

const SUFFIX = /_(?:total|sum|count|bucket)$/
/** A `_count` that follows no unit may be of what there is now, such as sessions. */
const COUNTER = /_(?:total|bucket)$|_(?:seconds|milliseconds|duration|latency|bytes|size)_(?:sum|count)$/
const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g
/** Selectors, windows, and which labels are kept: they say whose figure it is. */
const ASIDE = /\{[^{}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)/gi
/** What these make of counters counts as well. */
const GATHERED = /\b(?:sum|min|max|avg)\s*\(/gi

/** By the custom of metric names, or known to the metrics server as one. */
export function isCounter(measure: string, known: readonly string[]): boolean {
  return COUNTER.test(measure) || known.includes(measure)
}

/** What remains of an expression without strings, selectors and kept labels. */
export function bareExpression(query: string): string {
  return query.replace(STRINGS, '').replace(ASIDE, ' ')
}

/** A counter, or counters of several taken together, and nothing calculated from them. */
export function isOfCounter(query: string, known: readonly string[]): boolean {
  const [, measure = ''] = /^[\s()]*([\w:]+)[\s()]*$/.exec(bareExpression(query).replace(GATHERED, '(')) ?? []
  return isCounter(measure, known)
}

/** So much a second from point to point; one that begins again at zero has lost nothing. */
export function rateOf(points: readonly Point[]): Point[] {
  return points.slice(1).map(([at, value], index): Point => {
    const [before, start] = points[index] ?? [at, value]
    const gained = value >= start ? value - start : value
    return [at, at > before ? gained / (at - before) : 0]
  })
}

const UNITS: Readonly<Record<string, string>> = { bytes: 'B', seconds: 's', milliseconds: 'ms' }

/** What a name says of how many measurements were made one. */
const GATHERING = /[_:](?:p\d+|avg|mean|median|min|max)$/

/** Seconds of a processor in each second are processors at work. */
export function isProcessorTime(measure: string): boolean {
  return /(?:^|_)cpu_(?:usage_|user_|system_)?seconds_total$/.test(measure)
}

/** By the custom of metric names: `node_memory_free_bytes` is in bytes, `duration_seconds_p95` in seconds. */
export function unitOf(measure: string, isRate = false): string {
  const counted = /_(?:count|bucket)$/.test(measure) ? '' : measure.replace(GATHERING, '').replace(SUFFIX, '')
  const unit = UNITS[counted.split('_').at(-1) ?? ''] ?? ''
  // So many seconds spent in each second is a number without a unit.
  if (isRate && /^m?s$/.test(unit)) return ''
  return isRate ? `${unit}/s` : unit
}

/** What was computed may be in anything; a quantile is in what its buckets are. */
export function unitOfExpression(query: string): string {
  const [, bucketed = ''] = /^\s*histogram_quantile\s*\(.*?([a-z_:][\w:]*)_bucket\b/is.exec(query) ?? []
  const isWhole = /\)\s*$/.test(query) && !/\)\s*[-+*/^%]/.test(query)
  return isWhole ? unitOf(bucketed) : ''
}
