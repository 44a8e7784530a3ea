/** Lists of many thousand incidents: pages far behind, and words that are everywhere. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { foldCounts } from '../../src/edges/store/incident-counts.ts'
import { openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

const COUNT = 12_000

let service: TestService
let database: Database

/** Incidents over seven days, more on some than on others, in every severity. */
const SEED = `
  WITH added AS (
    INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at)
    SELECT 'INC-20260101-' || lpad(n::text, 5, '0'), 'seeded ' || n, 'everywhere', (ARRAY['critical', 'high', 'low'])[1 + n % 3], n % 3,
           'other', 'test', n::text, '', '', false, timestamptz '2026-01-01T00:00:00Z' + sqrt(n::float) * interval '90 minutes'
      FROM generate_series(1, ${COUNT}) AS n RETURNING seq, id, title)
  INSERT INTO incident_texts SELECT seq, lower(id || title) || ' everywhere' FROM added`

const test = sharing(async (t) => {
  service = await startTestService(t, {
    environment: { DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' },
  })
  database = openRecords(t, service.databaseUrl)
  await database.query(SEED)
  await foldCounts(database)
})

async function expected(where: string, order = 'created_at DESC, seq DESC'): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM incidents ${where} ORDER BY ${order}`)
  return rows.map(({ id }) => id)
}

test('a page far behind begins exactly where the one before it ends, with and without filters', async () => {
  const lists: [query: string, where: string, order?: string][] = [
    ['', ''],
    ['&sort=oldest', '', 'created_at, seq'],
    ['&sort=severity', '', 'severity_rank, created_at, seq'],
    ['&open=true&sort=severity', '', 'severity_rank, created_at, seq'],
    ['&severity=high,low', `WHERE severity IN ('high', 'low')`],
    ['&severity=high,low&open=true&sort=oldest', `WHERE severity IN ('high', 'low')`, 'created_at, seq'],
    ['&status=pending', ''],
    ['&severity=high', `WHERE severity = 'high'`],
    ['&start_date=2026-01-03', `WHERE created_at >= '2026-01-03T00:00:00Z'`],
    [
      '&start_date=2026-01-02T10:00:00Z&end_date=2026-01-06T03:00:00Z',
      `WHERE created_at BETWEEN '2026-01-02T10:00:00Z' AND '2026-01-06T03:00:00Z'`,
    ],
  ]
  for (const [query, where, order] of lists) {
    const all = await expected(where, order)
    for (const first of [4_900, 5_000, 5_100, 7_700, all.length - 50, all.length, all.length + 100].filter(
      (at) => at >= 0,
    )) {
      const page = Math.floor(first / 100) + 1
      const { body } = await service.get(`/api/incidents?page_size=100&page=${page}${query}`)
      assert.equal(body.data.total, all.length, query)
      const ids = body.data.items.map(({ id }: { id: string }) => id)
      assert.deepEqual(ids, all.slice((page - 1) * 100, page * 100), `${query} page ${page}`)
    }
  }
})

test('a word that is in more than ten thousand incidents says so, and a rare one is counted exactly', async () => {
  const find = async (query: string) => (await service.get(`/api/incidents?${query}`)).body.data
  const common = await find('search=EveryWhere&page_size=3')
  assert.deepEqual([common.total, common.total_is_capped, common.total_pages], [10_000, true, 3_334])
  const all = await expected('')
  assert.deepEqual(
    common.items.map(({ id }: { id: string }) => id),
    all.slice(0, 3),
  )
  const last = await find('search=everywhere&page_size=100&page=120')
  assert.deepEqual(
    last.items.map(({ id }: { id: string }) => id),
    all.slice(11_900, 12_000),
  )
  const rare = await find('search=seeded%201199')
  assert.deepEqual([rare.total, rare.total_is_capped], [11, undefined])
})
