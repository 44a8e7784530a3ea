/** A filter as SQL. Days become moments in UTC; both ends of a day are included. */
import type { Bound, IncidentFilter } from '../../story/incident/incident-store.ts'

export type Conditions = { where: string; values: unknown[] }

export function conditionsOf({ status, severity, from, to }: IncidentFilter): Conditions {
  const values: unknown[] = []
  const parts: string[] = []
  const add = (sql: (place: string) => string, value: unknown) => {
    values.push(value)
    parts.push(sql(`$${values.length}`))
  }
  if (status) add((place) => `status = ${place}`, status)
  if (severity) add((place) => `severity = ${place}`, severity)
  if (from) add((place) => `created_at >= ${place}`, startOf(from))
  if (to && 'day' in to) add((place) => `created_at < ${place}`, dayAfter(to.day))
  if (to && 'moment' in to) add((place) => `created_at <= ${place}`, to.moment)
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values }
}

export function hasMoment({ from, to }: IncidentFilter): boolean {
  return [from, to].some((bound) => bound !== undefined && 'moment' in bound)
}

export function daysOf({ from, to }: IncidentFilter): { from: string | null; to: string | null } {
  const dayOf = (bound: Bound | undefined) => (bound && 'day' in bound ? bound.day : null)
  return { from: dayOf(from), to: dayOf(to) }
}

function startOf(bound: Bound): Date {
  return 'day' in bound ? new Date(`${bound.day}T00:00:00.000Z`) : bound.moment
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}
