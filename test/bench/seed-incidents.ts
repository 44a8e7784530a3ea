/**
 * A million incidents over 400 days in a minute or two: as superuser, past the triggers, with every table the lists read
 * left as the service itself would have left it. Indexes are dropped first and made again in one go afterwards.
 */
import { openSql } from '../world/sql.ts'

type Sql = Awaited<ReturnType<typeof openSql>>

export const SEEDED = 1_000_000
const READ_BY_LISTS = [
  'incidents',
  'incident_texts',
  'incident_marks',
  'incident_counts',
  'incident_quarter_counts',
  'incident_totals',
]
/** In every 50,000th incident. */
export const RARE_WORD = 'zygomorphic'

export async function seedIncidents(adminUrl: string): Promise<void> {
  const sql = await openSql(adminUrl)
  try {
    // No triggers, no foreign keys: what they would have done is done below.
    await sql.query('SET session_replication_role = replica')
    await sql.query(`SET maintenance_work_mem = '1GB'`)
    const indexes = await dropIndexes(sql)
    await sql.query(INCIDENTS, [SEEDED, RARE_WORD])
    await sql.query(TEXTS)
    await sql.query(MARKS)
    await sql.query(COUNTS)
    await sql.query(QUARTERS)
    await sql.query(TOTALS)
    for (const index of indexes) await sql.query(index)
    for (const table of READ_BY_LISTS) await sql.query(`VACUUM (ANALYZE) ${table}`)
    await sql.query('CHECKPOINT')
  } finally {
    await sql.end()
  }
}

/** Those that no constraint needs. */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid IN ('incidents'::regclass, 'incident_texts'::regclass, 'incident_marks'::regclass)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  for (const { name } of rows) await sql.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Oldest first, 2,500 a day. Most are closed, and those of the last hours are not. */
const INCIDENTS = `
  WITH numbered AS (
    SELECT number, firebreak_now() - make_interval(secs => ($1::int - number) * (400 * 86400.0 / $1::int)) AS at,
           (number * 7919::bigint % 1000) AS chance, (number * 104729::bigint % 997) AS other
      FROM generate_series(1, $1::int) AS number),
  shaped AS (
    SELECT *, (at AT TIME ZONE 'UTC')::date AS day,
           CASE WHEN number > $1::int - 500 THEN (ARRAY['pending','diagnosing','awaiting_approval','executing','verifying'])[1 + chance % 5]
                WHEN chance < 780 THEN 'resolved' WHEN chance < 900 THEN 'ignored' WHEN chance < 960 THEN 'escalated' ELSE 'expired' END AS status,
           1 + CASE WHEN other < 50 THEN 0 WHEN other < 200 THEN 1 WHEN other < 500 THEN 2 WHEN other < 800 THEN 3 WHEN other < 950 THEN 4 ELSE 5 END AS rank
      FROM numbered)
  INSERT INTO incidents (id, title, description, status, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at, updated_at, closed_at)
  SELECT 'INC-' || to_char(day, 'YYYYMMDD') || '-' || lpad(rank_of_day::text, greatest(3, length(rank_of_day::text)), '0'),
         'Pod ' || (ARRAY['payments','checkout','search','ledger','gateway','mailer','catalogue'])[1 + other % 7] || '-' || to_hex(number) || ' restarts again and again',
         'The container ended with exit code 137 after ' || chance || ' s in namespace shop-' || other || ', node worker-' || number % 113
           || ': CrashLoopBackOff, memory limit ' || 64 * (1 + chance % 16) || ' MiB reached; requests to /api/v' || other % 9 || ' fail'
           || CASE WHEN number % 50000 = 0 THEN ' ' || $2::text ELSE '' END || '.',
         status, (ARRAY['critical','high','medium','warning','low','info'])[rank], rank - 1,
         (ARRAY['kubernetes','database','middleware','network','application','host','cloud','other'])[1 + number % 8],
         'alertmanager', md5(number::text), '', '', true, at, at + interval '20 minutes',
         CASE WHEN status IN ('resolved','ignored','expired') THEN at + interval '20 minutes' END
    FROM (SELECT *, row_number() OVER (PARTITION BY day ORDER BY number) AS rank_of_day FROM shaped) AS counted
   ORDER BY number`

const TEXTS = `
  INSERT INTO incident_texts (seq, text)
  SELECT seq, lower(concat_ws(E'\\n', id, title, description, '')) FROM incidents ORDER BY seq`

/** A service has a seventh of them, a label a thousandth. */
const MARKS = `
  INSERT INTO incident_marks (seq, marks)
  SELECT seq, ARRAY['source ' || source, 'service ' || split_part(split_part(title, ' ', 2), '-', 1),
                    'label shop=' || substring(description from 'namespace (shop-[0-9]+)')]
    FROM incidents ORDER BY seq`

const COUNTS = `
  INSERT INTO incident_counts (day, status, severity, count)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, count(*) FROM incidents GROUP BY 1, 2, 3`

const QUARTERS = `
  INSERT INTO incident_quarter_counts (quarter, severity, count)
  SELECT quarter_hour_of(created_at), severity, count(*) FROM incidents GROUP BY 1, 2`

const TOTALS = `
  INSERT INTO incident_totals (status, severity, count)
  SELECT status, severity, sum(count) FROM incident_counts GROUP BY 1, 2`
