/** One statement, run by many sessions, takes most of the server's work: load that an application makes, not a session to end. */
import { told, weightFor } from '../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../database/database-scene.ts'
import { shapeOf, statementKind } from '../database/sql-words.ts'
import { lasting, percent, quotedQuery } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'

const SESSIONS_MIN = 3
const SHARE_MIN = 0.5
const LONG_SECONDS = 5
const SLOW_MEAN_MS = 200

type Running = SlowQueries['running'][number]
type Statement = NonNullable<SlowQueries['statements']>['by_total_time'][number]
type Leader = {
  query: string
  sessions: readonly Running[]
  ofAll: number
  statement: Statement | undefined
  ofTime: number
}

export const costlyStatement: Analyzer = ({ database }) => {
  const { queries } = database ?? {}
  if (!database || !queries || !['cpu', 'slow', 'connections'].some((topic) => database.topics.has(topic as 'cpu')))
    return []
  const leader = leadingStatement(queries.thing)
  return leader ? [findingOf(leader, database)] : []
}

function leadingStatement({ running, statements }: SlowQueries): Leader | undefined {
  const working = running.filter(
    ({ backend_type, wait_event_type }) =>
      backend_type === 'client backend' && wait_event_type !== 'Lock' && wait_event_type !== 'Client',
  )
  const [largest] = [...Map.groupBy(working, ({ query }) => shapeOf(query)).values()].sort(
    (one, other) => other.length - one.length,
  )
  const [top] = statements?.by_total_time ?? []
  const total = (statements?.by_total_time ?? []).reduce((sum, { total_exec_time }) => sum + total_exec_time, 0)
  const isRead = (query: string) => ['read', 'write'].includes(statementKind(query))
  const isMany = largest !== undefined && largest.length >= SESSIONS_MIN && largest.length >= SHARE_MIN * working.length
  const same = (statements?.by_total_time ?? []).find(
    ({ query }) => largest && shapeOf(query) === shapeOf(largest[0]?.query ?? ''),
  )
  const isLong =
    (largest ?? []).filter(({ query_seconds }) => (query_seconds ?? 0) >= LONG_SECONDS).length >= SESSIONS_MIN
  // What it takes on average, where that is known, weighs more than one moment.
  const isSlow = same ? same.mean_exec_time >= SLOW_MEAN_MS : isLong
  if (largest && isMany && isRead(largest[0]?.query ?? '') && isSlow)
    return {
      query: largest[0]?.query ?? '',
      sessions: largest,
      ofAll: working.length,
      statement: same,
      ofTime: same ? same.total_exec_time / total : 0,
    }
  if (
    top &&
    top.mean_exec_time >= SLOW_MEAN_MS &&
    top.total_exec_time >= SHARE_MIN * total &&
    top.calls >= 10 &&
    isRead(top.query)
  )
    return {
      query: top.query,
      sessions: [],
      ofAll: working.length,
      statement: top,
      ofTime: top.total_exec_time / total,
    }
  return undefined
}

function findingOf({ query, sessions, ofAll, statement, ofTime }: Leader, database: DatabaseScene): Finding {
  const exhibit = database.queries?.exhibit
  if (exhibit === undefined) throw new Error('Statements are read from the queries.')
  const longest = Math.max(0, ...sessions.map(({ query_seconds }) => query_seconds ?? 0))
  const [first] = sessions
  const now = first
    ? `${sessions.length} of ${ofAll} working sessions run it now (${first.application_name || first.usename} and others alike), the longest for ${lasting(longest)}.`
    : ''
  const past = statement
    ? ` It was called ${statement.calls} times at ${statement.mean_exec_time} ms on average, ${percent(ofTime)} of the time of all statements.`
    : ''
  return told({
    kind: 'costly_statement',
    statement:
      `One statement takes most of the database's ${database.topics.has('cpu') ? 'CPU' : 'time'}: ${quotedQuery(query)}. ${now}${past}`.trim(),
    evidence: [
      ...(first ? [citeField(exhibit, 'pid', first.pid)] : []),
      ...(statement
        ? [citeField(exhibit, 'calls', statement.calls), citeField(exhibit, 'mean_exec_time', statement.mean_exec_time)]
        : []),
    ],
    confidence: first && statement ? 0.85 : 0.75,
    subject: { kind: 'Statement', name: shapeOf(query).slice(0, 60) },
    weight: weightFor(database, ['cpu', 'slow']),
    explains: ['connections_exhausted'],
    noActionReason:
      'Many sessions of an application run this statement; ending one of them would not help, and the next call brings it back.',
    suggestions: ['Look at its plan with EXPLAIN (ANALYZE, BUFFERS); cache its result or run it on a replica.'],
  })
}
