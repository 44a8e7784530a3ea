/** A costly statement whose tables the planner knows no more: most rows came after the last ANALYZE, so it plans for another table. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { isServerBusy } from '../../database/server/host-load.ts'
import type { LoggedLine } from '../../database/server/log-lines.ts'
import { clockTime, lasting, percent, quotedQuery } from '../../database/session-words.ts'
import { leadingStatement } from '../../database/statements/leading-statement.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import { vacuumStep } from '../../database/storage/dead-rows.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

type Table = TableBloat['tables'][number]
type Stale = { table: Table; exhibit: Exhibit; query: string }

/** Autovacuum analyzes at a tenth; where so much more has changed, nobody has. */
const CHANGED_SHARE = 0.3
const CHANGED_ROWS = 50_000

export const staleStatistics: Analyzer = (scene) => {
  const { database } = scene
  const stale = database && staleTable(database)
  return database && stale ? [findingOf(stale, database, scene)] : []
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

function findingOf({ table, exhibit, query }: Stale, database: DatabaseScene, { now }: Scene): Finding {
  const name = `${table.schemaname}.${table.relname}`
  const changed = table.n_mod_since_analyze ?? 0
  const plan = misjudgedPlan(database.lines, table.relname)
  const off = switchedOff(table, database)
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
    ...vacuumStep(
      table,
      database,
      `VACUUM (ANALYZE) renews the planner's figures of ${name} while reads and writes go on.`,
    ),
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
