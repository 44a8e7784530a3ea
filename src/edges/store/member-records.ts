/** The alerts an incident stands for, each with its state. When the last one clears, the incident is over. */
import type { NamedMember } from '../../story/alert/plan-intake.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Connection } from './database.ts'
import { appendEvents } from './event-records.ts'
import { closeIncident } from './incident-moves.ts'
import { type Gone, type Holds, keepRhythm, markGone } from './rhythm-records.ts'

const ALERTS_NAMED_MAX = 20

export type NamedMembers = ReadonlyMap<string, NamedMember>

export function inOrder(members: NamedMembers): NamedMember[] {
  return [...members].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, named]) => named)
}

/** Marks alerts as cleared and closes the incidents that have none left, unless an alert of theirs comes and goes. */
export async function clearMembers(connection: Connection, cleared: NamedMembers, holds: Holds): Promise<void> {
  const over = inOrder(cleared).map(({ incidentId, member: { key } }) => ({ incidentId, key }))
  if (over.length === 0) return
  const rows = await markGone(connection, over, holds.flapSeconds)
  const gone = Map.groupBy(rows, (row) => row.incident_id)
  for (const id of [...gone.keys()].sort()) await tellCleared(connection, id, gone.get(id) ?? [], holds)
}

async function tellCleared(
  connection: Connection,
  incidentId: string,
  gone: readonly Gone[],
  holds: Holds,
): Promise<void> {
  const { rows } = await connection.query<{ status: Status; closed_at: Date | null; still_firing: number }>(
    `SELECT status, closed_at, (SELECT count(*)::int FROM incident_alerts WHERE incident_id = $1 AND state = 'firing') AS still_firing
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [incidentId],
  )
  const incident = rows[0]
  if (!incident) return
  const { status, still_firing, closed_at } = incident
  const isCalm = still_firing === 0
  const { isKept, isTold, isFirst } = closed_at
    ? { isKept: false, isTold: true, isFirst: false }
    : await keepRhythm(connection, { incidentId, status, gone, isCalm, holds })
  const waits = isKept && isFirst ? { hold_seconds: holds.clearSeconds } : {}
  const data = { ...nameFew(gone.map(({ name }) => name)), still_firing, ...waits }
  if (isTold) await appendEvents(connection, [{ incidentId, status, kind: 'alert_cleared', data }])
  if (closed_at) await releaseCleared(connection, incidentId)
  // A plan that runs, or is being checked, is not cut short: there clearing is evidence.
  else if (isCalm && !isKept && status !== 'executing' && status !== 'verifying')
    await closeIncident(connection, {
      incidentId,
      from: status,
      resolution: 'alert_cleared',
      by: 'alert source',
      comment: '',
    })
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
        -- What a person ignores for a time is not news before that time is over, whether it comes and goes or not.
        AND (alert_keys.held_until IS NULL OR EXISTS (SELECT FROM incidents WHERE id = $1 AND status = 'resolved'))`,
    [incidentId],
  )
}
