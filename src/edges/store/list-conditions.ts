/** A filter as SQL. Days become moments in UTC; both ends of a day are included. */
import type { Bound, IncidentFilter, OneOf } from '../../story/incident/incident-store.ts'

/** ` WHERE …`, or nothing. Its values are appended to those given, so that one statement can hold several filters. */
export function conditionsOf(filter: IncidentFilter, values: unknown[]): string {
  const { status, severity, from, to, partOf } = filter
  const where = whereOf(values, [
    ['part_of = ?', partOf],
    sameAs('status', status),
    sameAs('severity', severity),
    ['created_at >= ?', from && startOf(from)],
    ['created_at < ?', to && endOf(to)],
  ])
  if (filter.parts === 'left') return withCondition(where, LEFT_BEHIND)
  return showsLeaders(filter) ? withCondition(where, 'part_of IS NULL') : where
}

/** Open, though nobody leads it any more: it has its time to clear, and is looked at then. */
const LEFT_BEHIND = `part_of IS NOT NULL AND closed_at IS NULL
  AND part_of IN (SELECT leader.id FROM incidents AS leader WHERE leader.closed_at IS NOT NULL)`

/** The list proper: leaders and whoever stands alone. The kept counts are theirs. */
export function showsLeaders({ parts, partOf, search }: IncidentFilter): boolean {
  return parts === undefined && partOf === undefined && !search
}

export function withCondition(where: string, condition: string): string {
  return where === '' ? ` WHERE ${condition}` : `${where} AND ${condition}`
}

/** The same for the kept counts, which know whole days only. */
export function dayConditionsOf({ status, severity, from, to }: IncidentFilter, values: unknown[]): string {
  return whereOf(values, [
    sameAs('status', status),
    sameAs('severity', severity),
    ['day >= ?', from && dayOf(startOf(from))],
    ['day <= ?', to && dayOf(startOf(to))],
  ])
}

/** One value is compared plainly: a list, even of one, keeps the store from reading an index in its order. */
function sameAs(column: string, wanted: OneOf | undefined): Part {
  if (wanted === undefined || typeof wanted === 'string') return [`${column} = ?`, wanted]
  const [only, ...others] = wanted
  return only !== undefined && others.length === 0 ? [`${column} = ?`, only] : [`${column} = ANY(?)`, wanted]
}

/** A condition with its value where the question mark stands; without a value it is none. */
type Part = [condition: string, value: unknown]

function whereOf(values: unknown[], parts: Part[]): string {
  const conditions = parts
    .filter(([, value]) => value !== undefined)
    .map(([condition, value]) => condition.replace('?', () => `$${values.push(value)}`))
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

type Edge = { day: string; filter: IncidentFilter }

/** A range that begins or ends within a day: the whole days in it, and what is left at either end. */
export function splitDays(filter: IncidentFilter): { whole: IncidentFilter | undefined; edges: Edge[] } {
  const { from, to } = filter
  const head = from && 'moment' in from ? dayBound(from.moment) : undefined
  const tail = to && 'moment' in to ? dayBound(to.moment) : undefined
  const first = from && dayBound(head ? dayAfter(startOf(from)) : startOf(from))
  const last = to && dayBound(tail ? dayBefore(startOf(to)) : startOf(to))
  // There is no whole day between two moments of one day, or of two that follow each other.
  if (first && last && first.day > last.day) return { whole: undefined, edges: [{ day: dayOf(startOf(to)), filter }] }
  const whole = { ...filter, ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) }
  const edges: Edge[] = []
  if (head) edges.push({ ...head, filter: { ...filter, to: head } })
  if (tail) edges.push({ ...tail, filter: { ...filter, from: tail } })
  return { whole, edges }
}

function startOf(bound: Bound): Date {
  return 'day' in bound ? new Date(`${bound.day}T00:00:00.000Z`) : bound.moment
}

/** The first moment outside. Times are shown in milliseconds and kept in finer parts; all that is shown alike is inside. */
function endOf(bound: Bound): Date {
  return 'day' in bound ? dayAfter(startOf(bound)) : new Date(bound.moment.getTime() + 1)
}

function dayBound(moment: Date): { day: string } {
  return { day: dayOf(moment) }
}

const DAY_MS = 86_400_000

function dayAfter(moment: Date): Date {
  return new Date(moment.getTime() + DAY_MS)
}

function dayBefore(moment: Date): Date {
  return new Date(moment.getTime() - DAY_MS)
}

const FIRST_DAY = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_DAY = Date.parse('9999-12-31T00:00:00.000Z')

/** Within the years that are written alike here and in the store; no incident is outside them. */
function dayOf(moment: Date): string {
  return new Date(Math.min(Math.max(moment.getTime(), FIRST_DAY), LAST_DAY)).toISOString().slice(0, 10)
}
