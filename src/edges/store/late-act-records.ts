/** An act that was done, or begun, although its run was lost: somebody may already have been told that nobody knows what became of it. */
import type { ActionAttempt, ActionReport } from '../../story/incident/execution.ts'
import { isClosed, type Status } from '../../story/incident/lifecycle.ts'
import { type Database, inTransaction } from './database.ts'
import { appendEvents } from './event-records.ts'
import { moveIncident } from './incident-moves.ts'

type Row = { status: Status; outcome: string | null }

export async function tellLateAct(database: Database, attempt: ActionAttempt, report: ActionReport): Promise<void> {
  const { incidentId, digest, phase, step, plugin } = attempt
  await inTransaction(database, async (connection) => {
    const { rows } = await connection.query<Row>(
      `SELECT status, (SELECT outcome FROM action_attempts
                        WHERE incident_id = $1 AND digest = $2 AND phase = $3 AND step = $4) AS outcome
         FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
      [incidentId, digest, phase, step],
    )
    const [row] = rows
    // Whoever has the run has seen it on the target.
    if (!row || row.outcome === 'done') return
    const what = report.outcome === 'done' ? 'carried out' : 'begun'
    const text = `${plugin} was ${what} after all, by an instance that had lost this run meanwhile: ${report.message}`
    await appendEvents(connection, [
      { incidentId, status: row.status, kind: 'note_added', data: { by: 'firebreak', text } },
    ])
    if (!isClosed(row.status) && row.status !== 'awaiting_approval') return
    const reason = `${text} What was decided since did not know of it. A person must look.`
    const event = { kind: 'incident_escalated', data: { reason } } as const
    await moveIncident(connection, { incidentId, from: row.status, to: 'escalated', event })
  })
}
