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

/** Rows with `seq`. Its values are appended to those given. */
export function placeOf({ filter, sort, offset }: Wanted, values: unknown[]): string {
  if (sort === 'severity') return isOpenOnly(filter) ? openBySeverity(filter, values) : bySeverity(filter, values)
  // The kept counts are those of leaders.
  return offset >= DEEP_OFFSET && showsLeaders(filter) ? deepByTime(filter, sort, values) : byTime(filter, sort, values)
}

function byTime(filter: IncidentFilter, sort: ByTime, values: unknown[]): string {
  return merged({ filter, sort, skip: '$2::bigint' }, values)
}

/** Begins at the edge of the day in which the page begins. */
function deepByTime(filter: IncidentFilter, sort: ByTime, values: unknown[]): string {
  const begin = dayAtOffset({ filter, place: 2, sort }, values)
  const edge =
    sort === 'newest'
      ? `created_at < (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM begin)`
      : `created_at >= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM begin)`
  const skip = '($2::bigint - (SELECT before FROM begin))'
  return `WITH begin AS MATERIALIZED (${begin}) ${merged({ filter, sort, skip, edge }, values)}`
}

type ByTime = 'newest' | 'oldest'
type Merged = { filter: IncidentFilter; sort: ByTime; skip: string; edge?: string }

/** Of each of several values as many as the page could show, read from an index in its order; few are left to be sorted. */
function merged({ filter, sort, skip, edge }: Merged, values: unknown[]): string {
  const pieces = piecesOf(filter).map((piece) => {
    const where = conditionsOf(piece, values)
    const bounded = edge === undefined ? where : `${where === '' ? ' WHERE' : `${where} AND`} ${edge}`
    return `SELECT seq, created_at FROM incidents${bounded} ORDER BY ${ORDER[sort]}`
  })
  const [only, ...others] = pieces
  if (others.length === 0) return `${only} LIMIT $1 OFFSET ${skip}`
  const first = pieces.map((piece) => `(${piece} LIMIT $1::bigint + ${skip})`)
  return `SELECT seq, created_at FROM (${first.join(' UNION ALL ')}) AS incidents ORDER BY ${ORDER[sort]} LIMIT $1 OFFSET ${skip}`
}

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
