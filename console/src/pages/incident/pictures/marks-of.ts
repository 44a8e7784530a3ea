/** What is marked on every picture: when it began, what was changed, decided and done, and how that was judged. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../../language/phrase.ts'
import { type EventOf, isKind } from '../timeline-reading.ts'
import type { Window } from './plots-of.ts'

/** `at` is in seconds since 1970. */
export type Mark = {
  at: number
  word: string
  kind: 'onset' | 'change' | 'decision' | 'execution' | 'verification' | 'end'
}

const WORDS: Partial<Record<IncidentEvent['type'], Pick<Mark, 'word' | 'kind'>>> = {
  confirmation_received: { word: phrase('decided|a mark'), kind: 'decision' },
  execution_started: { word: phrase('carried out|a mark'), kind: 'execution' },
  rollback_completed: { word: phrase('undone|a mark'), kind: 'execution' },
  incident_resolved: { word: phrase('resolved|a mark'), kind: 'end' },
}

/** As it is called on every plot. */
export type NumberedMark = Mark & { number: number }

type Marked = Pick<IncidentDetail, 'alerts' | 'created_at' | 'events' | 'diagnosis'>

/** The alert's own beginning first, then all others by time. */
export function marksOf({ alerts, created_at, events, diagnosis }: Marked): Mark[] {
  const begun = alerts.flatMap(({ starts_at }) => (starts_at === undefined ? [] : [Date.parse(starts_at)]))
  const onset = Math.min(...begun.filter(Number.isFinite), Date.parse(created_at)) / 1000
  const others = [
    ...firstSign(diagnosis, onset),
    ...(diagnosis?.changes ?? []).map(({ at, text }) => ({ at: secondsOf(at), word: text, kind: 'change' as const })),
    // Verified and resolved in one moment, in this order.
    ...events.filter(isKind('verification_completed')).map(judged),
    ...events.flatMap(toldBy),
  ]
  const sorted = others.filter(({ at }) => Number.isFinite(at)).sort((one, other) => one.at - other.at)
  return [{ at: onset, word: phrase('alert began'), kind: 'onset' }, ...sorted]
}

const HOUR = 3600
/** What was done about it belongs to the picture; other things so far away would only press the curves into a corner. */
const REACH_SECONDS: Record<Mark['kind'], number> = {
  ...{ decision: 24 * HOUR, execution: 24 * HOUR, verification: 24 * HOUR },
  ...{ onset: 6 * HOUR, change: HOUR, end: HOUR },
}

/**
 * From the first to the last of what was measured and what is marked. What was decided and done comes after the look that
 * measured, and stands in the same picture; of what is far away only the list of the incident's course tells.
 */
export function windowOver(windows: readonly Window[], marks: readonly Mark[]): Window {
  const from = Math.min(...windows.map((one) => one.from))
  const to = Math.max(...windows.map((one) => one.to))
  const isNear = ({ at, kind }: Mark) => at >= from - REACH_SECONDS[kind] && at <= to + REACH_SECONDS[kind]
  const near = marks.filter(isNear).map(({ at }) => at)
  return { from: Math.min(from, ...near), to: Math.max(to, ...near) }
}

/** Those within the time that is drawn, in its order. */
export function numbered(marks: readonly Mark[], { from, to }: Window): NumberedMark[] {
  return marks
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((one, other) => one.at - other.at)
    .map((mark, index) => ({ ...mark, number: index + 1 }))
}

export type MarkedMoment = Pick<Mark, 'at' | 'kind'> & { label: string }

/** Those that cannot be told apart on the picture share a line and a label: `3`, or `1–6`. */
export function momentsOf(marks: readonly NumberedMark[], secondsTogether = 0): MarkedMoment[] {
  const groups: NumberedMark[][] = []
  for (const mark of marks) {
    const group = groups.at(-1)
    if (group?.[0] && mark.at - group[0].at <= secondsTogether) group.push(mark)
    else groups.push([mark])
  }
  return groups.flatMap((together) => {
    const [first, last] = [together[0], together.at(-1)]
    if (!first || !last) return []
    const label = first === last ? `${first.number}` : `${first.number}–${last.number}`
    return [{ at: first.at, kind: first.kind, label }]
  })
}

const MINUTE = 60

/** By figures and lines; told where the alert came noticeably later. */
function firstSign(diagnosis: Marked['diagnosis'], alerted: number): Mark[] {
  const at = secondsOf(diagnosis?.onset ?? '')
  return Math.abs(at - alerted) >= MINUTE
    ? [{ at, word: phrase('first seen in figures and log lines'), kind: 'onset' }]
    : []
}

function toldBy({ type, timestamp }: IncidentEvent): Mark[] {
  const mark = WORDS[type]
  return mark ? [{ at: secondsOf(timestamp), ...mark }] : []
}

const OUTCOMES: Record<string, string> = {
  resolved: phrase('verified: it helped'),
  no_effect: phrase('verified: it had no effect'),
  worse: phrase('verified: it became worse'),
  unclear: phrase('verified: whether it helped is unclear'),
}

function judged({ timestamp, data }: EventOf<'verification_completed'>): Mark {
  return {
    at: secondsOf(timestamp),
    word: OUTCOMES[data.outcome] ?? data.outcome,
    kind: 'verification',
  }
}

function secondsOf(at: string): number {
  return Date.parse(at) / 1000
}
