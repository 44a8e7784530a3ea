/** The figures an incident was looked at by, read back from its own evidence: they are seen long after the metrics server forgot them. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'

/** Seconds since 1970, and the value. */
type Point = readonly [at: number, value: number]
export type Curve = { name: string; points: readonly Point[] }
export type Plot = {
  /** Of the call it was read from. */
  event: EventOf<'tool_call'>
  query: string
  curves: readonly Curve[]
  /** True where only the levels before and after are known, and not each point. */
  isLevels: boolean
}

const CURVES_MAX = 6
const PLOTS_MAX = 6
const PLUGIN = 'metrics.query_range'

type Labels = Readonly<Record<string, string>>
type Series = { metric?: Labels; values?: readonly (readonly [number, string])[] }
type Change = { metric?: Labels; from?: number; to?: number; last?: number; at?: string; strength?: number }
type Answer = { series?: readonly Series[]; changes?: readonly Change[] }

/** Newest first; the same question asked again is drawn once, as it was answered last. */
export function plotsOf(events: readonly IncidentEvent[]): Plot[] {
  const calls = events.filter(isKind('tool_call')).filter(({ data }) => data.tool === PLUGIN)
  const plots = calls.flatMap((event) => plotOf(event) ?? [])
  const newest = new Map(plots.map((plot) => [`${plot.isLevels} ${plot.query}`, plot]))
  return plots
    .filter((plot) => newest.get(`${plot.isLevels} ${plot.query}`) === plot)
    .reverse()
    .slice(0, PLOTS_MAX)
}

function plotOf(event: EventOf<'tool_call'>): Plot | undefined {
  const { result, parameters } = event.data
  const { series = [], changes = [] } = (result.data ?? {}) as Answer
  const drawn = series.map(curveOf).filter(({ points }) => points.length > 1)
  const stepped = changes.flatMap((change) => levelsOf(change, event) ?? [])
  const curves = (drawn.length > 0 ? drawn : stepped).slice(0, CURVES_MAX)
  if (curves.length === 0) return undefined
  return { event, query: String(parameters.query ?? ''), curves, isLevels: drawn.length === 0 }
}

function curveOf({ metric = {}, values = [] }: Series): Curve {
  const points = values.map(([at, value]): Point => [at, Number(value)])
  return { name: nameOf(metric), points: points.filter(([, value]) => Number.isFinite(value)) }
}

/** What moved: level before, and after. What stayed as it was is no picture. */
function levelsOf({ metric = {}, from, to, last, at }: Change, event: EventOf<'tool_call'>): Curve | undefined {
  if (from === undefined || to === undefined || at === undefined) return undefined
  const moved = Date.parse(at) / 1000
  const end = Date.parse(event.timestamp) / 1000
  const start = startOf(event, moved, end)
  if (!(start < moved && moved < end)) return undefined
  return {
    name: nameOf(metric),
    points: [
      [start, from],
      [moved, from],
      [moved, to],
      [end, last ?? to],
    ],
  }
}

/** Where the question was relative, as long before the change as it is gone. */
function startOf({ data }: EventOf<'tool_call'>, moved: number, end: number): number {
  const asked = Date.parse(String(data.parameters.start ?? '')) / 1000
  return Number.isFinite(asked) ? asked : moved - (end - moved)
}

function nameOf({ __name__: name = '', ...labels }: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(', ')}}` : ''}` || 'value'
}
