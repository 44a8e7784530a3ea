/** A session as pg_stat_activity shows it; every plugin of the family shows it with the same fields. */
export type Session = {
  pid: number
  leader_pid: number | null
  datname: string | null
  usename: string | null
  application_name: string | null
  client_addr: string | null
  backend_type: string | null
  state: string | null
  wait_event_type: string | null
  wait_event: string | null
  backend_start: string | null
  xact_start: string | null
  query_start: string | null
  state_change: string | null
  backend_xid: number | null
  backend_xmin: number | null
  /** Seconds since these instants on the server's own clock. */
  xact_seconds: number | null
  query_seconds: number | null
  state_seconds: number | null
  query: string
}

/** Long enough to recognise a statement and to name its tables. */
const QUERY_CHARACTERS = 600

export const SESSION_COLUMNS = `a.pid, a.leader_pid, a.datname, a.usename, a.application_name, a.client_addr, a.backend_type,
  a.state, a.wait_event_type, a.wait_event, a.backend_start, a.xact_start, a.query_start, a.state_change,
  a.backend_xid, a.backend_xmin, ${secondsSince('a.xact_start')} AS xact_seconds,
  ${secondsSince('a.query_start')} AS query_seconds, ${secondsSince('a.state_change')} AS state_seconds,
  coalesce(left(a.query, ${QUERY_CHARACTERS}), '') AS query`

/** Never negative: another session may have begun after our transaction did. Unknown stays unknown, which greatest() alone would make 0. */
export function secondsSince(column: string): string {
  return `CASE WHEN ${column} IS NOT NULL THEN round(greatest(extract(epoch FROM clock_timestamp() - ${column}), 0)::numeric, 1) END`
}

const HIDDEN = '<insufficient privilege>'

/** Rows of other roles come without content for a login that is not in pg_monitor; a result must not look complete then. */
export function whatIsHidden(sessions: readonly Pick<Session, 'query'>[]): string {
  const hidden = sessions.filter(({ query }) => query === HIDDEN).length
  return hidden === 0 ? '' : ` Not seen: what ${hidden} sessions of other roles do; grant pg_monitor to our login.`
}

/** With the database it works in, where that has to be said: one server has many. */
export function describeSession(session: Session, datname: string | null = null): string {
  const { pid, usename, application_name, client_addr } = session
  return `session ${pid}${datname === null ? '' : ` of database ${datname}`} (${[usename, application_name, client_addr ?? 'local'].filter(Boolean).join(', ')})`
}
