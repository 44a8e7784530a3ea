/**
 * Figures of the last days of a zone. What came is read from the counts kept by quarters of an hour; how long it took is measured on the incidents that
 * were closed last on each day, found by their index, so that a storm of them costs no more than a busy day.
 */
import type { IncidentDay, IncidentStore } from '../../story/incident/incident-store.ts'
import type { Severity } from '../../story/incident/severity.ts'
import { lastDaysOf } from '../../story/incident/zone-days.ts'
import type { Database } from './database.ts'

type Row = {
  day: string
  opened: Partial<Record<Severity, number>> | null
  measured: number
  quantiles: [number, number] | null
}

/** Enough for a median nobody would doubt. */
const MEASURED_A_DAY_MAX = 500
/** Charts are looked at, not waited for: a figure may be half a minute old, and a crowd of readers asks once. */
const FRESH_FOR_MS = 30_000

export function createStatistics({
  database,
  monotonicMs = () => performance.now(),
}: {
  database: Database
  monotonicMs?: () => number
}): IncidentStore['statistics'] {
  const known = new Map<string, { at: number; figures: Promise<IncidentDay[]> }>()
  const isFresh = ({ at }: { at: number }) => monotonicMs() - at < FRESH_FOR_MS
  return (asked) => {
    const name = `${asked.days} ${asked.zone}`
    const last = known.get(name)
    if (last && isFresh(last)) return last.figures
    for (const [other, kept] of known) if (!isFresh(kept)) known.delete(other)
    const fresh = { at: monotonicMs(), figures: readDays(database, asked) }
    known.set(name, fresh)
    // A failure is told to whoever asked, and not remembered.
    fresh.figures.catch(() => known.get(name) === fresh && known.delete(name))
    return fresh.figures
  }
}

async function readDays(database: Database, asked: { days: number; zone: string }): Promise<IncidentDay[]> {
  const { rows: clock } = await database.query<{ now: Date }>('SELECT firebreak_now() AS now')
  const days = lastDaysOf(asked.zone, clock[0]?.now ?? new Date(), asked.days)
  const { rows } = await database.query<Row>({
    name: 'incident-statistics',
    text: OF_DAYS,
    values: [days.map(({ day }) => day), days.map(({ from }) => from), days.map(({ to }) => to), MEASURED_A_DAY_MAX],
  })
  return rows.map(({ day, opened, measured, quantiles }) => ({
    day,
    opened: opened ?? {},
    resolving: quantiles ? { measured, medianSeconds: quantiles[0], p90Seconds: quantiles[1] } : undefined,
  }))
}

const OF_DAYS = `
  WITH days AS (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS given (day, since, until, place)),
  came AS (
    SELECT width_bucket(quarter, $2::timestamptz[]) AS place, severity, sum(count)::int AS count
      FROM (SELECT quarter, severity, count FROM incident_quarter_counts
             UNION ALL SELECT quarter, severity, change FROM incident_count_changes) AS counted
     WHERE quarter >= ($2::timestamptz[])[1] AND quarter < ($3::timestamptz[])[cardinality($3::timestamptz[])]
     GROUP BY 1, 2 HAVING sum(count) > 0)
  SELECT day, opened, measured, quantiles
    FROM days
    LEFT JOIN (SELECT place, json_object_agg(severity, count) AS opened FROM came GROUP BY place) AS by_day USING (place),
    LATERAL (
      SELECT count(*)::int AS measured, percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY seconds) AS quantiles
        FROM (SELECT extract(epoch FROM closed_at - created_at)::float8 AS seconds FROM incidents
               WHERE closed_at >= since AND closed_at < until AND status = 'resolved'
               ORDER BY closed_at DESC LIMIT $4) AS latest) AS resolved
   ORDER BY place`
