/** The figures an incident was looked at by, read back from its own evidence: they are seen long after the metrics server forgot them. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../../language/phrase.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'
import { isCounter, isOfCounter, type Point, rateOf, unitOf, unitOfExpression } from './counters.ts'
import { isOfThem } from './near-names.ts'

export type Curve = { name: string; points: readonly Point[] }
/** `measure` is its name without labels; empty where it was computed. `isRate` where so much a second is drawn of it. */
type Measured = Curve & { measure: string; isRate: boolean; unit: string }
export type Plot = {
  /** Of the call it was read from. */
  event: EventOf<'tool_call'>
  query: string
  /** What is measured, where one question brought figures of several names; else the question itself. */
  title: string
  curves: readonly Measured[]
  /** What the alert's rule compares it with, where this is what the rule measures. */
  bound?: { word: string; value: number }
  /** True where it is what the alert's rule measures. */
  isOwn: boolean
  /** True where only the levels before and after are known, and not each point. */
  isLevels: boolean
  /** True where its curves are so much a second. */
  isRate: boolean
  /** True where it is only of others, whom nothing ties to the alert. */
  isBeside: boolean
}

const CURVES_MAX = 6
const PLOTS_MAX = 6
const PLUGIN = 'metrics.query_range'

type Labels = Readonly<Record<string, string>>
type Series = { metric?: Labels; values?: readonly (readonly [number, string])[] }
type Change = { metric?: Labels; from?: number; to?: number; last?: number; at?: string; per_second?: boolean }
type Answer = { series?: readonly Series[]; changes?: readonly Change[]; counters?: readonly string[] }

type Figure = IncidentDetail['figure']

/**
 * The alert's own first, then what was kept point by point, then mere levels; of each the newest first. What stood still is
 * no picture beside what moved, unless a person looked for it. `near` are names of whom the incident is about: figures of
 * others come last.
 */
export function plotsOf(events: readonly IncidentEvent[], figure?: Figure, near: readonly string[] = []): Plot[] {
  const calls = events.filter(isKind('tool_call')).filter(({ data }) => data.tool === PLUGIN)
  const plots = calls
    .toReversed()
    .flatMap((event) => plotsOfCall(event, figure).flatMap((plot) => partedBy(plot, near)))
  const telling = plots.filter(isTelling)
  const shown = telling.length > 0 ? telling : plots
  return drawnOnce(shown.sort((one, other) => rankOf(one) - rankOf(other))).slice(0, PLOTS_MAX)
}

function isTelling({ isOwn, curves, event }: Plot): boolean {
  return (
    isOwn || event.data.by === 'person' || curves.some(({ points }) => points.some(([, at]) => at !== points[0]?.[1]))
  )
}

function rankOf({ isOwn, isLevels, isBeside }: Plot): number {
  return (isOwn ? 0 : 2) + (isBeside ? 2 : 0) + Number(isLevels)
}

/** What one question brought of others stands on a sheet of its own. */
function partedBy(plot: Plot, near: readonly string[]): Plot[] {
  if (near.length === 0 || plot.isOwn || plot.event.data.by === 'person') return [plot]
  const { true: own = [], false: others = [] } = Object.groupBy(plot.curves, (curve) => `${isNear(curve, near)}`)
  return [
    ...(own.length > 0 ? [{ ...plot, curves: own }] : []),
    ...(others.length > 0 ? [{ ...plot, curves: others, isBeside: true }] : []),
  ]
}

/** Whose no label tells, such as a sum over all, may be anybody's. */
function isNear(curve: Measured, near: readonly string[]): boolean {
  const values = labelsOf(curve).map((label) => label.slice(label.indexOf('"') + 1, -1))
  return values.length === 0 || values.some((value) => isOfThem(near, value))
}

/** The diagnosis asks for the same figures by several ways: a question, and each of its curves, is drawn where it came first. */
function drawnOnce(plots: readonly Plot[]): Plot[] {
  const asked = new Set<string>()
  const drawn = new Set<string>()
  return plots.flatMap((plot) => {
    const question = `${plot.query} ${plot.title} ${plot.isBeside}`
    const nameOf = ({ measure, name }: Measured) => (measure === '' ? `${plot.query} ${name}` : name)
    const curves = asked.has(question) ? [] : plot.curves.filter((curve) => !drawn.has(nameOf(curve)))
    asked.add(question)
    for (const curve of curves) drawn.add(nameOf(curve))
    return curves.length === 0 ? [] : [{ ...plot, curves: curves.slice(0, CURVES_MAX) }]
  })
}

/** In seconds since 1970. */
export type Window = { from: number; to: number }

/** From the first to the last point that is drawn. */
export function windowOf({ curves }: { curves: readonly Curve[] }): Window {
  const times = curves.flatMap(({ points }) => points.map(([at]) => at))
  return { from: Math.min(...times), to: Math.max(...times) }
}

/** Figures of different names differ in size: on one sheet the small ones would lie flat. */
function plotsOfCall(event: EventOf<'tool_call'>, figure: Figure): Plot[] {
  const { result, parameters } = event.data
  const { series = [], changes = [], counters = [] } = (result.data ?? {}) as Answer
  const query = String(parameters.query ?? '')
  const isOwn = figure?.query === query
  const asked = { query, counters, mayBeRate: !isOwn }
  const drawn = series.map((one) => curveOf(one, asked)).filter(({ points }) => points.length > 1)
  const isLevels = drawn.length === 0
  const curves = toldOnce(isLevels ? changes.flatMap((change) => levelsOf(change, event) ?? []) : drawn)
  const shared = { event, query, isLevels, isOwn, ...(isOwn && boundOf(figure?.bound)) }
  const titled = Map.groupBy(curves, ({ measure }) => (isOwn || measure === '' ? query : measure))
  return [...titled].map(([title, ofIt]) => ({
    ...shared,
    title,
    curves: ofIt,
    isRate: ofIt.some((one) => one.isRate),
    isBeside: false,
  }))
}

/** One question may bring the same points under more labels and under fewer; the fewer say nothing of their own. */
function toldOnce(curves: readonly Measured[]): Measured[] {
  return curves.filter((curve) => !curves.some((other) => isWithin(curve, other)))
}

function isWithin(curve: Measured, other: Measured): boolean {
  const [few, more] = [labelsOf(curve), labelsOf(other)]
  const isNarrower = curve.measure === other.measure && few.length < more.length
  return isNarrower && few.every((label) => more.includes(label)) && String(curve.points) === String(other.points)
}

function labelsOf({ name }: Measured): readonly string[] {
  return name.match(/\w+="[^"]*"/g) ?? []
}

function boundOf(word = ''): Pick<Plot, 'bound'> {
  const value = Number(word.split(' ')[1])
  return word === '' || !Number.isFinite(value) ? {} : { bound: { word, value } }
}

type AskedCurve = { query: string; counters: readonly string[]; mayBeRate: boolean }

/** What the alert's rule measures stays as the rule sees it: its bound is of that. */
function curveOf({ metric = {}, values = [] }: Series, { query, counters, mayBeRate }: AskedCurve): Measured {
  const points = values.map(([at, value]): Point => [at, Number(value)]).filter(([, value]) => Number.isFinite(value))
  const names = namesOf(metric)
  const isCounting = names.measure === '' ? isOfCounter(query, counters) : isCounter(names.measure, counters)
  const isRate = mayBeRate && isCounting
  const unit = names.measure === '' ? unitOfExpression(query) : unitOf(names.measure, isRate)
  return { ...names, isRate, unit, points: isRate ? rateOf(points) : points }
}

/** What moved: level before, and after. What stayed as it was is no picture. */
function levelsOf(change: Change, event: EventOf<'tool_call'>): Measured | undefined {
  const { metric = {}, from, to, last, at, per_second: isRate = false } = change
  if (from === undefined || to === undefined || at === undefined) return undefined
  const moved = Date.parse(at) / 1000
  const end = Date.parse(event.timestamp) / 1000
  const start = startOf(event, moved, end)
  if (!(start < moved && moved < end)) return undefined
  const names = namesOf(metric)
  return {
    ...names,
    isRate,
    unit: unitOf(names.measure, isRate),
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

function namesOf({ __name__: measure = '', ...labels }: Labels): Pick<Measured, 'name' | 'measure'> {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const name = `${measure}${pairs.length > 0 ? `{${pairs.join(', ')}}` : ''}`
  return { measure, name: name || phrase('value|a curve without a name') }
}
