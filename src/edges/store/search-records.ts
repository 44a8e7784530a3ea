/**
 * Search by a word. A rare word is found by its trigrams and all its incidents are sorted; a common one would make that
 * list endless, so the newest incidents are read in order until the page is full. How common it is, counting tells.
 */
import type { IncidentFilter, IncidentPage } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { type CountedRow, readCounted, readSummary, SUMMARY_COLUMNS, type SummaryRow } from './incident-rows.ts'
import { foldCase } from './incident-texts.ts'
import { likePattern } from './like-pattern.ts'
import { conditionsOf } from './list-conditions.ts'

const TOTAL_MAX = 10_000

type Page = { offset: number; limit: number }
type Query = { sql: string; values: unknown[] }

export async function searchIncidents(
  database: Database,
  filter: IncidentFilter,
  word: string,
  page: Page,
): Promise<IncidentPage> {
  const values: unknown[] = [likePattern(foldCase(word))]
  const where = conditionsOf(filter, values)
  const hits: Query = {
    sql: `FROM incidents JOIN incident_texts USING (seq)${where === '' ? ' WHERE' : `${where} AND`} text LIKE $1`,
    values,
  }
  const found = await readRare(database, hits, page)
  if (found.total <= TOTAL_MAX) return { ...found, isTotalCapped: false }
  const newest = await readCommon(database, hits, page)
  return { items: newest.map(readSummary), total: TOTAL_MAX, isTotalCapped: true }
}

/** Found once, counted and shown. Where there are too many, the page is not of the newest and `total` says so. */
async function readRare(database: Database, { sql, values }: Query, { offset, limit }: Page) {
  const { rows } = await database.query<CountedRow>(
    `WITH hit AS MATERIALIZED (SELECT seq, incidents.created_at ${sql} LIMIT ${TOTAL_MAX + 1}),
     counted AS (SELECT count(*)::int AS total FROM hit),
     shown AS (SELECT seq FROM hit ORDER BY created_at DESC, seq DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2})
     SELECT total, ${SUMMARY_COLUMNS} FROM counted LEFT JOIN (shown JOIN incidents USING (seq)) ON true
      ORDER BY incidents.created_at DESC, seq DESC`,
    [...values, limit, offset],
  )
  return readCounted(rows)
}

async function readCommon(database: Database, { sql, values }: Query, { offset, limit }: Page): Promise<SummaryRow[]> {
  const { rows } = await database.query<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} ${sql} ORDER BY incidents.created_at DESC, seq DESC
      LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  )
  return rows
}
