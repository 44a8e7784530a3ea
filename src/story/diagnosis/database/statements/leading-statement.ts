/** The one statement that takes most of a server's work: by what runs now, or by the statistics. */

import type { Scene } from '../../scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { sameStatement, shapeOf, statementKind, tablesIn } from './sql-words.ts'
import { sum } from './statement-rise.ts'

type Running = SlowQueries['running'][number]
type Statement = NonNullable<SlowQueries['statements']>['by_total_time'][number]

export type Counted = {
  statement: Statement | undefined
  /** Its share of the time of all statements. */
  ofTime: number
}

export type Leader = Counted & {
  query: string
  /** How many run it now. */
  sessions: number
  /** Of so many that work at all. */
  ofAll: number
  /** Since when the longest of them runs it, in seconds. */
  longest: number
  /** What those that run it call themselves. */
  names: readonly string[]
  /** One of them, where one is shown. */
  first: Running | undefined
}

const SESSIONS_MIN = 3
const SHARE_MIN = 0.5
const CALLS_MIN = 10
const LONG_SECONDS = 10
const BUSY_SECONDS = 1
const SLOW_MEAN_MS = 200

/** A busy processor makes seconds telling that on an idle server are none. */
export function leadingStatement(queries: SlowQueries, isServerBusy: boolean): Leader | undefined {
  return leadingNow(queries, isServerBusy) ?? leadingByTime(queries)
}

function leadingNow(queries: SlowQueries, isServerBusy: boolean): Leader | undefined {
  const working = queries.running.filter(isWorking)
  const groups = [...Map.groupBy(working, ({ query }) => shapeOf(query)).values()]
  const [largest] = groups.sort((one, other) => other.length - one.length)
  const [first] = largest ?? []
  if (!largest || !first || largest.length < SESSIONS_MIN || largest.length < SHARE_MIN * working.length)
    return undefined
  const { statement, ofTime } = countedOf(first.query, queries)
  // What it takes on average, where that is known, weighs more than one moment; of a busy server many quick calls take as much.
  const isHeavy = statement
    ? statement.mean_exec_time >= SLOW_MEAN_MS || (isServerBusy && ofTime >= SHARE_MIN)
    : areLong(largest, isServerBusy ? BUSY_SECONDS : LONG_SECONDS)
  return isHeavy && isOfData(first.query)
    ? { query: first.query, ...runningNow(queries, first.query), statement, ofTime }
    : undefined
}

function leadingByTime(queries: SlowQueries): Leader | undefined {
  const [statement] = queries.statements?.by_total_time ?? []
  if (!statement || statement.calls < CALLS_MIN || statement.mean_exec_time < SLOW_MEAN_MS) return undefined
  const { ofTime } = countedOf(statement.query, queries)
  return ofTime >= SHARE_MIN && isOfData(statement.query)
    ? { query: statement.query, ...runningNow(queries, statement.query), statement, ofTime }
    : undefined
}

/** Counted over all that run; the list shows only some of them. */
function runningNow(
  queries: Omit<SlowQueries, 'running_alike' | 'working_total'> & Partial<SlowQueries>,
  query: string,
): Pick<Leader, 'sessions' | 'ofAll' | 'longest' | 'names' | 'first'> {
  const isIt = sameStatement(query)
  const working = queries.running.filter(isWorking)
  const shown = working.filter(isIt)
  const alike = (queries.running_alike ?? []).filter(isIt)
  const seconds = [
    ...shown.map(({ query_seconds }) => query_seconds ?? 0),
    ...alike.map(({ longest_seconds }) => longest_seconds),
  ]
  return {
    sessions: Math.max(shown.length, sum(alike.map(({ sessions }) => sessions))),
    ofAll: Math.max(working.length, queries.working_total ?? 0),
    longest: Math.max(0, ...seconds),
    names: [...new Set([...alike, ...shown].flatMap((one) => one.application_name || one.usename || []))],
    first: shown[0],
  }
}

export function isWorking({ backend_type, wait_event_type }: Running): boolean {
  return backend_type === 'client backend' && wait_event_type !== 'Lock' && wait_event_type !== 'Client'
}

function areLong(sessions: readonly Running[], longSeconds: number): boolean {
  return sessions.filter(({ query_seconds }) => (query_seconds ?? 0) >= longSeconds).length >= SESSIONS_MIN
}

function isOfData(query: string): boolean {
  return ['read', 'write'].includes(statementKind(query))
}

/** What the statistics tell of a statement, where they know it. */
export function countedOf(query: string, { statements }: Pick<SlowQueries, 'statements'>): Counted {
  const counted = statements?.by_total_time ?? []
  const statement = counted.find(sameStatement(query))
  const total = sum(counted.map(({ total_exec_time }) => total_exec_time))
  return { statement, ofTime: statement && total > 0 ? statement.total_exec_time / total : 0 }
}

// Whether a statement is new, as its counts tell beside those of others and beside the time there was.

const TIMES_THE_CALLS = 100
/** There may have been more a while ago than work right now. */
const TIMES_THE_SESSIONS = 3

/** One on the same table that was called so often that the other must have come later. */
export function elderSibling({ query, statement }: Leader, { queries }: DatabaseScene): Statement | undefined {
  const tables = tablesIn(query)
  if (!statement) return undefined
  return (queries?.thing.statements?.by_total_time ?? []).find(
    (one) =>
      shapeOf(one.query) !== shapeOf(query) &&
      one.calls >= TIMES_THE_CALLS * statement.calls &&
      tablesIn(one.query).some((table) => tables.includes(table)),
  )
}

/** More calls than sessions, all at it without a pause, could have made since: it was there before. */
export function isOlderThan({ statement, ofAll }: Leader, since: Date, { now, database }: Scene): boolean {
  const connections = database?.connections?.thing
  const all = connections?.usable_connections ?? connections?.sessions ?? 100
  const most = ofAll > 0 ? Math.min(all, TIMES_THE_SESSIONS * ofAll) : all
  const seconds = (now.getTime() - since.getTime()) / 1000
  return statement !== undefined && statement.total_exec_time / 1000 > seconds * most
}
