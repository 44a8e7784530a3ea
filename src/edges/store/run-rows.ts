/** New runs. One without an instance belongs to whoever looks first. */
import { type Run, WORKFLOW_VERSION } from '../../story/workflow/run-store.ts'
import type { Connection } from './database.ts'

export type RunRow = {
  id: string
  incident_id: string
  kind: Run['kind']
  attempts: number
  errors: number
  lives_lost: number
  retries: number
  started_at: Date
  /** Only where it was taken over. */
  resumed_at?: Date
}

/** The number of the round makes the id: an incident that is looked at again gets a run of its own. */
export async function insertDiagnosis(
  connection: Connection,
  incidentId: string,
  instanceId: string,
  version = WORKFLOW_VERSION,
): Promise<Run> {
  const { rows } = await connection.query<RunRow>(
    `INSERT INTO runs (id, incident_id, kind, instance_id, workflow_version)
     SELECT $1 || ':diagnose:' || count(*) + 1, $1, 'diagnose', $2, $3 FROM runs WHERE incident_id = $1 AND kind = 'diagnose'
     RETURNING id, incident_id, kind, attempts, errors, lives_lost, retries, started_at`,
    [incidentId, instanceId, version],
  )
  return readRun(rows[0] as RunRow)
}

/** The digest makes the id: a plan is carried out by one run, whatever happens. */
export async function insertExecution(connection: Connection, incidentId: string, digest: string): Promise<void> {
  await connection.query(
    `INSERT INTO runs (id, incident_id, kind, instance_id, attempts, workflow_version)
     VALUES ($1 || ':execute:' || $2, $1, 'execute', '', 0, $3)`,
    [incidentId, digest, WORKFLOW_VERSION],
  )
}

export function readRun({ id, incident_id, kind, attempts, errors, retries, ...row }: RunRow): Run {
  const { lives_lost: livesLost, started_at: startedAt, resumed_at: resumedAt } = row
  const counts = { attempts, errors, livesLost, retries }
  return { id, incidentId: incident_id, kind, ...counts, startedAt, ...(resumedAt && { resumedAt }) }
}
