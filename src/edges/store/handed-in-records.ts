import type { HandedInPlan, HandedInStore } from '../../story/incident/handed-in-plan.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { moveIncident } from './incident-moves.ts'
import { insertDiagnosis } from './run-rows.ts'

export function createHandedInStore({
  database,
  onCommit,
}: {
  database: Database
  onCommit: () => void
}): HandedInStore {
  return {
    async handIn(incidentId, plan) {
      const outcome = await inTransaction(database, (connection) => handIn(connection, incidentId, plan))
      if (outcome?.isTaken) onCommit()
      return outcome
    },
    async ofRun(runId) {
      const { rows } = await database.query<{ document: string }>(
        'SELECT document FROM handed_in_plans WHERE run_id = $1',
        [runId],
      )
      return rows[0] && (JSON.parse(rows[0].document) as HandedInPlan)
    },
  }
}

async function handIn(connection: Connection, incidentId: string, plan: Omit<HandedInPlan, 'number'>) {
  const { rows } = await connection.query<{ status: Status; part_of: string | null; number: number }>(
    `SELECT status, part_of, (SELECT count(*)::int + 1 FROM handed_in_plans WHERE incident_id = $1) AS number
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [incidentId],
  )
  const [row] = rows
  if (!row) return undefined
  if (row.status !== 'escalated' || row.part_of !== null)
    return { isTaken: false, status: row.status, ...(row.part_of !== null && { partOf: row.part_of }) }
  const { by, via, why } = plan
  const actions = plan.actions.map(({ plugin, parameters }) => ({ plugin, parameters }))
  const event = { kind: 'plan_handed_in', data: { by, via, why, actions } } as const
  await moveIncident(connection, { incidentId, from: 'escalated', to: 'diagnosing', event })
  const run = await insertDiagnosis(connection, incidentId, '')
  await connection.query('INSERT INTO handed_in_plans (run_id, incident_id, document) VALUES ($1, $2, $3)', [
    run.id,
    incidentId,
    JSON.stringify({ ...plan, number: row.number }),
  ])
  await appendAudit(connection, {
    actor: by,
    action: 'plan.handed_in',
    target: incidentId,
    details: { via, why, plugins: plan.actions.map(({ plugin }) => plugin).join(', ') },
  })
  return { isTaken: true, status: 'diagnosing' as const }
}
