/** Lists of incidents, newest first, with an exact total. Neither counting nor skipping may cost what a million rows cost. */
import type { IncidentFilter, IncidentPage } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { dayAtOffset, totalOf } from './incident-counts.ts'
import { type CountedRow, readCounted, SUMMARY_COLUMNS } from './incident-rows.ts'
import { conditionsOf } from './list-conditions.ts'
import { searchIncidents } from './search-records.ts'

type Page = { offset: number; limit: number }

/** From here on, whole days are skipped by their counts; before, walking the index costs less than asking for them. */
const DEEP_OFFSET = 5_000

export async function listIncidents(database: Database, filter: IncidentFilter, page: Page): Promise<IncidentPage> {
  if (filter.search !== undefined && filter.search !== '') return searchIncidents(database, filter, filter.search, page)
  const values: unknown[] = [page.limit, page.offset]
  const total = totalOf(filter, values)
  const place = page.offset >= DEEP_OFFSET ? deepPlace(filter, values) : plainPlace(filter, values)
  // One statement, so total and page are of one moment. The page is found on the index alone; whole rows are read only
  // for what is shown.
  const { rows } = await database.query<CountedRow>(
    `WITH counted AS (${total})
     SELECT total, ${SUMMARY_COLUMNS}
       FROM counted LEFT JOIN ((${place}) AS shown JOIN incidents USING (seq)) ON true
      ORDER BY shown.created_at DESC, seq DESC`,
    values,
  )
  return { ...readCounted(rows), isTotalCapped: false }
}

function plainPlace(filter: IncidentFilter, values: unknown[]): string {
  const where = conditionsOf(filter, values)
  return `SELECT seq, created_at FROM incidents${where} ORDER BY created_at DESC, seq DESC LIMIT $1 OFFSET $2`
}

/** Begins at the end of the day in which the page begins. */
function deepPlace(filter: IncidentFilter, values: unknown[]): string {
  const begin = dayAtOffset(filter, values, 2)
  const where = conditionsOf(filter, values)
  return `WITH begin AS MATERIALIZED (${begin})
          SELECT seq, created_at FROM incidents${where === '' ? ' WHERE' : `${where} AND`}
            created_at < (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM begin)
           ORDER BY created_at DESC, seq DESC LIMIT $1 OFFSET $2 - (SELECT before FROM begin)`
}
