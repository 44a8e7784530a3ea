import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Connection } from './database.ts'
import { appendEvents } from './event-records.ts'

/** Tells what was changed, where it was. The incident's row is locked first, as by everyone who changes what belongs to it. */
export async function tellOf(
  connection: Connection,
  incidentId: string,
  events: readonly NewEvent[],
  change: () => Promise<{ rowCount: number | null }>,
): Promise<void> {
  const { rows } = await connection.query<{ status: Status }>(
    'SELECT status FROM incidents WHERE id = $1 FOR NO KEY UPDATE',
    [incidentId],
  )
  const hasChanged = ((await change()).rowCount ?? 0) > 0
  const status = rows[0]?.status
  if (!hasChanged || status === undefined) return
  await appendEvents(
    connection,
    events.map((event) => ({ incidentId, status, ...event })),
  )
}
