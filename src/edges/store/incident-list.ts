/** Lists of incidents with an exact total. Neither counting nor skipping may cost what a million rows cost. */
import type { IncidentFilter, IncidentPage, IncidentSort } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { totalOf } from './incident-counts.ts'
import { ORDER, placeOf } from './incident-order.ts'
import { type CountedRow, PARTS_COUNT, readCounted, SUMMARY_COLUMNS } from './incident-rows.ts'
import { isSearch, searchIncidents } from './search-records.ts'

type Page = { offset: number; limit: number }

export async function listIncidents(
  database: Database,
  filter: IncidentFilter,
  page: Page,
  sort: IncidentSort = 'newest',
): Promise<IncidentPage> {
  if (isSearch(filter)) return searchIncidents(database, filter, { page, sort })
  const values: unknown[] = [page.limit, page.offset]
  const total = totalOf(filter, values)
  const place = placeOf({ filter, sort, offset: page.offset }, values)
  // One statement, so total and page are of one moment. The page is found on the index alone; whole rows are read only
  // for what is shown.
  const { rows } = await database.query<CountedRow>(
    `WITH counted AS (${total})
     SELECT total, ${SUMMARY_COLUMNS}, ${PARTS_COUNT}
       FROM counted LEFT JOIN ((${place}) AS shown JOIN incidents USING (seq)) ON true
      ORDER BY ${ORDER[sort]}`,
    values,
  )
  return { ...readCounted(rows), isTotalCapped: false }
}
