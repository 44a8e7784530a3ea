/**
 * Figures of the last days. What came is read from the kept counts; how long it took is measured on the incidents that
 * were closed last on each day, found by their index, so that a storm of them costs no more than a busy day.
 */
import type { IncidentDay, IncidentStore } from '../../story/incident/incident-store.ts'
import type { Severity } from '../../story/incident/severity.ts'
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
  const known = new Map<number, { at: number; figures: Promise<IncidentDay[]> }>()
  return (days) => {
    const last = known.get(days)
    if (last && monotonicMs() - last.at < FRESH_FOR_MS) return last.figures
    const asked = { at: monotonicMs(), figures: readDays(database, days) }
    known.set(days, asked)
    // A failure is told to whoever asked, and not remembered.
    asked.figures.catch(() => known.get(days) === asked && known.delete(days))
    return asked.figures
  }
}

async function readDays(database: Database, days: number): Promise<IncidentDay[]> {
  const { rows } = await database.query<Row>({
    name: 'incident-statistics',
    text: OF_DAYS,
    values: [days, MEASURED_A_DAY_MAX],
  })
  return rows.map(({ day, opened, measured, quantiles }) => ({
    day,
    opened: opened ?? {},
    resolving: quantiles ? { measured, medianSeconds: quantiles[0], p90Seconds: quantiles[1] } : undefined,
  }))
}

const OF_DAYS = `
  WITH today AS (SELECT (firebreak_now() AT TIME ZONE 'UTC')::date AS day),
  days AS (SELECT today.day - ago AS day FROM today, generate_series(0, $1::int - 1) AS ago),
  came AS (
    SELECT day, severity, sum(count)::int AS count
      FROM (SELECT day, severity, count FROM incident_counts
             UNION ALL SELECT day, severity, change FROM incident_count_changes) AS counted
     WHERE day > (SELECT day FROM today) - $1::int GROUP BY 1, 2 HAVING sum(count) > 0)
  SELECT to_char(days.day, 'YYYY-MM-DD') AS day, opened, measured, quantiles
    FROM days
    LEFT JOIN (SELECT day, json_object_agg(severity, count) AS opened FROM came GROUP BY day) AS by_day USING (day),
    LATERAL (
      SELECT count(*)::int AS measured, percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY seconds) AS quantiles
        FROM (SELECT extract(epoch FROM closed_at - created_at)::float8 AS seconds FROM incidents
               WHERE closed_at >= days.day::timestamp AT TIME ZONE 'UTC'
                 AND closed_at < (days.day + 1)::timestamp AT TIME ZONE 'UTC' AND status = 'resolved'
               ORDER BY closed_at DESC LIMIT $2) AS latest) AS resolved
   ORDER BY days.day`
