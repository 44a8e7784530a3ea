/** The alerts an incident stands for, each with its state. When the last one clears, the incident is over. */
import type { NamedMember } from '../../story/alert/plan-intake.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Connection } from './database.ts'
import { appendEvents } from './event-records.ts'
import { closeIncident } from './incident-moves.ts'

const ALERTS_NAMED_MAX = 20

export type NamedMembers = ReadonlyMap<string, NamedMember>

export function inOrder(members: NamedMembers): NamedMember[] {
  return [...members].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, named]) => named)
}

/** Marks alerts as cleared and closes the incidents that have none left. */
export async function clearMembers(connection: Connection, cleared: NamedMembers): Promise<void> {
  const over = inOrder(cleared)
  if (over.length === 0) return
  const { rows } = await connection.query<{ incident_id: string; name: string }>(
    `UPDATE incident_alerts SET state = 'resolved', last_seen_at = firebreak_now()
       FROM unnest($1::text[], $2::text[]) AS given (incident_id, key)
      WHERE incident_alerts.incident_id = given.incident_id AND incident_alerts.key = given.key AND state = 'firing'
      RETURNING incident_alerts.incident_id, name`,
    [over.map(({ incidentId }) => incidentId), over.map(({ member }) => member.key)],
  )
  const names = Map.groupBy(rows, (row) => row.incident_id)
  for (const id of [...names.keys()].sort()) {
    await tellCleared(
      connection,
      id,
      (names.get(id) ?? []).map(({ name }) => name),
    )
  }
}

async function tellCleared(connection: Connection, incidentId: string, alerts: string[]): Promise<void> {
  const { rows } = await connection.query<{ status: Status; closed_at: Date | null; still_firing: number }>(
    `SELECT status, closed_at, (SELECT count(*)::int FROM incident_alerts WHERE incident_id = $1 AND state = 'firing') AS still_firing
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [incidentId],
  )
  const incident = rows[0]
  if (!incident) return
  const { status, still_firing, closed_at } = incident
  const data = { ...nameFew(alerts), still_firing }
  await appendEvents(connection, [{ incidentId, status, kind: 'alert_cleared', data }])
  if (closed_at) await releaseCleared(connection, incidentId)
  // A plan that runs, or is being checked, is not cut short: there clearing is evidence.
  else if (still_firing === 0 && status !== 'executing' && status !== 'verifying') {
    await closeIncident(connection, {
      incidentId,
      from: status,
      resolution: 'alert_cleared',
      by: 'alert source',
      comment: '',
    })
  }
}

/** A notification can clear thousands, and the timeline is read by people. */
function nameFew(alerts: string[]): { alerts: string[]; more?: number } {
  const more = alerts.length - ALERTS_NAMED_MAX
  return more > 0 ? { alerts: alerts.slice(0, ALERTS_NAMED_MAX), more } : { alerts }
}

/** A closed incident that only counted repeats lets go of an alert that is over: its next firing is news again. */
async function releaseCleared(connection: Connection, incidentId: string): Promise<void> {
  await connection.query(
    `DELETE FROM alert_keys USING incident_alerts AS member
      WHERE alert_keys.incident_id = $1 AND member.incident_id = $1 AND member.key = alert_keys.key AND member.state = 'resolved'
        AND alert_keys.held_until IS NULL`,
    [incidentId],
  )
}
