/** Moves. Every change of status in the store happens here: compare-and-set, with its event, in one transaction. */

import type { Resolution } from '../../story/incident/incident.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import { isClosed, mayBecome, type Status } from '../../story/incident/lifecycle.ts'
import type { Repeats } from '../../story/incident/repeats.ts'
import type { Connection } from './database.ts'
import { appendEvents } from './event-records.ts'
import { letKeysGo } from './held-key-records.ts'

export type Move = {
  incidentId: string
  from: Status
  to: Status
  event: NewEvent
  resolution?: Resolution
  confirmWithinSeconds?: number
  /** Where it closes although its alerts may still fire: they are news again after so long, or when they have cleared. */
  hearAgainAfterSeconds?: number
  /** Where a person ignores it: what becomes of the next word of its alerts. */
  repeats?: Repeats
}

/** False where the incident is not in `from` any more: somebody else was faster. */
export async function moveIncident(
  connection: Connection,
  { incidentId, from, to, event, resolution, confirmWithinSeconds, hearAgainAfterSeconds, repeats }: Move,
): Promise<boolean> {
  if (!mayBecome(from, to)) throw new Error(`An incident that is ${from} may not become ${to}; see lifecycle.ts.`)
  const { rowCount } = await connection.query({
    name: 'move-incident',
    text: `UPDATE incidents SET status = $3, resolution = coalesce($4, resolution), updated_at = firebreak_now(),
                  confirm_by = firebreak_now() + make_interval(secs => $5), calm_since = CASE WHEN NOT $6 THEN calm_since END
            WHERE id = $1 AND status = $2`,
    values: [incidentId, from, to, resolution ?? null, confirmWithinSeconds ?? null, isClosed(to)],
  })
  if (rowCount === 0) return false
  await appendEvents(connection, [{ incidentId, status: to, ...event }])
  if (isClosed(to)) await letGo(connection, { incidentId, to, resolution, repeats, hearAgainAfterSeconds })
  if (isClosed(from)) await takeBackKeys(connection, incidentId)
  return true
}

/** Opened again: its alerts are its own again, unless another incident has them by now. */
async function takeBackKeys(connection: Connection, incidentId: string): Promise<void> {
  await connection.query(
    `INSERT INTO alert_keys (key, incident_id) SELECT key, incident_id FROM incident_alerts WHERE incident_id = $1
     ORDER BY key ON CONFLICT (key) DO UPDATE SET held_until = NULL WHERE alert_keys.incident_id = excluded.incident_id`,
    [incidentId],
  )
}

type Closing = { incidentId: string; from: Status; resolution: Resolution; by: string; comment: string }

export function closeIncident(
  connection: Connection,
  { incidentId, from, resolution, by, comment }: Closing,
): Promise<boolean> {
  const event: NewEvent = { kind: 'incident_resolved', data: { resolution, by, comment } }
  return moveIncident(connection, { incidentId, from, to: 'resolved', event, resolution })
}

async function letGo(connection: Connection, closed: Parameters<typeof letKeysGo>[1]): Promise<void> {
  await letKeysGo(connection, closed)
  await connection.query(
    `UPDATE runs SET state = 'cancelled', finished_at = firebreak_now() WHERE incident_id = $1 AND state = 'running'`,
    [closed.incidentId],
  )
}
