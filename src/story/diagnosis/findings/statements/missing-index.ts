/** A statement is called often and reads a large table whole each time: an index is missing. */
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { lasting, quotedQuery } from '../../database/session-words.ts'
import { pickedBy, shapeOf, statementKind, tablesIn } from '../../database/statements/sql-words.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const LARGE_ROWS = 10_000
const SCANS_MIN = 100
/** A scan that reads less was stopped early, by a LIMIT for example; a table that has grown lowers the mean. */
const WHOLE_SHARE = 0.2
/** Mean in milliseconds; below it nobody feels one call. */
const SLOW_MEAN_MS = 50
const CALLS_MIN = 100
const ALIKE_MIN = 3
/** Where dead rows abound, they are why a scan is slow. */
const DEAD_SHARE_MAX = 0.2

type Scanned = SlowQueries['most_scanned_tables'][number]
/** A statement that is slow each time, and where that was seen. */
type Slow = { query: string; often: string; fields: readonly (readonly [string, number])[]; isCounted: boolean }

export const missingIndex: Analyzer = ({ database }) => {
  const { queries } = database ?? {}
  if (!database || !queries) return []
  const tables = queries.thing.most_scanned_tables.filter(isReadWhole)
  for (const slow of slowStatements(queries.thing)) {
    const table = tables.find(({ relname }) => tablesIn(slow.query).includes(relname))
    const columns = table ? pickedBy(slow.query, table.relname) : []
    // Whoever asks for all rows needs no index.
    if (table && columns.length > 0) return [findingOf({ slow, table, columns }, database)]
  }
  return []
}

/** An index on another column may be in use all the while: what counts is that whole scans are many and long. */
function isReadWhole({ seq_scan, seq_tup_read, n_live_tup, n_dead_tup }: Scanned): boolean {
  const isWhole = seq_scan >= SCANS_MIN && seq_tup_read / seq_scan >= WHOLE_SHARE * n_live_tup
  return n_live_tup >= LARGE_ROWS && isWhole && n_dead_tup < DEAD_SHARE_MAX * (n_live_tup + n_dead_tup)
}

/** From the statistics where the server keeps them, else from what several sessions run at this moment. */
function slowStatements({ statements, running }: SlowQueries): Slow[] {
  const isOfData = ({ query }: { query: string }) => ['read', 'write'].includes(statementKind(query))
  if (statements)
    return statements.by_total_time
      .filter((one) => isOfData(one) && one.calls >= CALLS_MIN && one.mean_exec_time >= SLOW_MEAN_MS)
      .map(({ query, calls, mean_exec_time }) => ({
        query,
        often: `was called ${calls} times at ${mean_exec_time} ms on average`,
        fields: [
          ['calls', calls],
          ['mean_exec_time', mean_exec_time],
        ],
        isCounted: true,
      }))
  const alike = [...Map.groupBy(running.filter(isOfData), ({ query }) => shapeOf(query)).values()]
  return alike
    .filter((group) => group.length >= ALIKE_MIN)
    .flatMap(([first, ...others]) => (first ? [runNow(first, others.length + 1)] : []))
}

function runNow({ query, pid, query_seconds }: SlowQueries['running'][number], sessions: number): Slow {
  const often = `is run by ${sessions} sessions at once, the longest for ${lasting(query_seconds)}`
  return { query, often, fields: [['pid', pid]], isCounted: false }
}

type Found = { slow: Slow; table: Scanned; columns: readonly string[] }

function findingOf({ slow, table, columns }: Found, database: DatabaseScene): Finding {
  const exhibit = database.queries?.exhibit
  if (exhibit === undefined) throw new Error('A missing index is read from the queries.')
  const name = `${table.schemaname}.${table.relname}`
  return fault({
    kind: 'missing_index',
    statement: `${name} has no index on column ${columns.join(', ')}: ${quotedQuery(slow.query)} ${slow.often}, and the table of ${table.n_live_tup} rows was read whole by ${table.seq_scan} sequential scans (seq_scan ${table.seq_scan}, idx_scan ${table.idx_scan}). Few of its rows are dead (${table.n_dead_tup}), so vacuum would not help.`,
    evidence: [
      citeField(exhibit, 'relname', table.relname),
      citeField(exhibit, 'seq_scan', table.seq_scan),
      slow.fields.map(([field, value]) => citeField(exhibit, field, value)),
    ],
    confidence: slow.isCounted && table.idx_scan < table.seq_scan ? 0.85 : 0.7,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['slow', 'cpu']),
    explains: ['costly_statement'],
    noActionReason: 'An index is a change of the schema, which a person makes.',
    suggestions: [
      `CREATE INDEX CONCURRENTLY ON ${name} (${columns
        .slice(0, 2)
        .map((column) => asCompared(column, slow.query))
        .join(', ')}), after checking the plan with EXPLAIN.`,
    ],
  })
}

const NO_FUNCTIONS = /^(count|sum|min|max|avg|in|any|all|some|exists|and|or|not|where|on|values|distinct|array_agg)$/i

/** An index on the plain column is not used where the statement compares what a function makes of it. */
function asCompared(column: string, query: string): string {
  const own = `(?:"?\\w+"?\\.)?"?${column.replace(/[^\w]/g, '.')}"?`
  const [, name = ''] = new RegExp(`\\b([a-z_]\\w*)\\s*\\(\\s*${own}\\s*\\)`, 'i').exec(query) ?? []
  if (name !== '' && !NO_FUNCTIONS.test(name)) return `${name}(${column})`
  const [, type] = new RegExp(`${own}\\s*::\\s*(\\w+)`, 'i').exec(query) ?? []
  return type === undefined ? column : `(${column}::${type})`
}
