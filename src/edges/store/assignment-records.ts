import type { Assignment, AssignmentStore } from '../../story/incident/assignment.ts'
import { isClosed, type Status } from '../../story/incident/lifecycle.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { appendEvents } from './event-records.ts'

type Parts = { database: Database; onCommit: () => void }

export function createAssignmentStore({ database, onCommit }: Parts): AssignmentStore {
  return {
    async assign(assignment) {
      const outcome = await inTransaction(database, (connection) => assign(connection, assignment))
      if (outcome?.isTaken) onCommit()
      return outcome
    },
  }
}

async function assign(connection: Connection, { incidentId, name, by, via }: Assignment) {
  const { rows } = await connection.query<{ status: Status; is_same: boolean }>(
    `SELECT status, assigned_to IS NOT DISTINCT FROM $2 AND ($2::text IS NULL OR assigned_by = $3) AS is_same
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [incidentId, name ?? null, by],
  )
  const [row] = rows
  if (!row) return undefined
  const { status } = row
  if (isClosed(status)) return { isTaken: false, status }
  if (row.is_same) return { isTaken: true, status }
  await connection.query(
    `UPDATE incidents SET assigned_to = $2, assigned_by = $3, assigned_at = firebreak_now(), updated_at = firebreak_now()
      WHERE id = $1`,
    [incidentId, name ?? null, name === undefined ? null : by],
  )
  const data = { name: name ?? '', by, via }
  await appendEvents(connection, [{ incidentId, status, kind: 'incident_assigned', data }])
  await appendAudit(connection, { actor: by, action: 'incident.assigned', target: incidentId, details: data })
  return { isTaken: true, status }
}
