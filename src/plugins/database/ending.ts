/**
 * Ending a session, as kill_deadlock and terminate_query do it. A pid alone is not a name: the server gives it to another
 * session once the first is gone. So what was seen at the time of the plan is checked again in the very statement that ends it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Check, Intention, PastAct, RemediationResult, Tools } from '../plugin.ts'
import { BLOCKS_SOMEBODY, ENDABLE, type Ending, readSession, whyProtected } from './endable-session.ts'
import { countEnded, isGone } from './ended-session.ts'
import { openReader } from './reader.ts'
import { describeSession, type Session } from './session.ts'

/** What must still be true of the session. A blocker is bound to its transaction, a runaway to its query. */
export type Preconditions = {
  pid: number
  backend_start: string
  bound_to: 'xact_start' | 'query_start'
  started: string | null
  /** Only while others wait for it: a lock that was let go meanwhile needs no victim. */
  must_block: boolean
}

const IRREVOCABLE = {
  impossible:
    'A session that was ended does not come back: the server undoes its open transaction, and the client has to connect again.',
}

type Statement = { text: string; values: (number | string | null)[] }

export async function intentionOf(
  tools: Tools,
  ending: Ending,
  session: Session,
  preconditions: Preconditions,
): Promise<Intention> {
  const { text, values } = statementFor(preconditions, 'a.pid, pg_terminate_backend(a.pid) AS is_signalled')
  const { database } = openReader(tools, ending.database)
  const from = `${session.state}${sinceOf(preconditions, session.state)}: ${session.query}`
  return {
    effect: {
      targets: [{ system: 'database', kind: 'backend', name: `${database}/${ending.pid}` }],
      changes: [{ field: describeSession(session, session.datname), from, to: 'ended, its transaction undone' }],
      commands: [`${text} /* ${values.map((value, index) => `$${index + 1} = ${value}`).join(', ')} */`],
      risk: 'medium',
    },
    preconditions,
    witness: await countEnded(tools, ending, session.datname),
    rollback: IRREVOCABLE,
  }
}

function sinceOf({ bound_to, started }: Preconditions, state: string | null): string {
  if (started === null) return ''
  // The state speaks of a transaction already.
  if (bound_to === 'xact_start' && state?.startsWith('idle in transaction')) return `, begun ${started}`
  return bound_to === 'xact_start' ? ` in a transaction since ${started}` : ` since ${started}`
}

/** The same conditions whether we look or act. Of the plan only values go in; the column is one of the two written here. */
function statementFor(
  { pid, backend_start, bound_to, started, must_block }: Preconditions,
  columns: string,
): Statement {
  const column = bound_to === 'xact_start' ? 'a.xact_start' : 'a.query_start'
  const text = `SELECT ${columns} FROM pg_stat_activity a WHERE a.pid = $1 AND a.backend_start = $2::timestamptz
    AND ${column} IS NOT DISTINCT FROM $3::timestamptz AND ${ENDABLE}${must_block ? ` AND ${BLOCKS_SOMEBODY}` : ''}`
  return { text: text.replace(/\s+/g, ' '), values: [pid, backend_start, started] }
}

type Run = { preconditions: Readonly<Record<string, unknown>>; isDryRun: boolean }

export async function endSession(tools: Tools, ending: Ending, run: Run): Promise<RemediationResult> {
  const preconditions = run.preconditions as Preconditions
  if (preconditions.pid !== ending.pid) return { success: false, error: 'The plan does not say which session it saw.' }
  const before = await readSession(tools, ending)
  const result = run.isDryRun
    ? await rehearse(tools, ending, preconditions)
    : await terminate(tools, ending, preconditions)
  return { ...result, before, rollback: IRREVOCABLE }
}

async function rehearse(tools: Tools, ending: Ending, preconditions: Preconditions): Promise<RemediationResult> {
  const { text, values } = statementFor(preconditions, 'a.pid')
  const rows = await openReader(tools, ending.database).rows(text, values)
  if (rows.length === 0) return skipped(tools, ending, preconditions)
  return { success: true, message: `Session ${ending.pid} would be ended; nothing was done.` }
}

async function terminate(tools: Tools, ending: Ending, preconditions: Preconditions): Promise<RemediationResult> {
  const { signal } = tools
  const { text, values } = statementFor(preconditions, 'a.pid, pg_terminate_backend(a.pid) AS is_signalled')
  const { rows, notices } = await tools.databases.act<{ is_signalled: boolean }>(ending.database, text, values, {
    signal,
  })
  if (rows.length === 0) return skipped(tools, ending, preconditions)
  if (!rows[0]?.is_signalled)
    return { success: false, error: notices.join(' ') || 'The server did not take the signal.' }
  if (!(await hasGone(tools, ending, preconditions)))
    return { success: false, error: `Session ${ending.pid} was told to end and is still there.` }
  return { success: true, message: `Session ${ending.pid} was ended.`, after: { pid: ending.pid, is_gone: true } }
}

async function skipped(tools: Tools, ending: Ending, preconditions: Preconditions): Promise<RemediationResult> {
  const reason = whyNot(await readSession(tools, ending), preconditions)
  return { success: false, isSkipped: true, error: `${reason} Nothing was done.` }
}

function whyNot(session: Session | undefined, { pid, backend_start, bound_to, started }: Preconditions): string {
  if (session === undefined) return `Session ${pid} has ended by itself.`
  if (session.backend_start !== backend_start) return `Pid ${pid} now belongs to another session.`
  if (session[bound_to] !== started)
    return `Session ${pid} has moved on since the plan was made: ${bound_to} is ${session[bound_to]} now.`
  return whyProtected(session) ?? `Nobody waits for session ${pid} any more.`
}

const WAITING = `SELECT count(*)::int AS waiting FROM pg_stat_activity a WHERE a.wait_event_type = 'Lock'`

/** The session is gone and nobody waits for a lock any more. Short waits are a busy server's everyday life, so it is asked again. */
export async function checkEnded(tools: Tools, ending: Ending, past: PastAct): Promise<Check> {
  const compared = {
    before: `session ${ending.pid} was there`,
    basis: `pid ${ending.pid} with its backend_start in pg_stat_activity, and every session whose wait_event_type is Lock`,
    otherwise: 'Had it not worked: the same pid with the same backend_start, or sessions that wait for a lock.',
  }
  if (!(await isGone(tools, ending, past)))
    return { state: 'fails', text: `Session ${ending.pid} is still there.`, ...compared, after: 'still there' }
  const rows = await openReader(tools, ending.database).rows<{ waiting: number }>(WAITING)
  const waiting = rows[0]?.waiting ?? 0
  const after = `gone; ${waiting} sessions wait for a lock`
  return waiting === 0
    ? { state: 'holds', text: `Session ${ending.pid} is gone and nobody waits for a lock.`, ...compared, after }
    : {
        state: 'not_yet',
        text: `Session ${ending.pid} is gone; ${waiting} sessions still wait for a lock.`,
        ...compared,
        after,
      }
}

const POLL_MS = 100
const POLLS = 100

/** The signal is only a request: the session ends when it next looks, and undoes its work first. */
async function hasGone(tools: Tools, ending: Ending, preconditions: Preconditions): Promise<boolean> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    if (await isGone(tools, ending, { preconditions })) return true
    await delay(POLL_MS, undefined, { signal: tools.signal })
  }
  return false
}
