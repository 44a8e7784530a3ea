/**
 * Search by a word, or by marks. What is rare is found by its index and all its incidents are sorted; what is common would
 * make that list endless, so incidents are read in order until the page is full. How common it is, counting tells.
 */
import type { IncidentFilter, IncidentPage, IncidentSort } from '../../story/incident/incident-store.ts'
import type { Database } from './database.ts'
import { ORDER } from './incident-order.ts'
import {
  type CountedRow,
  type ListedRow,
  PARTS_COUNT,
  readCounted,
  readSummary,
  SUMMARY_COLUMNS,
} from './incident-rows.ts'
import { foldCase } from './incident-texts.ts'
import { likePattern } from './like-pattern.ts'
import { conditionsOf } from './list-conditions.ts'

const TOTAL_MAX = 10_000

type Asked = { page: { offset: number; limit: number }; sort: IncidentSort }
type Query = { sql: string; values: unknown[] }

/** Whether the kept counts do not know it. */
export function isSearch({ search, marks = [] }: IncidentFilter): boolean {
  return (search !== undefined && search !== '') || marks.length > 0
}

export async function searchIncidents(database: Database, filter: IncidentFilter, asked: Asked): Promise<IncidentPage> {
  const hits = hitsOf(filter)
  const found = await readRare(database, hits, asked)
  if (found.total <= TOTAL_MAX) return { ...found, isTotalCapped: false }
  const shown = await readCommon(database, hits, asked)
  return { items: shown.map(readSummary), total: TOTAL_MAX, isTotalCapped: true }
}

function hitsOf(filter: IncidentFilter): Query {
  const { search = '', marks = [] } = filter
  const values: unknown[] = []
  const where = conditionsOf(filter, values)
  const texts = search === '' ? [] : [`text LIKE $${values.push(likePattern(foldCase(search)))}`]
  const marked = marks.map((any) => `marks && $${values.push(any)}::text[]`)
  const tables = [
    'incidents',
    ...(search === '' ? [] : ['searched_texts']),
    ...(marked.length ? ['incident_marks'] : []),
  ]
  const [first, ...joined] = tables
  const from = `${first}${joined.map((table) => ` JOIN ${table} USING (seq)`).join('')}`
  return {
    sql: `FROM ${from}${where === '' ? ' WHERE' : `${where} AND`} ${[...texts, ...marked].join(' AND ')}`,
    values,
  }
}

/** Found once, counted and shown. Where there are too many, the page is of any of them and `total` says so. */
async function readRare(database: Database, { sql, values }: Query, { page: { offset, limit }, sort }: Asked) {
  const { rows } = await database.query<CountedRow>(
    `WITH hit AS MATERIALIZED (SELECT seq, incidents.created_at, incidents.severity ${sql} LIMIT ${TOTAL_MAX + 1}),
     counted AS (SELECT count(*)::int AS total FROM hit),
     shown AS (SELECT seq FROM hit AS incidents ORDER BY ${ORDER[sort]} LIMIT $${values.length + 1} OFFSET $${values.length + 2})
     SELECT total, ${SUMMARY_COLUMNS}, ${PARTS_COUNT} FROM counted LEFT JOIN (shown JOIN incidents USING (seq)) ON true
      ORDER BY ${ORDER[sort]}`,
    [...values, limit, offset],
  )
  return readCounted(rows)
}

/** The most severe of endlessly many are those of the newest ten thousand: nobody waits until all were read. */
async function readCommon(database: Database, { sql, values }: Query, { page: { offset, limit }, sort }: Asked) {
  const newest = `SELECT seq, incidents.created_at, incidents.severity ${sql} ORDER BY ${ORDER[sort === 'severity' ? 'newest' : sort]}`
  const place = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`
  const shown =
    sort === 'severity'
      ? `SELECT seq FROM (${newest} LIMIT ${TOTAL_MAX}) AS incidents ORDER BY ${ORDER.severity} ${place}`
      : `${newest} ${place}`
  const { rows } = await database.query<ListedRow>(
    `SELECT ${SUMMARY_COLUMNS}, ${PARTS_COUNT} FROM (${shown}) AS shown JOIN incidents USING (seq) ORDER BY ${ORDER[sort]}`,
    [...values, limit, offset],
  )
  return rows
}
