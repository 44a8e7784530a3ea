/** What becomes of an incident's keys when it is closed: who hears of its alerts next. */

import type { Resolution } from '../../story/incident/incident.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Repeats } from '../../story/incident/repeats.ts'
import { type Connection, type Database, inTransaction } from './database.ts'

type Closed = {
  incidentId: string
  to: Status
  resolution?: Resolution | undefined
  repeats?: Repeats | undefined
  hearAgainAfterSeconds?: number | undefined
}

/** Where nothing was wrong, or needs no work, an alert that still fires is not news: its key stays until it clears. */
export async function letKeysGo(
  connection: Connection,
  { incidentId, to, resolution, repeats, hearAgainAfterSeconds }: Closed,
): Promise<void> {
  if (repeats?.word === 'for_a_time') return holdKeys(connection, incidentId, repeats.seconds)
  const needsNoWork = to === 'ignored' || resolution === 'recovered' || resolution === 'works_as_designed'
  const isKept = needsNoWork && (repeats === undefined || repeats.word === 'until_cleared')
  await connection.query(
    `DELETE FROM alert_keys WHERE incident_id = $1 AND NOT ($2 AND EXISTS (
       SELECT FROM incident_alerts AS member JOIN incidents ON incidents.id = member.incident_id
        WHERE member.incident_id = $1 AND member.key = alert_keys.key AND member.state = 'firing' AND reports_clearing))`,
    [incidentId, isKept],
  )
  if (hearAgainAfterSeconds !== undefined) await holdKeys(connection, incidentId, hearAgainAfterSeconds)
}

async function holdKeys(connection: Connection, incidentId: string, seconds: number): Promise<void> {
  await connection.query(
    'UPDATE alert_keys SET held_until = firebreak_now() + make_interval(secs => $2) WHERE incident_id = $1',
    [incidentId, seconds],
  )
}

const BATCH = 100

/** Under the lock of their incident, as whatever changes who holds a key. */
export async function releaseHeldKeys(database: Database): Promise<number> {
  const { rows } = await database.query<{ incident_id: string }>(
    `SELECT DISTINCT incident_id FROM alert_keys WHERE held_until <= firebreak_now() LIMIT ${BATCH}`,
  )
  for (const { incident_id: id } of rows) {
    await inTransaction(database, async (connection) => {
      await connection.query('SELECT FROM incidents WHERE id = $1 FOR NO KEY UPDATE', [id])
      await connection.query('DELETE FROM alert_keys WHERE incident_id = $1 AND held_until <= firebreak_now()', [id])
    })
  }
  return rows.length
}
