import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { growTree, measure, type Wait } from './blocking-tree.ts'
import { heldBy, type Lock, readLocks, wantedBy } from './held-locks.ts'
import { DATABASE, limitOf } from './parameter.ts'
import { openReader, type Reader } from './reader.ts'
import { describeSession, SESSION_COLUMNS, type Session, whatIsHidden } from './session.ts'

/** Where the database looked after is our own store, our sessions wait for each other now and then; that is no news. */
const NOT_OURS = `coalesce(a.application_name, '') NOT LIKE 'firebreak%'`

const WAITS = `SELECT a.pid, pg_blocking_pids(a.pid) AS blocked_by FROM pg_stat_activity a
  WHERE (a.wait_event_type = 'Lock' OR a.pid IN (SELECT l.pid FROM pg_locks l WHERE NOT l.granted)) AND ${NOT_OURS}
  LIMIT 2000`

const SESSIONS = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a WHERE a.pid = ANY($1)`

/** Deadlocks the server has already broken show only here. */
const DEADLOCKS = `SELECT s.datname, s.deadlocks, s.stats_reset FROM pg_stat_database s
  WHERE s.deadlocks > 0 ORDER BY s.deadlocks DESC LIMIT 10`

const PREPARED = 'SELECT p.gid, p.prepared, p.owner, p.database FROM pg_prepared_xacts p ORDER BY p.prepared LIMIT 10'

export default {
  name: 'lock_waits',
  description:
    'Who waits for locks in a PostgreSQL database, and whom they wait for in the end: the roots block others and wait for nobody, often idle in transaction; ' +
    'ending a root frees everyone behind it, ending a waiter frees nobody. Each with its query, times, client and locks. Also deadlocks counted so far. ' +
    'Use it when queries hang, time out, or pile up on one table.',
  category: 'diagnostic',
  parameters: { type: 'object', properties: { database: DATABASE, limit: limitOf('waiters', 20) } },
  run: ({ database, limit }, tools) => answer(() => look(openReader(tools, database), limit)),
} satisfies DiagnosticPlugin<{ database?: string; limit: number }>

async function look(reader: Reader, limit: number) {
  const waits = (await reader.rows<Wait>(WAITS)).filter(({ blocked_by }) => blocked_by.length > 0)
  const tree = growTree(waits)
  const pids = [...new Set(waits.flatMap(({ pid, blocked_by }) => [pid, ...blocked_by]))]
  const sessions = pids.length > 0 ? await reader.rows<Session>(SESSIONS, [pids]) : []
  const locks = pids.length > 0 ? await readLocks(reader, pids) : []
  const data = {
    database: reader.database,
    waiting: waits.length,
    roots: tree.roots.map((root) => ({ ...root, ...sessionOf(root.pid, sessions), holds: heldBy(root.pid, locks) })),
    cycles: tree.cycles,
    waiters: waits
      .map((wait) => describeWaiter(wait, sessions, locks))
      .sort(longestFirst)
      .slice(0, limit)
      .map((waiter) => ({ ...waiter, ...measure(waiter.pid, waits) })),
    deadlocks: await reader.rows<{ datname: string; deadlocks: number; stats_reset: string | null }>(DEADLOCKS),
    // A prepared transaction has no session: pg_blocking_pids calls it pid 0.
    ...(pids.includes(0) ? { prepared_transactions: await reader.rows(PREPARED) } : {}),
    ...(await reader.settings(['deadlock_timeout', 'lock_timeout'])),
  }
  return { success: true, data, message: sentenceOf(data, sessions) + whatIsHidden(sessions) }
}

function sessionOf(pid: number, sessions: readonly Session[]): Session | { gone: true } | { prepared: true } {
  if (pid === 0) return { prepared: true }
  return sessions.find((session) => session.pid === pid) ?? { gone: true }
}

function describeWaiter({ pid, blocked_by }: Wait, sessions: readonly Session[], locks: readonly Lock[]) {
  const wanted = wantedBy(pid, locks)
  const waits_for = wanted && { locktype: wanted.locktype, mode: wanted.mode, relation: wanted.relation }
  return { pid, blocked_by, waits_for, waitstart: wanted?.waitstart ?? null, ...sessionOf(pid, sessions) }
}

type Waiter = ReturnType<typeof describeWaiter>

function longestFirst(one: Waiter, other: Waiter): number {
  return secondsOf(other) - secondsOf(one)
}

function secondsOf(waiter: Waiter): number {
  return 'query_seconds' in waiter ? (waiter.query_seconds ?? 0) : 0
}

function sentenceOf(
  { waiting, roots, cycles }: { waiting: number; roots: { pid: number; waiters_in_all: number }[]; cycles: number[][] },
  sessions: readonly Session[],
): string {
  if (waiting === 0) return 'Nobody waits for a lock right now.'
  const described = roots.slice(0, 3).map(({ pid, waiters_in_all }) => {
    const session = sessions.find((one) => one.pid === pid)
    const who = session
      ? `${describeSession(session)}, ${session.state}`
      : pid === 0
        ? 'a prepared transaction'
        : `pid ${pid}`
    return `${who}, holds up ${waiters_in_all}`
  })
  const rings =
    cycles.length > 0 ? ` ${cycles.length} rings wait for each other; the server ends one of each by itself.` : ''
  return `${waiting} sessions wait for locks. At the root: ${described.join('; ') || 'nobody'}.${rings}`
}
