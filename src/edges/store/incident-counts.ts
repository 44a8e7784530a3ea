/**
 * How many incidents a filter finds, exactly and without counting them: from the kept counts and the changes that are not
 * folded in yet, in one statement and so in one snapshot. Only a piece of a day, at either end of a range, is counted.
 */
import type { IncidentFilter } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { conditionsOf, dayConditionsOf, showsLeaders, splitDays, withCondition } from './list-conditions.ts'

const OF_ALL_DAYS = `(SELECT status, severity, count FROM incident_totals
  UNION ALL SELECT status, severity, change FROM incident_count_changes) AS counted`

const BY_DAY = `(SELECT day, status, severity, count FROM incident_counts
  UNION ALL SELECT day, status, severity, change FROM incident_count_changes) AS counted`

export async function countIncidents(database: Database, filter: IncidentFilter): Promise<number> {
  const values: unknown[] = []
  const { rows } = await database.query<{ total: number }>(totalOf(filter, values), values)
  return rows[0]?.total ?? 0
}

export function totalOf(filter: IncidentFilter, values: unknown[]): string {
  if (filter.partOf !== undefined || filter.parts === 'left')
    return `SELECT count(*)::int AS total FROM incidents${conditionsOf(filter, values)}`
  if (showsLeaders(filter)) return leadersOf(filter, values)
  const { parts: _parts, ...leaders } = filter
  const parts = withCondition(conditionsOf(filter, values), 'part_of IS NOT NULL')
  return `SELECT (leaders.total + parts.total)::int AS total FROM (${leadersOf(leaders, values)}) AS leaders,
            (SELECT count(*) AS total FROM incidents${parts}) AS parts`
}

function leadersOf(filter: IncidentFilter, values: unknown[]): string {
  const hasDays = filter.from !== undefined || filter.to !== undefined
  const counts = hasDays
    ? countsOfDays(filter, values)
    : `SELECT count FROM ${OF_ALL_DAYS}${dayConditionsOf(filter, values)}`
  return `SELECT coalesce(sum(count), 0)::int AS total FROM (${counts}) AS found`
}

/** Rows of day and count; a day may have several. */
function countsOfDays(filter: IncidentFilter, values: unknown[]): string {
  const { whole, edges } = splitDays(filter)
  const kept = whole ? [`SELECT day, count FROM ${BY_DAY}${dayConditionsOf(whole, values)}`] : []
  const counted = edges.map(({ day, filter: piece }) => {
    const place = values.push(day)
    return `SELECT $${place}::date AS day, count(*) FROM incidents${conditionsOf(piece, values)}`
  })
  return [...kept, ...counted].join(' UNION ALL ')
}

export async function countByStatus(database: Database, statuses: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ status: string; count: number }>({
    name: 'count-by-status',
    text: `SELECT status, sum(count)::int AS count FROM ${OF_ALL_DAYS} WHERE status = ANY($1) GROUP BY status`,
    values: [statuses],
  })
  return new Map(rows.map(({ status, count }) => [status, count]))
}

type Deep = { filter: IncidentFilter; place: number; sort: 'newest' | 'oldest' }

/** The day in which the incident at `$place` stands, counted in this order, and how many come before that day. */
export function dayAtOffset({ filter, place, sort }: Deep, values: unknown[]): string {
  const [order, last] = sort === 'newest' ? ['day DESC', 'day'] : ['day', 'day DESC']
  return `SELECT day, before FROM (
            SELECT day, (sum(sum(count)) OVER (ORDER BY ${order}) - sum(count))::bigint AS before
              FROM (${countsOfDays(filter, values)}) AS found GROUP BY day) AS running
           WHERE before <= $${place} ORDER BY ${last} LIMIT 1`
}

/** Changes become part of the counts; any snapshot sees them in the one place or in the other. Answers 0: once is enough. */
export async function foldCounts(database: Database): Promise<number> {
  await database.query(
    `WITH folded AS (DELETE FROM incident_count_changes RETURNING day, status, severity, change),
     by_day AS (SELECT day, status, severity, sum(change) AS change FROM folded GROUP BY 1, 2, 3 HAVING sum(change) <> 0),
     totals AS (
       INSERT INTO incident_totals AS kept (status, severity, count)
       SELECT status, severity, sum(change) FROM by_day GROUP BY 1, 2
       ON CONFLICT (status, severity) DO UPDATE SET count = kept.count + excluded.count)
     INSERT INTO incident_counts AS kept (day, status, severity, count)
     SELECT day, status, severity, change FROM by_day
     ON CONFLICT (day, status, severity) DO UPDATE SET count = kept.count + excluded.count`,
  )
  return 0
}
