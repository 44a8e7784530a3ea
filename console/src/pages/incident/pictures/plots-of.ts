/** The figures an incident was looked at by, read back from its own evidence: they are seen long after the metrics server forgot them. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../../language/phrase.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'

/** Seconds since 1970, and the value. */
type Point = readonly [at: number, value: number]
export type Curve = { name: string; points: readonly Point[] }
export type Plot = {
  /** Of the call it was read from. */
  event: EventOf<'tool_call'>
  query: string
  curves: readonly Curve[]
  /** What the alert's rule compares it with, where this is what the rule measures. */
  bound?: { word: string; value: number }
  /** True where it is what the alert's rule measures. */
  isOwn: boolean
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

type Figure = IncidentDetail['figure']

/** The alert's own first, then the newest; the same question asked again is drawn once, as it was answered last. */
export function plotsOf(events: readonly IncidentEvent[], figure?: Figure): Plot[] {
  const calls = events.filter(isKind('tool_call')).filter(({ data }) => data.tool === PLUGIN)
  const plots = calls.flatMap((event) => plotOf(event, figure) ?? [])
  const newest = new Map(plots.map((plot) => [`${plot.isLevels} ${plot.query}`, plot]))
  // What was kept point by point needs no levels beside it.
  const drawn = new Set(plots.filter(({ isLevels }) => !isLevels).map(({ query }) => query))
  return plots
    .filter(
      (plot) => newest.get(`${plot.isLevels} ${plot.query}`) === plot && !(plot.isLevels && drawn.has(plot.query)),
    )
    .reverse()
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn))
    .slice(0, PLOTS_MAX)
}

/** From the first to the last point that is drawn. */
export function windowOf({ curves }: Plot): { from: number; to: number } {
  const times = curves.flatMap(({ points }) => points.map(([at]) => at))
  return { from: Math.min(...times), to: Math.max(...times) }
}

function plotOf(event: EventOf<'tool_call'>, figure: Figure): Plot | undefined {
  const { result, parameters } = event.data
  const { series = [], changes = [] } = (result.data ?? {}) as Answer
  const drawn = series.map(curveOf).filter(({ points }) => points.length > 1)
  const stepped = changes.flatMap((change) => levelsOf(change, event) ?? [])
  const curves = (drawn.length > 0 ? drawn : stepped).slice(0, CURVES_MAX)
  if (curves.length === 0) return undefined
  const query = String(parameters.query ?? '')
  const isOwn = figure?.query === query
  return { event, query, curves, isLevels: drawn.length === 0, isOwn, ...(isOwn && boundOf(figure?.bound)) }
}

function boundOf(word = ''): Pick<Plot, 'bound'> {
  const value = Number(word.split(' ')[1])
  return word === '' || !Number.isFinite(value) ? {} : { bound: { word, value } }
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
  return `${name}${pairs.length > 0 ? `{${pairs.join(', ')}}` : ''}` || phrase('value|a curve without a name')
}
