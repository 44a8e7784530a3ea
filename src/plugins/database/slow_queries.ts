import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { DATABASE, limitOf } from './parameter.ts'
import { readProgress } from './progress.ts'
import { openReader, type Reader } from './reader.ts'
import { SESSION_COLUMNS, type Session, whatIsHidden } from './session.ts'
import { readStatements } from './statement-statistics.ts'

const RUNNING = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a
  WHERE a.state = 'active' AND a.pid <> pg_backend_pid() AND coalesce(a.backend_type, '') <> 'walsender'
  ORDER BY a.query_start NULLS LAST LIMIT 500`

/** Large tables read whole again and again are where an index is missing. */
const SCANNED = `SELECT t.schemaname, t.relname, t.seq_scan, t.seq_tup_read, coalesce(t.idx_scan, 0) AS idx_scan,
    t.n_live_tup, t.n_dead_tup
  FROM pg_stat_user_tables t WHERE t.seq_scan > 0 ORDER BY t.seq_tup_read DESC NULLS LAST LIMIT 5`

/** What sorts and joins may keep in memory, where the rest goes onto the disk; and what forces a checkpoint. */
const SETTINGS = ['work_mem', 'maintenance_work_mem', 'temp_file_limit', 'max_wal_size', 'checkpoint_timeout']

export default {
  name: 'slow_queries',
  description:
    'What costs a PostgreSQL database its time: the queries running now, oldest first, with parallel workers under their leader and what they wait for; ' +
    'the costliest statements by time, by WAL and by temporary files written, from pg_stat_statements where it is installed; the tables most read without an index; how far vacuums, index builds, copies and base backups are. ' +
    'Use it for high database CPU or load, slow services, runaway reports, missing indexes.',
  category: 'diagnostic',
  parameters: { type: 'object', properties: { database: DATABASE, limit: limitOf('queries of each kind', 10) } },
  run: ({ database, limit }, tools) => answer(() => look(openReader(tools, database), limit)),
} satisfies DiagnosticPlugin<{ database?: string; limit: number }>

type ScannedTable = {
  schemaname: string
  relname: string
  seq_scan: number
  seq_tup_read: number
  idx_scan: number
  n_live_tup: number
  n_dead_tup: number
}

async function look(reader: Reader, limit: number) {
  const sessions = await reader.rows<Session>(RUNNING)
  const running = leadersOf(sessions)
  const statements = await readStatements(reader, limit)
  const scanned = await reader.rows<ScannedTable>(SCANNED)
  const data = {
    database: reader.database,
    ...statements,
    running: running.slice(0, limit),
    running_total: running.length,
    working_total: running.filter(isAtWork).length,
    running_alike: groupAlike(running.filter(isAtWork)),
    waits: countWaits(sessions),
    most_scanned_tables: scanned,
    progress: await readProgress(reader),
    settings: await reader.settings(SETTINGS),
  }
  return { success: true, data, message: sentenceOf(running, statements.source) + whatIsHidden(sessions) }
}

/** A parallel query is one query; ending a worker would only make the leader fail in a confusing way. */
function leadersOf(sessions: readonly Session[]) {
  const leaders = sessions.filter(({ leader_pid, pid }) => leader_pid === null || leader_pid === pid)
  const known = new Set(leaders.map(({ pid }) => pid))
  const orphans = sessions.filter(({ leader_pid }) => leader_pid !== null && !known.has(leader_pid))
  return [...leaders, ...orphans].map((session) => ({
    ...session,
    parallel_workers: sessions.filter(({ leader_pid, pid }) => leader_pid === session.pid && pid !== session.pid)
      .length,
  }))
}

const ALIKE_MAX = 5
const ADDRESSES_MAX = 20

/** Neither waiting for another nor for its client. */
function isAtWork({ backend_type, wait_event_type }: Session): boolean {
  return backend_type === 'client backend' && wait_event_type !== 'Lock' && wait_event_type !== 'Client'
}

/** Of all that work, not only of those shown: who runs the same statement, and from where. */
function groupAlike(running: readonly Session[]) {
  const groups = Map.groupBy(running, ({ query, application_name, usename }) =>
    JSON.stringify([withoutValues(query), application_name, usename]),
  )
  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, ALIKE_MAX)
    .map((alike) => ({
      query: alike[0]?.query ?? null,
      application_name: alike[0]?.application_name ?? null,
      usename: alike[0]?.usename ?? null,
      sessions: alike.length,
      longest_seconds: Math.max(0, ...alike.map(({ query_seconds }) => query_seconds ?? 0)),
      client_addresses: [...new Set(alike.flatMap(({ client_addr }) => client_addr ?? []))].slice(0, ADDRESSES_MAX),
    }))
}

function withoutValues(query: string | null): string {
  return (query ?? '')
    .replace(/'(?:[^']|'')*'|\$?\b\d[\w.]*\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
}

function countWaits(sessions: readonly Session[]) {
  const counts = new Map<string, number>()
  for (const { wait_event_type, wait_event } of sessions) {
    const name = wait_event_type === null ? 'none (running)' : `${wait_event_type}:${wait_event}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one))
}

function sentenceOf(running: readonly Session[], source: string): string {
  const [oldest] = running
  const now = oldest
    ? `${running.length} queries run now, the oldest (pid ${oldest.pid}) for ${oldest.query_seconds ?? 'an unknown number of'} s.`
    : 'No query runs now.'
  return `${now} Statements are taken from ${source}.`
}
