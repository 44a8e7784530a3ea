/**
 * Search by a word. A rare word is found by its trigrams and all its incidents are sorted; a common one would make that
 * list endless, so the newest incidents are read in order until the page is full. How common it is, counting tells.
 */
import type { IncidentFilter, IncidentPage } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { readSummary, SUMMARY_COLUMNS, type SummaryRow } from './incident-rows.ts'
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
  const total = await countHits(database, hits)
  const isTotalCapped = total > TOTAL_MAX
  const rows = isTotalCapped ? await readCommon(database, hits, page) : await readRare(database, hits, page)
  return { items: rows.map(readSummary), total: Math.min(total, TOTAL_MAX), isTotalCapped }
}

async function countHits(database: Database, { sql, values }: Query): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 ${sql} LIMIT ${TOTAL_MAX + 1}) AS hit`,
    values,
  )
  return rows[0]?.total ?? 0
}

async function readRare(database: Database, { sql, values }: Query, { offset, limit }: Page): Promise<SummaryRow[]> {
  const { rows } = await database.query<SummaryRow>(
    `WITH hit AS MATERIALIZED (SELECT seq ${sql})
     SELECT ${SUMMARY_COLUMNS} FROM hit JOIN incidents USING (seq) ORDER BY incidents.created_at DESC, seq DESC
      LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  )
  return rows
}

async function readCommon(database: Database, { sql, values }: Query, { offset, limit }: Page): Promise<SummaryRow[]> {
  const { rows } = await database.query<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} ${sql} ORDER BY incidents.created_at DESC, seq DESC
      LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  )
  return rows
}
