/** New runs. One without an instance belongs to whoever looks first. */
import type { Run } from '../../story/workflow/run-store.ts'
import type { Connection } from './database.ts'

export type RunRow = {
  id: string
  incident_id: string
  kind: Run['kind']
  attempts: number
  started_at: Date
  /** Only where it was taken over. */
  resumed_at?: Date
}

/** The number of the round makes the id: an incident that is looked at again gets a run of its own. */
export async function insertDiagnosis(connection: Connection, incidentId: string, instanceId: string): Promise<Run> {
  const { rows } = await connection.query<RunRow>(
    `INSERT INTO runs (id, incident_id, kind, instance_id)
     SELECT $1 || ':diagnose:' || count(*) + 1, $1, 'diagnose', $2 FROM runs WHERE incident_id = $1 AND kind = 'diagnose'
     RETURNING id, incident_id, kind, attempts, started_at`,
    [incidentId, instanceId],
  )
  return readRun(rows[0] as RunRow)
}

/** The digest makes the id: a plan is carried out by one run, whatever happens. */
export async function insertExecution(connection: Connection, incidentId: string, digest: string): Promise<void> {
  await connection.query(
    `INSERT INTO runs (id, incident_id, kind, instance_id, attempts) VALUES ($1 || ':execute:' || $2, $1, 'execute', '', 0)`,
    [incidentId, digest],
  )
}

export function readRun({ id, incident_id, kind, attempts, started_at, resumed_at }: RunRow): Run {
  const resumed = resumed_at && { resumedAt: resumed_at }
  return { id, incidentId: incident_id, kind, attempts, startedAt: started_at, ...resumed }
}
