/** How a run comes to an instance that did not begin it, and how its incident is told. */
import type { Status } from '../../story/incident/lifecycle.ts'
import { resumedNote } from '../../story/workflow/resumed-note.ts'
import type { Run } from '../../story/workflow/run-store.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { appendEvents, type EventOf } from './event-records.ts'
import { type RunRow, readRun } from './run-rows.ts'

type Parts = { database: Database; version: number; onRecovery: (kind: Run['kind']) => void }

/**
 * Runs whose instance has no lease any more; and our own that we do not carry out: the answer that gave them to us, or
 * the wish to put them back, was lost while the store was away. What a newer workflow began is not for an older one.
 */
const FREE = `state = 'running' AND not_before <= firebreak_now() AND id <> ALL($2) AND workflow_version <= $3
  AND (instance_id = $1
   OR NOT EXISTS (SELECT FROM instances WHERE instances.id = runs.instance_id AND lease_until > firebreak_now()))`

export async function takeOver(
  { database, version, onRecovery }: Parts,
  instanceId: string,
  atWork: readonly string[],
): Promise<Run[]> {
  const who = [instanceId, atWork, version] as const
  if (!(await isAnythingFree(database, who))) return []
  const taken = await inTransaction(database, async (connection) => {
    const rows = await take(connection, who)
    await appendEvents(
      connection,
      rows.filter((row) => isInterrupted(row, instanceId)).map((row) => noteOf(row, instanceId)),
    )
    return rows
  })
  for (const { kind, left_by } of taken) if (isLeftByAnother(left_by, instanceId)) onRecovery(kind)
  return taken.map(readRun)
}

type Who = readonly [instanceId: string, atWork: readonly string[], version: number]

/** Asked first, without a transaction: an idle house should cost next to nothing. */
async function isAnythingFree(database: Database, who: Who): Promise<boolean> {
  const { rows } = await database.query<{ free: boolean }>({
    name: 'anything-free',
    text: `SELECT EXISTS (SELECT FROM runs WHERE ${FREE}) AS free`,
    values: [...who],
  })
  return rows[0]?.free === true
}

type TakenRow = RunRow & {
  left_by: string
  status: Status
  resumed_at: Date
  last_step_at: Date | null
  open_action: string | null
}

async function take(connection: Connection, who: Who): Promise<TakenRow[]> {
  const { rows } = await connection.query<TakenRow>({
    name: 'take-over',
    text: `UPDATE runs SET instance_id = $1, attempts = attempts + 1,
                  lives_lost = lives_lost + (left_by NOT IN ('', $1))::int
             FROM (SELECT id AS free_id, instance_id AS left_by FROM runs WHERE ${FREE} FOR UPDATE SKIP LOCKED) AS free,
                  incidents
            WHERE runs.id = free_id AND incidents.id = runs.incident_id
           RETURNING runs.id, runs.incident_id, runs.kind, runs.attempts, runs.errors, runs.lives_lost, runs.retries, runs.started_at, left_by, incidents.status,
                     firebreak_now() AS resumed_at,
                     (SELECT max(journal.finished_at) FROM journal WHERE run_id = runs.id) AS last_step_at,
                     (SELECT plugin FROM action_attempts
                       WHERE action_attempts.incident_id = runs.incident_id AND outcome IS NULL
                         AND runs.id = runs.incident_id || ':execute:' || digest
                       ORDER BY action_attempts.started_at DESC LIMIT 1) AS open_action`,
    values: [...who],
  })
  return rows
}

function isLeftByAnother(leftBy: string, instanceId: string): boolean {
  return leftBy !== '' && leftBy !== instanceId
}

const AT_WORK: Readonly<Record<Run['kind'], readonly Status[]>> = {
  diagnose: ['diagnosing'],
  execute: ['executing', 'verifying'],
}

/** One that nobody has begun yet is begun, not resumed; one that was concluded is only finished. */
function isInterrupted({ kind, status, left_by, last_step_at }: TakenRow, instanceId: string): boolean {
  if (!AT_WORK[kind].includes(status)) return false
  return last_step_at !== null || isLeftByAnother(left_by, instanceId)
}

function noteOf(row: TakenRow, instanceId: string): EventOf {
  const { incident_id: incidentId, status, left_by: leftBy, started_at: startedAt, resumed_at: resumedAt } = row
  const [lastStepAt, openAction] = [row.last_step_at ?? undefined, row.open_action ?? undefined]
  const resumed = { status, lastStepAt, openAction, startedAt, leftBy, resumedAt, resumedBy: instanceId }
  return { incidentId, status, ...resumedNote(resumed) }
}
