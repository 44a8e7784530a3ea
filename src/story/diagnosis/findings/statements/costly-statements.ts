/**
 * Statements that take most of the server's work: as they are, for want of an index, or of figures the planner can
 * trust.
 */
import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries, TableBloat } from '../../database/database-scene.ts'
import { isServerBusy } from '../../database/server/host-load.ts'
import type { LoggedLine } from '../../database/server/log-lines.ts'
import { clockTime, lasting, percent, quotedQuery } from '../../database/session-words.ts'
import { type Leader, leadingStatement } from '../../database/statements/leading-statement.ts'
import { pickedBy, shapeOf, statementKind, tablesIn } from '../../database/statements/sql-words.ts'
import { vacuumStep } from '../../database/storage/dead-rows.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

export const costlyStatement: Analyzer = ({ database }) => {
  const { queries } = database ?? {}
  const isAsked = (['cpu', 'slow', 'connections'] as const).some((topic) => database?.topics.has(topic))
  if (!database || !queries || !isAsked) return []
  const leader = leadingStatement(queries.thing, isServerBusy(database))
  return leader ? [costly(leader, database, queries.exhibit)] : []
}

function costly(
  { query, sessions, ofAll, longest, names, first, statement, ofTime }: Leader,
  database: DatabaseScene,
  exhibit: Exhibit,
): Finding {
  const now = first
    ? `${sessions} of ${ofAll} working sessions run it now (${names.slice(0, 3).join(', ')}), the longest for ${lasting(longest)}.`
    : ''
  const past = statement
    ? ` It was called ${statement.calls} times at ${statement.mean_exec_time} ms on average, ${percent(ofTime)} of the time of all statements.`
    : ''
  return fault({
    kind: 'costly_statement',
    statement:
      `One statement takes most of the database's ${database.topics.has('cpu') ? 'CPU' : 'time'}: ${quotedQuery(query)}. ${now}${past}`.trim(),
    evidence: [
      first && citeField(exhibit, 'pid', first.pid),
      statement && [
        citeField(exhibit, 'calls', statement.calls),
        citeField(exhibit, 'mean_exec_time', statement.mean_exec_time),
      ],
    ],
    // What costs is seen; why it costs so much is not.
    confidence: first && statement ? 0.65 : 0.6,
    subject: { kind: 'Statement', name: shapeOf(query).slice(0, 60) },
    weight: weightFor(database, ['cpu', 'slow', 'memory']),
    explains: ['connections_exhausted'],
    noActionReason:
      'Many sessions of an application run this statement; ending one of them would not help, and the next call brings it back.',
    suggestions: ['Look at its plan with EXPLAIN (ANALYZE, BUFFERS); cache its result or run it on a replica.'],
  })
}

// A statement is called often and reads a large table whole each time: an index is missing.

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
type Slow = { query: string; often: string; fields: Readonly<Record<string, number>>; isCounted: boolean }

export const missingIndex: Analyzer = ({ database }) => {
  const { queries } = database ?? {}
  if (!database || !queries) return []
  const tables = queries.thing.most_scanned_tables.filter(isReadWhole)
  for (const slow of slowStatements(queries.thing)) {
    const table = tables.find(({ relname }) => tablesIn(slow.query).includes(relname))
    const columns = table ? pickedBy(slow.query, table.relname) : []
    // Whoever asks for all rows needs no index.
    if (table && columns.length > 0) return [unindexed({ slow, table, columns }, database, queries.exhibit)]
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
        fields: { calls, mean_exec_time },
        isCounted: true,
      }))
  const alike = [...Map.groupBy(running.filter(isOfData), ({ query }) => shapeOf(query)).values()]
  return alike
    .filter((group) => group.length >= ALIKE_MIN)
    .flatMap(([first, ...others]) => (first ? [runNow(first, others.length + 1)] : []))
}

function runNow({ query, pid, query_seconds }: SlowQueries['running'][number], sessions: number): Slow {
  const often = `is run by ${sessions} sessions at once, the longest for ${lasting(query_seconds)}`
  return { query, often, fields: { pid }, isCounted: false }
}

type Found = { slow: Slow; table: Scanned; columns: readonly string[] }

function unindexed({ slow, table, columns }: Found, database: DatabaseScene, exhibit: Exhibit): Finding {
  const name = `${table.schemaname}.${table.relname}`
  const compared = columns.slice(0, 2).map((column) => asCompared(column, slow.query))
  return fault({
    kind: 'missing_index',
    statement: `${name} has no index on column ${columns.join(', ')}: ${quotedQuery(slow.query)} ${slow.often}, and the table of ${table.n_live_tup} rows was read whole by ${table.seq_scan} sequential scans (seq_scan ${table.seq_scan}, idx_scan ${table.idx_scan}). Few of its rows are dead (${table.n_dead_tup}), so vacuum would not help.`,
    evidence: [
      citeField(exhibit, 'relname', table.relname),
      citeField(exhibit, 'seq_scan', table.seq_scan),
      Object.entries(slow.fields).map(([field, value]) => citeField(exhibit, field, value)),
    ],
    confidence: slow.isCounted && table.idx_scan < table.seq_scan ? 0.85 : 0.7,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['slow', 'cpu']),
    explains: ['costly_statement'],
    noActionReason: 'An index is a change of the schema, which a person makes.',
    suggestions: [
      `CREATE INDEX CONCURRENTLY ON ${name} (${compared.join(', ')}), after checking the plan with EXPLAIN.`,
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

// A costly statement whose tables the planner knows no more: most rows came after the last ANALYZE, so it plans for
// another table.

type Table = TableBloat['tables'][number]
type Stale = { table: Table; exhibit: Exhibit; query: string }

/** Autovacuum analyzes at a tenth; where so much more has changed, nobody has. */
const CHANGED_SHARE = 0.3
const CHANGED_ROWS = 50_000

export const staleStatistics: Analyzer = (scene) => {
  const { database } = scene
  const stale = database && staleTable(database)
  return database && stale ? [outOfDate(stale, database, scene)] : []
}

function staleTable(database: DatabaseScene): Stale | undefined {
  const { queries, bloat, statistics } = database
  if (!queries) return undefined
  const leader = leadingStatement(queries.thing, isServerBusy(database))
  if (!leader) return undefined
  const shown = [...statistics, ...(bloat ? [bloat] : [])]
  const named = tablesIn(leader.query)
  return shown
    .flatMap(({ thing, exhibit }) => thing.tables.map((table) => ({ table, exhibit, query: leader.query })))
    .filter(({ table }) => named.includes(table.relname) && isStale(table, database))
    .sort((one, other) => (other.table.n_mod_since_analyze ?? 0) - (one.table.n_mod_since_analyze ?? 0))[0]
}

/** Fewer may be enough, where they are those that are asked for: then a plan shows how far the planner is off. */
function isStale({ relname, n_mod_since_analyze, n_live_tup }: Table, { lines }: DatabaseScene): boolean {
  const changed = n_mod_since_analyze ?? 0
  if (changed < CHANGED_ROWS) return false
  return changed >= CHANGED_SHARE * n_live_tup || misjudgedPlan(lines, relname) !== undefined
}

function outOfDate({ table, exhibit, query }: Stale, database: DatabaseScene, { now }: Scene): Finding {
  const name = `${table.schemaname}.${table.relname}`
  const changed = table.n_mod_since_analyze ?? 0
  const plan = misjudgedPlan(database.lines, table.relname)
  const off = switchedOff(table, database)
  const why = `VACUUM (ANALYZE) renews the planner's figures of ${name} while reads and writes go on.`
  return fault({
    kind: 'stale_statistics',
    statement: `The planner's statistics of ${name} are out of date: ${changed} rows were modified since the last analyze (${percent(changed / Math.max(1, table.n_live_tup))} of ${table.n_live_tup} live rows; ${lastAnalyze(table, now)}).${off ? ` ${off.sentence}` : ''} So ${quotedQuery(query)}, which takes most of the time, is planned for a table that is no more.${plan ? ` ${plan.sentence}` : ''}`,
    evidence: [
      citeField(exhibit, 'relname', table.relname),
      citeField(exhibit, 'n_mod_since_analyze', changed),
      off && cite(exhibit, off.quote),
      plan && cite(plan.line.exhibit, plan.quote),
    ],
    confidence: plan ? 0.9 : off ? 0.85 : 0.75,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['slow', 'cpu', 'connections']),
    explains: ['costly_statement', 'missing_index', 'connections_exhausted', 'runaway_query'],
    ...vacuumStep(table, database, why),
    suggestions: [
      ...(off ? [off.advice] : []),
      'After loading or changing very many rows run ANALYZE at once; compare the plan before and after with EXPLAIN.',
    ],
  })
}

function lastAnalyze({ last_analyze, last_autoanalyze }: Table, now: Date): string {
  const last = [last_analyze, last_autoanalyze]
    .filter((at) => at !== null && at !== undefined)
    .sort()
    .at(-1)
  if (last === undefined) return 'it was never analyzed since statistics were reset'
  return `last analyzed ${lasting((now.getTime() - Date.parse(last)) / 1000)} ago, ${clockTime(last)}`
}

type SwitchedOff = { sentence: string; quote: string; advice: string }

/** Autovacuum analyzes too; where it is off nobody does. */
function switchedOff(
  { reloptions, schemaname, relname }: Table,
  { bloat, statistics }: DatabaseScene,
): SwitchedOff | undefined {
  const option = (reloptions ?? []).find((one) => /^autovacuum_enabled=(off|false|no|0)$/i.test(one))
  if (option !== undefined)
    return {
      sentence: `Autovacuum, which would analyze it, is switched off for this table (${option}).`,
      quote: option,
      advice: `Give ${schemaname}.${relname} its autovacuum back: ALTER TABLE ${schemaname}.${relname} RESET (autovacuum_enabled).`,
    }
  const settings = (statistics[0] ?? bloat)?.thing.settings
  if (settings?.autovacuum !== 'off') return undefined
  return {
    sentence: 'Autovacuum is switched off on this server (autovacuum = off).',
    quote: '"autovacuum":"off"',
    advice: 'Switch autovacuum on again.',
  }
}

// Plans that auto_explain wrote into the log: how many rows the planner expected, and how many came.

type Misjudged = { sentence: string; quote: string; line: Seen<LoggedLine> }

/** `Index Scan using i on shipments s  (cost=… rows=1 width=33) (actual time=… rows=1812331 loops=1)` */
const STEP =
  /(?:Scan|Join|Loop)[^\n(]*? on (?:\w+\.)?"?(\w+)"?[^\n(]*\(cost=[^)]*? rows=(\d+)[^)]*\)\s*\(actual[^)]*? rows=(\d+)(?:\.\d+)?[^)]*\)/g
const MISJUDGED_TIMES = 100

/** The step on this table that was misjudged worst, in the newest plan that shows one. */
function misjudgedPlan(lines: readonly Seen<LoggedLine>[], table: string): Misjudged | undefined {
  for (const line of lines.toReversed()) {
    const steps = [...line.thing.line.matchAll(STEP)].filter(([, name]) => name === table)
    const wrong = steps.find(([, , expected, actual]) => isWrong(Number(expected), Number(actual)))
    if (!wrong) continue
    const [quote, , expected, actual] = wrong
    const sentence = `auto_explain shows it: the planner expected ${expected} ${expected === '1' ? 'row' : 'rows'} of ${table}, and ${actual} came.`
    return { sentence, quote, line }
  }
  return undefined
}

function isWrong(expected: number, actual: number): boolean {
  return Math.max(expected, actual, 1) / Math.max(Math.min(expected, actual), 1) >= MISJUDGED_TIMES
}
