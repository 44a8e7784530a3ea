/** The store's word, right before an act, on whether a run may still act: asked afresh, never remembered. */
import type { Status } from '../../story/incident/lifecycle.ts'
import { type Run, RunLost } from '../../story/workflow/run-store.ts'
import { type Database, isHeldUp, TRIFLE_WITHIN_MS } from './database.ts'

type Row = {
  state: string
  is_ours: boolean
  status: Status
  is_plan_in_force: boolean | null
  left_ms: number | null
}

const BEING_TAKEN = 'Somebody takes this run over, or closes its incident, at this very moment.'

export async function heldForMs(database: Database, run: Run, instanceId: string): Promise<number> {
  const row = await readHold(database, run, instanceId).catch((error) => {
    throw isHeldUp(error) ? new Error(BEING_TAKEN) : error
  })
  if (row?.state !== 'running' || !row.is_ours) throw new RunLost(row?.state === 'cancelled')
  if (row.status !== 'executing') throw new Error(`The incident is ${row.status}, so its plan must not run.`)
  if (row.is_plan_in_force !== true) throw new Error('Another plan has taken the place of this one.')
  if (!(Number(row.left_ms) > 0)) throw new Error('This instance stood still for longer than its lease.')
  return Number(row.left_ms)
}

/** Locked for the question: what somebody has changed and not committed yet would not show, and the act come after it. */
async function readHold(database: Database, run: Run, instanceId: string): Promise<Row | undefined> {
  const { rows } = await database.query<Row>({
    name: 'run-held',
    text: `SELECT runs.state, runs.instance_id = $2 AS is_ours, incidents.status,
                  runs.id = incidents.id || ':execute:' || proposal_digest AS is_plan_in_force,
                  (extract(epoch FROM lease_until - firebreak_now()) * 1000)::float8 AS left_ms
             FROM runs JOIN incidents ON incidents.id = runs.incident_id LEFT JOIN instances ON instances.id = $2
            WHERE runs.id = $1 FOR SHARE OF runs NOWAIT`,
    values: [run.id, instanceId],
    query_timeout: TRIFLE_WITHIN_MS,
  } as { text: string })
  return rows[0]
}
