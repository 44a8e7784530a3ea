import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { DATABASE, limitOf } from './parameter.ts'
import { openReader, type Reader, type Settings } from './reader.ts'
import { SESSION_COLUMNS, type Session, secondsSince, whatIsHidden } from './session.ts'

/** Only these take the slots that max_connections counts. The type is hidden from a login that may not see it. */
const CLIENTS = `coalesce(a.backend_type, 'client backend') = 'client backend'`

const STATES = `SELECT coalesce(a.state, 'unknown') AS state, count(*)::int AS sessions,
    count(*) FILTER (WHERE a.wait_event_type = 'Lock')::int AS waiting_for_locks
  FROM pg_stat_activity a WHERE ${CLIENTS} GROUP BY 1 ORDER BY 2 DESC`

const GROUPS = `SELECT a.application_name, a.client_addr, a.usename, a.datname, a.state, count(*)::int AS sessions,
    min(a.state_change) AS oldest_state_change, ${secondsSince('min(a.state_change)')} AS oldest_state_seconds,
    count(*) FILTER (WHERE a.state_change < clock_timestamp() - interval '5 minutes')::int AS unchanged_for_5_minutes,
    min(a.backend_start) AS oldest_backend_start, min(a.xact_start) AS oldest_xact_start
  FROM pg_stat_activity a WHERE ${CLIENTS} GROUP BY 1, 2, 3, 4, 5 ORDER BY count(*) DESC, 1, 2 LIMIT $1`

/** Whole, however many addresses an application comes from: the groups above are cut. */
const APPLICATIONS = `SELECT a.application_name, a.usename, count(*)::int AS sessions,
    count(*) FILTER (WHERE a.state = 'active')::int AS active, count(DISTINCT a.client_addr)::int AS client_addresses,
    min(a.backend_start) AS oldest_backend_start
  FROM pg_stat_activity a WHERE ${CLIENTS} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 10`

/** Such a session holds its locks and pins old row versions while it does nothing. */
const IDLE_IN_TRANSACTION = `SELECT ${SESSION_COLUMNS}, age(a.backend_xmin) AS backend_xmin_age FROM pg_stat_activity a
  WHERE a.state LIKE 'idle in transaction%' ORDER BY a.xact_start NULLS LAST LIMIT $1`

const LONGEST = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a
  WHERE ${CLIENTS} AND a.state = 'active' AND a.pid <> pg_backend_pid() ORDER BY a.xact_start NULLS LAST LIMIT $1`

const SETTINGS = [
  'max_connections',
  'superuser_reserved_connections',
  'reserved_connections',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
]

export default {
  name: 'active_connections',
  description:
    'The connections of a PostgreSQL server: how full it is against max_connections less the reserved ones, sessions by application, and grouped by client address and state ' +
    'with the oldest state change (a pool leak shows as many old idle sessions from one address), sessions idle in transaction, and the longest transactions. ' +
    'Use it for "too many connections", pool exhaustion, or a connection-count alert.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: { database: DATABASE, limit: limitOf('groups or sessions of each kind', 20) },
  },
  run: ({ database, limit }, tools) => {
    // Where none was named the first was looked at; whoever asked may have meant one of the others.
    const others = database === undefined ? tools.databases.names().slice(1) : []
    const host = tools.databases.hostOf(database)
    const place = { ...(host !== undefined && { host }), ...(others.length > 0 && { others_looked_after: others }) }
    return answer(() => look(openReader(tools, database), limit, place))
  },
} satisfies DiagnosticPlugin<{ database?: string; limit: number }>

type SessionGroup = Pick<Session, 'application_name' | 'client_addr' | 'usename' | 'datname' | 'state'> & {
  sessions: number
  oldest_state_change: string | null
  oldest_state_seconds: number | null
  /** Of a pool in use few are; of one that leaks nearly all. */
  unchanged_for_5_minutes: number
  oldest_backend_start: string | null
  oldest_xact_start: string | null
}

type Application = Pick<Session, 'application_name' | 'usename'> & {
  sessions: number
  active: number
  client_addresses: number
  oldest_backend_start: string | null
}

type StateCount = { state: string; sessions: number; waiting_for_locks: number }

/** The host by which others may call the server, as its address says; and what else is looked after. */
type Place = { host?: string; others_looked_after?: readonly string[] }

async function look(reader: Reader, limit: number, place: Place) {
  const settings = await reader.settings(SETTINGS)
  const states = await reader.rows<StateCount>(STATES)
  const groups = await reader.rows<SessionGroup>(GROUPS, [limit])
  const applications = await reader.rows<Application>(APPLICATIONS)
  const idle = await reader.rows<Session & { backend_xmin_age: number | null }>(IDLE_IN_TRANSACTION, [limit])
  const longest = await reader.rows<Session>(LONGEST, [Math.min(limit, 10)])
  const fill = fillOf(states, settings)
  const data = {
    database: reader.database,
    ...place,
    ...fill,
    waiting_for_locks: sum(states.map(({ waiting_for_locks }) => waiting_for_locks)),
    by_state: Object.fromEntries(states.map(({ state, sessions }) => [state, sessions])),
    by_application: applications,
    groups,
    idle_in_transaction: idle,
    longest_transactions: longest,
    settings,
  }
  return { success: true, data, message: sentenceOf(fill, states) + whatIsHidden([...idle, ...longest]) }
}

/** What ordinary roles can have; the rest is kept for superusers and, from PostgreSQL 16 on, for pg_use_reserved_connections. */
function fillOf(states: readonly StateCount[], settings: Settings) {
  const sessions = sum(states.map((state) => state.sessions))
  const max = Number(settings.max_connections ?? Number.NaN)
  const reserved = Number(settings.superuser_reserved_connections ?? 0) + Number(settings.reserved_connections ?? 0)
  const usable = Number.isNaN(max) ? null : max - reserved
  return {
    sessions,
    usable_connections: usable,
    saturation: usable ? Math.round((sessions / usable) * 1000) / 1000 : null,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function sentenceOf(
  { sessions, usable_connections, saturation }: ReturnType<typeof fillOf>,
  states: readonly StateCount[],
): string {
  const share = saturation === null ? '' : ` (${Math.round(saturation * 100)} %)`
  const parts = states.map((state) => `${state.sessions} ${state.state}`).join(', ')
  return `${sessions} of ${usable_connections ?? 'an unknown number of'} usable connections are taken${share}: ${parts || 'none'}.`
}
