/** The alerts of an incident, read. There may be tens of thousands: nobody reads them all at once. */
import type { IncidentMember } from '../../story/incident/incident.ts'
import type { MemberPage } from '../../story/incident/incident-store.ts'
import type { Queryable } from './database.ts'
import { type MemberRow, readMember } from './incident-rows.ts'

/** Enough to tell who is concerned; the rest is counted. */
const MEMBERS_READ_MAX = 100

const PAGE = `
  SELECT key, state, severity, name, labels, annotations, starts_at, first_seen_at FROM incident_alerts
   WHERE incident_id = $1 ORDER BY state = 'firing' DESC, first_seen_at, key OFFSET $2 LIMIT $3`

/** Those that burn are chosen first; told are all in the order they came. */
export async function firstMembers(connection: Queryable, incidentId: string): Promise<IncidentMember[]> {
  const { rows } = await connection.query<MemberRow>(`SELECT * FROM (${PAGE}) AS first ORDER BY first_seen_at, key`, [
    incidentId,
    0,
    MEMBERS_READ_MAX,
  ])
  return rows.map(readMember)
}

export async function countMembers(connection: Queryable, incidentId: string) {
  const { rows } = await connection.query<{ firing: number; total: number }>(
    `SELECT count(*) FILTER (WHERE state = 'firing')::int AS firing, count(*)::int AS total
       FROM incident_alerts WHERE incident_id = $1`,
    [incidentId],
  )
  return rows[0] ?? { firing: 0, total: 0 }
}

export async function listMembers(
  database: Queryable,
  incidentId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<MemberPage> {
  const [{ total }, { rows }] = await Promise.all([
    countMembers(database, incidentId),
    database.query<MemberRow>(PAGE, [incidentId, offset, limit]),
  ])
  return { items: rows.map(readMember), total }
}
