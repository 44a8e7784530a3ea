import { HAND_CALLS_MAX, type HandCall, type HandCallStore, nameHandCall } from '../../story/incident/hand-call.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { appendEvents } from './event-records.ts'

type Parts = { database: Database; onCommit: () => void }

export function createHandCallStore({ database, onCommit }: Parts): HandCallStore {
  return {
    async room(incidentId) {
      const { rows } = await database.query('SELECT FROM incidents WHERE id = $1', [incidentId])
      if (rows.length === 0) return 'none'
      return (await countBefore(database, incidentId)) < HAND_CALLS_MAX ? 'free' : 'full'
    },
    async keep(incidentId, call, by) {
      const name = await inTransaction(database, (connection) => keep(connection, incidentId, call, by))
      onCommit()
      return name
    },
  }
}

async function countBefore(database: Queryable, incidentId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM incident_events
      WHERE incident_id = $1 AND kind = 'tool_call' AND data::json ->> 'by' = 'person'`,
    [incidentId],
  )
  return rows[0]?.count ?? 0
}

/** The row of the incident is the queue of those who number. */
async function keep(connection: Connection, incidentId: string, call: HandCall, by: string) {
  const { rows } = await connection.query<{ status: Status }>(
    'SELECT status FROM incidents WHERE id = $1 FOR NO KEY UPDATE',
    [incidentId],
  )
  const [row] = rows
  if (!row) return undefined
  const name = nameHandCall(await countBefore(connection, incidentId))
  const data = { ...call, call: name, by: 'person', person: by }
  await appendEvents(connection, [{ incidentId, status: row.status, kind: 'tool_call', data }])
  await appendAudit(connection, {
    actor: by,
    action: 'plugin.run',
    target: call.tool,
    details: { incident: incidentId, call: name, parameters: call.parameters, success: call.result.success === true },
  })
  return name
}
