/** The log lines an incident was looked at by, in order of time; those that came with it are marked as new. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'
import { isOfThem } from './near-names.ts'

export type SeenLine = {
  at: string
  from: string
  line: string
  isNew: boolean
  /** Said by others, whom nothing ties to the alert, and not about whom it is about. */
  isBeside: boolean
  event: EventOf<'tool_call'>
}

const LINES_MAX = 300
const LABELS_SHOWN = ['pod', 'container', 'app', 'service', 'instance', 'host', 'job']

type Stream = { labels?: Readonly<Record<string, string>>; lines?: readonly { at: string; line: string }[] }

/** Clocks differ, and what brings a trouble is said as it begins. */
const TOLERANCE_SECONDS = 60
/** A rule must hold for a while before its alert begins, and what complains does so in that while already. */
const WHILE_SECONDS = 600
/** Of whom nothing older was kept, nobody knows what he says every day: only what complains counts as new. */
const COMPLAINS =
  /\b(?:e?rror|err|warn(?:ing)?|fatal|crit(?:ical)?|panic|\w*exception|fail\w*|refus\w*|denied|time(?:d )?out)\b/i

/** Beyond the bound the newest stay. `near` are names of whom the incident is about; none where it may be anybody. */
export function linesOf(
  events: readonly IncidentEvent[],
  onsetSeconds: number,
  near: readonly string[] = [],
): SeenLine[] {
  const calls = events.filter(isKind('tool_call')).filter(({ data }) => data.tool === 'logs.query')
  const seen = calls.flatMap((event) => readLines(event))
  const once = new Map(seen.map((line) => [`${line.at} ${line.from} ${line.line}`, line]))
  const sorted = [...once.values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const before = (seconds: number) => sorted.filter(({ at }) => Date.parse(at) / 1000 < onsetSeconds - seconds)
  const shapes = (lines: typeof sorted) => new Set(lines.map(({ line }) => shapeOf(line)))
  const [old, older] = [before(TOLERANCE_SECONDS), before(WHILE_SECONDS)]
  const said = Map.groupBy(old, ({ from }) => programOf(from))
  const saidBefore = shapes(old)
  const forms = new Set(old.map(({ line }) => formOf(line)))
  // Where nothing older was kept, there is only the moment itself to go by.
  const complainedBefore = older.length > 0 ? shapes(older) : saidBefore
  const isNew = ({ from, line }: Pick<SeenLine, 'from' | 'line'>) =>
    COMPLAINS.test(line) ? !complainedBefore.has(shapeOf(line)) : said.has(programOf(from)) && !forms.has(formOf(line))
  return sorted
    .slice(-LINES_MAX)
    .map(({ names, ...line }) => ({ ...line, isNew: isNew(line), isBeside: isOfOthers(near, names, line.line) }))
}

function isOfOthers(near: readonly string[], speaker: readonly string[], line: string): boolean {
  return near.length > 0 && !speaker.some((name) => isOfThem(near, name)) && !mentions(line, near)
}

function mentions(line: string, near: readonly string[]): boolean {
  const words = line.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u)
  return words.some((word) => near.some((name) => word === name || word.startsWith(`${name}-`)))
}

/** A pod that was made anew says what the one before it said. */
function programOf(pod: string): string {
  return pod.replace(/(?:-[a-z0-9]{6,10})?-[a-z0-9]{5}$|-\d+$/, '')
}

const QUERIES_MAX = 3

type AskedLines = { query: string; window: { from: number; to: number } }

/**
 * What the log server was asked in its own words, each once, with the time it covers; of a name the queries it became, and
 * of everything nothing. Those that brought lines, where there are any.
 */
export function logQueriesOf(events: readonly IncidentEvent[]): AskedLines[] {
  const calls = events
    .filter(isKind('tool_call'))
    .filter(({ data }) => data.tool === 'logs.query' && data.result.success === true && queriesOf(data).length > 0)
  const fruitful = calls.filter((event) => readLines(event).length > 0)
  const asked = (fruitful.length > 0 ? fruitful : calls.slice(-1)).flatMap(({ data, timestamp }) => {
    const to = Date.parse(timestamp) / 1000
    const from = Date.parse(String(data.parameters.start ?? '')) / 1000
    const window = { from: Number.isFinite(from) ? from : to - 3600, to }
    return queriesOf(data).map((query) => ({ query, window }))
  })
  return [...new Map(asked.map((one) => [one.query, one])).values()].slice(-QUERIES_MAX)
}

function queriesOf({ parameters, result }: EventOf<'tool_call'>['data']): string[] {
  const { query, by_name: isName } = parameters
  if (isName !== true) return typeof query === 'string' && query !== '' ? [query] : []
  const { asked = [] } = (result.data ?? {}) as { asked?: readonly string[] }
  return query === '*' ? [] : [...asked]
}

type ReadLine = Omit<SeenLine, 'isNew' | 'isBeside'> & { names: readonly string[] }

function readLines(event: EventOf<'tool_call'>): ReadLine[] {
  const { streams = [] } = (event.data.result.data ?? {}) as { streams?: readonly Stream[] }
  return streams.flatMap(({ labels = {}, lines = [] }) =>
    lines
      .filter(({ line }) => line.trim() !== '')
      .map(({ at, line }) => ({ at, line, from: whoSaid(labels), names: Object.values(labels), event })),
  )
}

function whoSaid(labels: Readonly<Record<string, string>>): string {
  return LABELS_SHOWN.flatMap((label) => labels[label] ?? [])[0] ?? Object.values(labels)[0] ?? ''
}

/** A line that begins with the moment it was said says it twice, and by another clock than the page. */
export function withoutOwnTime(line: string, at: string): string {
  const [own = ''] = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?Z\s+/.exec(line) ?? []
  const apart = Math.abs(Date.parse(own.trim().replace(',', '.')) - Date.parse(at))
  return apart < 1000 ? line.slice(own.length) : line
}

/** What differs in numbers and ids alone says the same. */
export function shapeOf(line: string): string {
  return line.replace(/\b(?=[\da-f-]*\d)[\da-f-]{6,}\b/gi, '#').replace(/\d+/g, '#')
}

/**
 * What an ordinary line is of: its words, without whom and what it was about this time. Every request names another person,
 * path or order, and is nothing new by that.
 */
function formOf(line: string): string {
  const [, told = line] = /\b(?:msg|message)"?[=:]\s*"([^"]+)"/.exec(line) ?? []
  const bare = told.slice(0, FORM_CHARACTERS).replace(/"[^"]*"|'[^']*'|[=:]\s*\S+|\S*[/@]\S*/g, ' ')
  const words = bare.match(/\p{L}{2,}/gu) ?? []
  return words
    .filter((word) => !LEVEL.test(word))
    .slice(0, FORM_WORDS)
    .join(' ')
}

const LEVEL = /^(?:trace|debug|info|notice)$/i
const FORM_WORDS = 3
const FORM_CHARACTERS = 300
