/** The page of a list in its order, found on the indexes alone. Limit and offset are `$1` and `$2` of its statement. */
import type { IncidentFilter, IncidentSort } from '../../story/incident/incident-store.ts'
import { ACTIVE_STATUSES } from '../../story/incident/lifecycle.ts'
import { SEVERITY_RANK, type Severity } from '../../story/incident/severity.ts'
import { dayAtOffset } from './incident-counts.ts'
import { conditionsOf, showsLeaders } from './list-conditions.ts'

/** Read from the word and not from the kept rank, because the word stands in the index that is read. */
const RANK = `CASE incidents.severity ${Object.entries(SEVERITY_RANK)
  .map(([severity, rank]) => `WHEN '${severity}' THEN ${rank}`)
  .join(' ')} END`

export const ORDER: Readonly<Record<IncidentSort, string>> = {
  newest: 'incidents.created_at DESC, seq DESC',
  oldest: 'incidents.created_at, seq',
  severity: `${RANK}, incidents.created_at, seq`,
}

type Wanted = { filter: IncidentFilter; sort: IncidentSort; offset: number }

/** From here on, whole days are skipped by their counts; before, walking the index costs less than asking for them. */
const DEEP_OFFSET = 5_000

/** Rows of `seq`. Its values are appended to those given. */
export function placeOf({ filter, sort, offset }: Wanted, values: unknown[]): string {
  if (sort === 'severity') return isOpenOnly(filter) ? openBySeverity(filter, values) : bySeverity(filter, values)
  // The kept counts are those of leaders.
  return offset >= DEEP_OFFSET && showsLeaders(filter) ? deepByTime(filter, sort, values) : byTime(filter, sort, values)
}

function byTime(filter: IncidentFilter, sort: 'newest' | 'oldest', values: unknown[]): string {
  const pieces = piecesOf(filter).map((piece) => `SELECT seq, created_at FROM incidents${conditionsOf(piece, values)}`)
  return `SELECT seq FROM (${pieces.join(' UNION ALL ')}) AS incidents ORDER BY ${ORDER[sort]} LIMIT $1 OFFSET $2`
}

/** Begins at the edge of the day in which the page begins. */
function deepByTime(filter: IncidentFilter, sort: 'newest' | 'oldest', values: unknown[]): string {
  const begin = dayAtOffset({ filter, place: 2, sort }, values)
  const edge =
    sort === 'newest'
      ? `created_at < (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM begin)`
      : `created_at >= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM begin)`
  const pieces = piecesOf(filter).map((piece) => {
    const where = conditionsOf(piece, values)
    return `SELECT seq, created_at FROM incidents${where === '' ? ' WHERE' : `${where} AND`} ${edge}`
  })
  return `WITH begin AS MATERIALIZED (${begin})
          SELECT seq FROM (${pieces.join(' UNION ALL ')}) AS incidents
           ORDER BY ${ORDER[sort]} LIMIT $1 OFFSET $2 - (SELECT before FROM begin)`
}

/** One for each of several values: each is an index read in its order, and the store merges them without sorting. */
function piecesOf(filter: IncidentFilter): IncidentFilter[] {
  const { status, severity } = filter
  if (Array.isArray(status) && status.length > 1) return status.map((one: string) => ({ ...filter, status: one }))
  if (Array.isArray(severity) && severity.length > 1)
    return severity.map((one: string) => ({ ...filter, severity: one }))
  return [filter]
}

/** Of what is open there are few: they are read from the index by status and sorted. */
function openBySeverity(filter: IncidentFilter, values: unknown[]): string {
  return `SELECT seq FROM incidents${conditionsOf(filter, values)} ORDER BY ${ORDER.severity} LIMIT $1 OFFSET $2`
}

function isOpenOnly({ status }: IncidentFilter): boolean {
  const wanted = typeof status === 'string' ? [status] : (status ?? [])
  return wanted.length > 0 && wanted.every((one) => (ACTIVE_STATUSES as readonly string[]).includes(one))
}

/** Of each severity as many of the oldest as the page could show. */
function bySeverity(filter: IncidentFilter, values: unknown[]): string {
  const wanted = typeof filter.severity === 'string' ? [filter.severity] : filter.severity
  const severities = (Object.keys(SEVERITY_RANK) as Severity[]).filter((one) => wanted?.includes(one) ?? true)
  const pieces = severities.map((severity) => {
    const where = conditionsOf({ ...filter, severity }, values)
    return `(SELECT seq, created_at, severity FROM incidents${where} ORDER BY created_at, seq LIMIT $1::bigint + $2::bigint)`
  })
  if (pieces.length === 0) return 'SELECT seq FROM incidents WHERE false LIMIT $1 OFFSET $2'
  return `SELECT seq FROM (${pieces.join(' UNION ALL ')}) AS incidents ORDER BY ${ORDER.severity} LIMIT $1 OFFSET $2`
}
