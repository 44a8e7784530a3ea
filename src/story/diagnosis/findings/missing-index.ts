/** A statement is called often and reads a large table whole each time: an index is missing. */
import { told, weightFor } from '../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../database/database-scene.ts'
import { pickedBy, statementKind, tablesIn } from '../database/sql-words.ts'
import { quotedQuery } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'

const LARGE_ROWS = 10_000
const SCANS_MIN = 100
/** A scan that reads less was stopped early, by a LIMIT for example; a table that has grown lowers the mean. */
const WHOLE_SHARE = 0.2
/** Mean in milliseconds; below it nobody feels one call. */
const SLOW_MEAN_MS = 50
const CALLS_MIN = 100
/** Where dead rows abound, they are why a scan is slow. */
const DEAD_SHARE_MAX = 0.2

type Statement = NonNullable<SlowQueries['statements']>['by_total_time'][number]
type Scanned = SlowQueries['most_scanned_tables'][number]

export const missingIndex: Analyzer = ({ database }) => {
  const { queries } = database ?? {}
  if (!database || !queries) return []
  const statements = queries.thing.statements?.by_total_time ?? []
  const tables = queries.thing.most_scanned_tables.filter(isReadWhole)
  for (const statement of statements.filter(isSlowAndFrequent)) {
    const table = tables.find(({ relname }) => tablesIn(statement.query).includes(relname))
    if (table) return [findingOf(statement, table, database)]
  }
  return []
}

/** An index on another column may be in use all the while: what counts is that whole scans are many and long. */
function isReadWhole({ seq_scan, seq_tup_read, n_live_tup, n_dead_tup }: Scanned): boolean {
  const rowsAScan = seq_tup_read / seq_scan
  const isWhole = seq_scan >= SCANS_MIN && rowsAScan >= WHOLE_SHARE * n_live_tup
  return n_live_tup >= LARGE_ROWS && isWhole && n_dead_tup < DEAD_SHARE_MAX * (n_live_tup + n_dead_tup)
}

function isSlowAndFrequent({ calls, mean_exec_time, query }: Statement): boolean {
  const kind = statementKind(query)
  return calls >= CALLS_MIN && mean_exec_time >= SLOW_MEAN_MS && (kind === 'read' || kind === 'write')
}

function findingOf(statement: Statement, table: Scanned, database: DatabaseScene): Finding {
  const exhibit = database.queries?.exhibit
  if (exhibit === undefined) throw new Error('A missing index is read from the queries.')
  const name = `${table.schemaname}.${table.relname}`
  const columns = pickedBy(statement.query, table.relname)
  const on = columns.length === 0 ? 'the columns it picks rows by' : `column ${columns.join(', ')}`
  return told({
    kind: 'missing_index',
    statement: `${name} has no index on ${on}: ${quotedQuery(statement.query)} was called ${statement.calls} times at ${statement.mean_exec_time} ms on average, and the table of ${table.n_live_tup} rows was read whole by ${table.seq_scan} sequential scans (seq_scan ${table.seq_scan}, idx_scan ${table.idx_scan}). Few of its rows are dead (${table.n_dead_tup}), so vacuum would not help.`,
    evidence: [
      citeField(exhibit, 'relname', table.relname),
      citeField(exhibit, 'seq_scan', table.seq_scan),
      citeField(exhibit, 'calls', statement.calls),
      citeField(exhibit, 'mean_exec_time', statement.mean_exec_time),
    ],
    confidence: columns.length > 0 && table.idx_scan < table.seq_scan ? 0.85 : 0.7,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['slow', 'cpu']),
    explains: ['costly_statement'],
    noActionReason: 'An index is a change of the schema, which a person makes.',
    suggestions: [
      `CREATE INDEX CONCURRENTLY ON ${name} (${columns.slice(0, 2).join(', ') || '…'}), after checking the plan with EXPLAIN.`,
    ],
  })
}
