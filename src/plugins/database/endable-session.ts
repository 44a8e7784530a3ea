/** Which sessions may be ended at all: those of clients that are not ours. */
import type { Tools } from '../plugin.ts'
import { openReader } from './reader.ts'
import { SESSION_COLUMNS, type Session } from './session.ts'

export type Ending = { pid: number; database?: string }

/** One whose beginning we are allowed to see. */
export type EndableSession = Session & { backend_start: string }

/** Backends that others depend on, or that are our own hands, are nobody's to end. */
export const ENDABLE = `a.backend_type = 'client backend' AND coalesce(a.application_name, '') NOT LIKE 'firebreak%' AND a.pid <> pg_backend_pid()`

export const BLOCKS_SOMEBODY = `EXISTS (SELECT FROM pg_stat_activity w
  WHERE (w.wait_event_type = 'Lock' OR w.pid IN (SELECT l.pid FROM pg_locks l WHERE NOT l.granted))
    AND a.pid = ANY (pg_blocking_pids(w.pid)))`

export async function blocksSomebody(tools: Tools, { pid, database }: Ending): Promise<boolean> {
  const sql = `SELECT a.pid FROM pg_stat_activity a WHERE a.pid = $1 AND ${BLOCKS_SOMEBODY}`
  return (await openReader(tools, database).rows(sql, [pid])).length > 0
}

export async function readSession(tools: Tools, { pid, database }: Ending): Promise<Session | undefined> {
  const sql = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a WHERE a.pid = $1`
  return (await openReader(tools, database).rows<Session>(sql, [pid]))[0]
}

/** Throws with a sentence where the session is not there or must not be ended. */
export async function findEndable(tools: Tools, ending: Ending): Promise<EndableSession> {
  const session = await readSession(tools, ending)
  if (session === undefined) throw new Error(`There is no session with pid ${ending.pid}; it may have ended already.`)
  const reason = whyProtected(session)
  if (reason !== undefined) throw new Error(reason)
  return session as EndableSession
}

export function whyProtected(session: Session): string | undefined {
  const { pid, leader_pid, backend_type, backend_start, application_name } = session
  if (application_name?.startsWith('firebreak')) return `Session ${pid} is our own (${application_name}).`
  if (backend_type === null || backend_start === null)
    return `What session ${pid} is, our login may not see; grant it pg_read_all_stats (or pg_monitor).`
  if (leader_pid !== null && leader_pid !== pid)
    return `Session ${pid} is a parallel worker of ${leader_pid}; end the leader.`
  if (backend_type !== 'client backend')
    return `Process ${pid} is a ${backend_type}; only sessions of clients are ended.`
  return undefined
}
