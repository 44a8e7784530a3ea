/**
 * Lists of incidents, newest first, with an exact total. At a million rows counting is what costs, so totals by status,
 * severity and day come from kept counts; only bounds inside a day are counted row by row.
 */
import type { IncidentFilter, IncidentPage } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { readSummary, SUMMARY_COLUMNS, type SummaryRow } from './incident-rows.ts'
import { conditionsOf, daysOf, hasMoment } from './list-conditions.ts'
import { searchIncidents } from './search-records.ts'

type Page = { offset: number; limit: number }

export async function listIncidents(database: Database, filter: IncidentFilter, page: Page): Promise<IncidentPage> {
  if (filter.search !== undefined && filter.search !== '') return searchIncidents(database, filter, filter.search, page)
  const [items, total] = await Promise.all([readPage(database, filter, page), countAll(database, filter)])
  return { items, total, isTotalCapped: false }
}

/** The page is found on the index alone; whole rows are read only for what is shown. */
async function readPage(database: Database, filter: IncidentFilter, { offset, limit }: Page) {
  const { where, values } = conditionsOf(filter)
  const { rows } = await database.query<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM incidents JOIN (
       SELECT seq, created_at FROM incidents ${where} ORDER BY created_at DESC, seq DESC
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS shown USING (seq)
      ORDER BY shown.created_at DESC, seq DESC`,
    [...values, limit, offset],
  )
  return rows.map(readSummary)
}

function countAll(database: Database, filter: IncidentFilter): Promise<number> {
  return hasMoment(filter) ? countRows(database, filter) : sumCounts(database, filter)
}

async function countRows(database: Database, filter: IncidentFilter): Promise<number> {
  const { where, values } = conditionsOf(filter)
  const { rows } = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM incidents ${where}`,
    values,
  )
  return rows[0]?.total ?? 0
}

async function sumCounts(database: Database, filter: IncidentFilter): Promise<number> {
  const { from, to } = daysOf(filter)
  const { rows } = await database.query<{ total: number }>({
    name: 'sum-incident-counts',
    text: `SELECT coalesce(sum(count), 0)::int AS total FROM (
             SELECT * FROM incident_counts UNION ALL SELECT * FROM incident_count_changes) AS counted
            WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR severity = $2)
              AND ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)`,
    values: [filter.status || null, filter.severity || null, from, to],
  })
  return rows[0]?.total ?? 0
}
