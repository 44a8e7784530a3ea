/** What became of series, as the metrics server's answers tell it, and how it is said. */
import { number, record, records, texts, time } from '../cluster/reading/loose-fields.ts'
import { cite, type Exhibit } from '../evidence.ts'
import { amount, bytes, clockTime } from '../signals/points.ts'

export type Moved = {
  name: string
  labels: Readonly<Record<string, string>>
  from: number
  to: number
  last: number
  at: Date | undefined
  strength: number
  isRate: boolean
  beganAt: Date | undefined
  endedAt: Date | undefined
  /** It stood there for a while, and is back where it stood. */
  passed?: { level: number; from: Date; until: Date } | undefined
  /** A counter began anew. */
  resetAt?: Date | undefined
  exhibit: Exhibit
  source: Readonly<Record<string, unknown>>
}

function readMoved(exhibit: Exhibit): Moved[] {
  if (exhibit.plugin !== 'metrics.query_range' || !exhibit.result.success) return []
  return records(record(exhibit.result.data).changes).flatMap((source) => {
    const { __name__: name = '', ...labels } = texts(source.metric)
    const [from, to, last] = [number(source.from), number(source.to), number(source.last)]
    if (from === undefined || to === undefined || last === undefined) return []
    const moments = { at: time(source.at), beganAt: time(source.began_at), endedAt: time(source.ended_at) }
    const strength = number(source.strength) ?? 0
    const isRate = source.per_second === true
    const passed = passedIn(record(source.passed))
    return [
      {
        name,
        labels,
        from,
        to,
        last,
        strength,
        isRate,
        passed,
        exhibit,
        source,
        ...moments,
        resetAt: time(source.reset_at),
      },
    ]
  })
}

function passedIn(source: Readonly<Record<string, unknown>>): Moved['passed'] {
  const [level, from, until] = [number(source.level), time(source.from), time(source.until)]
  return level !== undefined && from && until ? { level, from, until } : undefined
}

/** Everything asked for, one entry a series. */
export function movedIn(exhibits: readonly Exhibit[]): Moved[] {
  const all = exhibits.flatMap(readMoved)
  const [past, current] = [all.filter(isPast), all.filter((one) => !isPast(one))]
  const known = new Map(current.map((one) => [keyOf(one), one]))
  for (const one of past) {
    const now = known.get(keyOf(one))
    // A pod's own figures began with it.
    if (now && one.labels.pod === undefined && standsSince(one, now)) known.set(keyOf(one), { ...one, last: now.last })
  }
  return [...known.values()]
}

function keyOf({ name, labels }: Moved): string {
  return JSON.stringify([name, Object.entries(labels).sort()])
}

/** Asked for as it was then. */
function isPast({ exhibit: { parameters } }: Moved): boolean {
  return parameters.changes === true && parameters.end !== undefined
}

const STILL = 0.12
const NEAR = 0.25

/** It stepped then, and stands where it went. */
function standsSince(then: Moved, { strength, last }: Moved): boolean {
  const isThere = Math.abs(last - then.to) <= NEAR * Math.max(Math.abs(last), Math.abs(then.to))
  const isNearer = Math.abs(last - then.to) < Math.abs(last - then.from)
  return strength < STILL && then.strength >= STEPPED && !then.beganAt && !then.endedAt && isThere && isNearer
}

const WARM_MS = 4 * 60_000
const STEPPED = 0.3

/** It began inside the window and stepped later than a new process needs to become warm: two moments, and the step is the news. */
function isSteppedLater({ at, beganAt, strength }: Moved): boolean {
  return at !== undefined && beganAt !== undefined && strength >= STEPPED && at.getTime() - beganAt.getTime() >= WARM_MS
}

/** When the most telling thing happened to it: it ended, it stepped, it began. */
export function momentOf(moved: Moved): Date | undefined {
  const { endedAt, beganAt, at } = moved
  return endedAt ?? (isSteppedLater(moved) ? at : (beganAt ?? at))
}

/** Nothing is known of where it stood before. */
export function isNew(moved: Moved): boolean {
  return moved.beganAt !== undefined && !isSteppedLater(moved)
}

/** A pod's figure that ends or begins with the pod: in every rollout they do, and nothing need be wrong. */
export function isOfRollout(moved: Moved): boolean {
  return moved.labels.pod !== undefined && (moved.endedAt !== undefined || isNew(moved))
}

export function citeMoved({ exhibit, source }: Moved) {
  const { metric: _, ...levels } = source
  const whole = JSON.stringify(levels).slice(1, -1)
  return cite(exhibit, whole.includes(',"strength"') ? whole.slice(0, whole.indexOf(',"strength"')) : whole)
}

const MOMENT = /(timestamp|_time|expiry|expiration|not_after|last_success|last_run)(_seconds)?$/

export function isMoment({ name, last }: Pick<Moved, 'name' | 'last'>): boolean {
  return MOMENT.test(name) && last > 1e9 && last < 1e10
}

export function sayValue(value: number, { name, isRate }: Pick<Moved, 'name' | 'isRate'>): string {
  if (isMoment({ name, last: value }))
    return `${new Date(value * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (/_bytes$/.test(name) && !isRate && Math.abs(value) >= 1024) return bytes(value)
  return `${Number.isInteger(value) ? value : amount(value)}${isRate ? '/s' : ''}`
}

const QUIET_LABELS = /^(job|endpoint|prometheus|cluster|region|env|environment|uid|container_id|image_id|severity)$/
const LABELS_SHOWN = 4

export function sayLabels(labels: Moved['labels']): string {
  const telling = Object.entries(labels).filter(([name]) => !QUIET_LABELS.test(name))
  const shown = (telling.length > 0 ? telling : Object.entries(labels)).slice(0, LABELS_SHOWN)
  return shown.length === 0 ? '' : `{${shown.map(([name, value]) => `${name}=${value.slice(0, 60)}`).join(', ')}}`
}

export function sayMove(moved: Moved): string {
  const { name, labels, from, to, last, at, endedAt, beganAt } = moved
  const who = `${name}${sayLabels(labels)}`
  const say = (value: number) => sayValue(value, moved)
  if (endedAt) return `${who} was last measured at ${clockTime(endedAt)}, at ${say(last)}, and is gone since`
  if (beganAt && (moved.strength < STEPPED || !at))
    return `${who} is measured since ${clockTime(beganAt)} and stands at ${say(last)}`
  if (at && say(from) !== say(to))
    return `${who} went from ${say(from)} to ${say(to)} at ${clockTime(at)}${say(last) === say(to) ? '' : `, now ${say(last)}`}`
  return `${who} stands at ${say(last)}`
}
