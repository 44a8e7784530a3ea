/** The log lines an incident was looked at by, in order of time; those that came with it are marked as new. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'

export type SeenLine = { at: string; from: string; line: string; isNew: boolean; event: EventOf<'tool_call'> }

const LINES_MAX = 300
const LABELS_SHOWN = ['pod', 'container', 'app', 'service', 'instance', 'host', 'job']

type Stream = { labels?: Readonly<Record<string, string>>; lines?: readonly { at: string; line: string }[] }

/** A rule must hold for a while before its alert begins, and what it tells of is said in that while already. */
const WHILE_SECONDS = 600

/** Beyond the bound the newest stay. */
export function linesOf(events: readonly IncidentEvent[], onsetSeconds: number): SeenLine[] {
  const calls = events.filter(isKind('tool_call')).filter(({ data }) => data.tool === 'logs.query')
  const seen = calls.flatMap((event) => readLines(event))
  const once = new Map(seen.map((line) => [`${line.at} ${line.from} ${line.line}`, line]))
  const sorted = [...once.values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const before = (seconds: number) => sorted.filter(({ at }) => Date.parse(at) / 1000 < seconds)
  const longBefore = before(onsetSeconds - WHILE_SECONDS)
  // Where nothing older was kept, there is only the moment itself to go by.
  const old = longBefore.length > 0 ? longBefore : before(onsetSeconds)
  const saidBefore = new Set(old.map(({ line }) => shapeOf(line)))
  return sorted.slice(-LINES_MAX).map((line) => ({ ...line, isNew: !saidBefore.has(shapeOf(line.line)) }))
}

const QUERIES_MAX = 3

type AskedLines = { query: string; window: { from: number; to: number } }

/**
 * What the log server was asked in its own words, each once, with the time it covers; a name alone is no query. Those that
 * brought lines, where there are any.
 */
export function logQueriesOf(events: readonly IncidentEvent[]): AskedLines[] {
  const calls = events
    .filter(isKind('tool_call'))
    .filter(
      ({ data }) => data.tool === 'logs.query' && data.parameters.by_name !== true && data.result.success === true,
    )
  const fruitful = calls.filter((event) => readLines(event).length > 0)
  const asked = (fruitful.length > 0 ? fruitful : calls.slice(-1)).flatMap(({ data, timestamp }) => {
    const to = Date.parse(timestamp) / 1000
    const from = Date.parse(String(data.parameters.start ?? '')) / 1000
    const query = String(data.parameters.query ?? '')
    return query === '' ? [] : [{ query, window: { from: Number.isFinite(from) ? from : to - 3600, to } }]
  })
  return [...new Map(asked.map((one) => [one.query, one])).values()].slice(-QUERIES_MAX)
}

function readLines(event: EventOf<'tool_call'>): Omit<SeenLine, 'isNew'>[] {
  const { streams = [] } = (event.data.result.data ?? {}) as { streams?: readonly Stream[] }
  return streams.flatMap(({ labels = {}, lines = [] }) =>
    lines.filter(({ line }) => line.trim() !== '').map(({ at, line }) => ({ at, line, from: whoSaid(labels), event })),
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
