/** Reads the answers of metrics, logs and the error tracker. */

import type { Fields } from '../cluster/cluster-scene.ts'
import { number, record, records, text, texts, time } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import { asRate, isCounter, readFigures } from './points.ts'
import { tellingScore } from './said-lines.ts'
import type { Answered } from './signal-question.ts'
import type { Family, Figure, IssueTag, IssueView, LoggedLine, Point, SignalScene } from './signal-scene.ts'
import { ERRORS, OUTGOING, PEER_LABELS } from './traffic.ts'

/** Puts the scene together from the questions that were asked and their answers. */
export function readSignalScene(answered: readonly Answered[], since: Date): SignalScene {
  const lines = answered.filter(({ about }) => about === 'lines').map(({ exhibit }) => exhibit)
  const issues = answered.filter(({ about }) => about === 'issue')
  return {
    since,
    issue: issues.flatMap(({ exhibit }) => readIssue(exhibit) ?? [])[0],
    figures: answered.flatMap(figuresOf),
    lines: lines.flatMap(readLines).sort((one, other) => one.at.getTime() - other.at.getTime()),
    isLogCut: lines.some(isCut),
    silent: answered.flatMap(silenceOf),
    exhibits: answered.map(({ exhibit }) => exhibit),
  }
}

function figuresOf({ about, exhibit }: Answered) {
  if (about === 'traffic') return readTraffic(exhibit)
  return isFamily(about) ? readFigures(exhibit, about) : []
}

function silenceOf({ about, exhibit }: Answered) {
  const { success, data } = exhibit.result
  if (!success || number(record(data).series_total) !== 0) return []
  const family = about === 'traffic' ? 'requests' : about
  return isFamily(family) ? [{ family, exhibit }] : []
}

function isFamily(about: Answered['about']): about is Family {
  return !['traffic', 'names', 'lines', 'issue', 'cluster', 'lens'].includes(about)
}

/** An issue as the error tracker gives it. */
function readIssue(exhibit: Exhibit): IssueView | undefined {
  const source = record(record(exhibit.result.data).issue)
  if (!exhibit.result.success || Object.keys(source).length === 0) return undefined
  return {
    id: text(source.shortId) ?? text(source.id) ?? '',
    what: whatOf(source),
    culprit: text(source.culprit),
    count: countOf(source.count),
    firstSeen: time(source.firstSeen),
    lastSeen: time(source.lastSeen),
    firstRelease: text(record(source.firstRelease).version) ?? text(source.firstRelease),
    tags: tagsOf(source.tags),
    exhibit,
    source,
  }
}

/** Type and value are the program's; a title may hold whatever a visitor typed. Of an exception in another the inner one is the fault. */
function whatOf({ metadata, title, latestEvent }: Fields): string {
  const outer = saidBy(record(metadata))
  const within = exceptionsOf(record(latestEvent)).map(saidBy)
  const [inner] = within
    .filter((said) => said !== outer && tellsMore(said, outer))
    .sort((one, other) => tellingScore(other) - tellingScore(one))
  if (inner !== undefined) return `${inner}${outer === '' ? '' : ` (inside ${outer.split(':')[0]})`}`
  return outer === '' ? (text(title) ?? 'an error') : outer
}

/** A chain, as a list or under `values`. */
export function exceptionsOf({ exception }: Fields): Fields[] {
  const chain = records(exception)
  return chain.length > 0 ? chain : records(record(exception).values)
}

function saidBy({ type, value }: Fields): string {
  return [text(type), text(value)].filter((one) => one !== undefined).join(': ')
}

function tellsMore(said: string, than: string): boolean {
  return said !== '' && tellingScore(said) > tellingScore(than)
}

/** The tracker writes counts as text. */
function countOf(value: unknown): number {
  return number(value) ?? (Number(text(value) ?? 0) || 0)
}

/** Either one entry a value, or one entry a key with its top values. */
function tagsOf(value: unknown): IssueTag[] {
  return records(value).flatMap((tag) => {
    const key = text(tag.key) ?? ''
    const values = records(tag.topValues)
    const each = values.length > 0 ? values : [tag]
    return each.flatMap((one) => {
      const held = text(one.value) ?? text(one.name)
      return held === undefined || key === '' ? [] : [{ key, value: held, count: countOf(one.count) }]
    })
  })
}

/** The names under which the tracker keeps whoever raised it, at most one of each. */
export function projectOf({ source }: Pick<IssueView, 'source'>): string[] {
  const { slug, name } = record(source.project)
  return [...new Set([text(slug), text(name), text(source.project)].filter((one) => one !== undefined))]
}

/** Lines of the central logs, oldest first over all streams. */
export function readLines(exhibit: Exhibit): LoggedLine[] {
  return linesIn(exhibit, 'streams')
}

/** What those wrote last who write from outside the cluster. */
export function readLastWords(exhibit: Exhibit): LoggedLine[] {
  return linesIn(exhibit, 'last_words')
}

function linesIn(exhibit: Exhibit, field: 'streams' | 'last_words'): LoggedLine[] {
  if (!exhibit.result.success) return []
  const streams = records(record(exhibit.result.data)[field])
  const lines = streams.flatMap(({ labels, lines: entries }) =>
    records(entries).flatMap((one) => {
      const [said, at] = [text(one.line), time(one.at)]
      return said === undefined || at === undefined ? [] : [{ text: said, at, labels: texts(labels), exhibit }]
    }),
  )
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** At its limit an answer keeps the newest, so the first line shown need not be the first there is. */
export function isCut({ parameters, result }: Exhibit): boolean {
  const total = number(record(result.data).lines_total) ?? 0
  return total >= (number(parameters.limit) ?? Number.POSITIVE_INFINITY) || 'truncated' in result
}

/** Sorts the answer about traffic into requests, calls to others and latency. */
function readTraffic(exhibit: Exhibit): Figure[] {
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
