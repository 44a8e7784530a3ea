/** Lists of incidents, newest first, with an exact total. Neither counting nor skipping may cost what a million rows cost. */
import type { IncidentFilter, IncidentPage } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { countIncidents, dayAtOffset } from './incident-counts.ts'
import { readSummary, SUMMARY_COLUMNS, type SummaryRow } from './incident-rows.ts'
import { conditionsOf } from './list-conditions.ts'
import { searchIncidents } from './search-records.ts'

type Page = { offset: number; limit: number }
type Query = { sql: string; values: unknown[] }

/** From here on, whole days are skipped by their counts; before, walking the index costs less than asking for them. */
const DEEP_OFFSET = 5_000

export async function listIncidents(database: Database, filter: IncidentFilter, page: Page): Promise<IncidentPage> {
  if (filter.search !== undefined && filter.search !== '') return searchIncidents(database, filter, filter.search, page)
  const [items, total] = await Promise.all([readPage(database, filter, page), countIncidents(database, filter)])
  return { items, total, isTotalCapped: false }
}

/** The page is found on the index alone; whole rows are read only for what is shown. */
async function readPage(database: Database, filter: IncidentFilter, page: Page) {
  const place = page.offset >= DEEP_OFFSET ? deepPlace(filter, page) : plainPlace(filter, page)
  const { rows } = await database.query<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM incidents JOIN (${place.sql}) AS shown USING (seq)
      ORDER BY shown.created_at DESC, seq DESC`,
    place.values,
  )
  return rows.map(readSummary)
}

function plainPlace(filter: IncidentFilter, { offset, limit }: Page): Query {
  const values: unknown[] = [limit, offset]
  const where = conditionsOf(filter, values)
  return {
    sql: `SELECT seq, created_at FROM incidents${where} ORDER BY created_at DESC, seq DESC LIMIT $1 OFFSET $2`,
    values,
  }
}

/** Begins at the end of the day in which the page begins. One statement, so counts and rows are of one moment. */
function deepPlace(filter: IncidentFilter, { offset, limit }: Page): Query {
  const values: unknown[] = [limit, offset]
  const begin = dayAtOffset(filter, values, 2)
  const where = conditionsOf(filter, values)
  return {
    sql: `WITH begin AS MATERIALIZED (${begin})
          SELECT seq, created_at FROM incidents${where === '' ? ' WHERE' : `${where} AND`}
            created_at < (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM begin)
           ORDER BY created_at DESC, seq DESC LIMIT $1 OFFSET $2 - (SELECT before FROM begin)`,
    values,
  }
}
