/** Intents and what came of them. The row is there before the act; whoever finds it must not act again. */
import type { LedgerEntry } from '../../guidance/policy/action-ledger.ts'
import type { ActionAttempt, ActionReport, BegunAction } from '../../story/incident/execution.ts'
import type { Connection } from './database.ts'
import { chargeLedger } from './ledger-records.ts'

export async function beginAttempt(
  connection: Connection,
  { incidentId, digest, phase, step, plugin }: ActionAttempt,
  { entry, quota }: { entry: LedgerEntry; quota: number },
  witness: BegunAction['witness'],
): Promise<boolean> {
  if (!(await chargeLedger(connection, entry, quota))) return false
  await connection.query(
    `INSERT INTO action_attempts (incident_id, digest, phase, step, plugin, witness)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [incidentId, digest, phase, step, plugin, JSON.stringify(witness)],
  )
  return true
}

export async function finishAttempt(
  connection: Connection,
  { incidentId, digest, phase, step }: ActionAttempt,
  report: ActionReport,
): Promise<void> {
  // One that was refused or skipped before the act left no intent, and there is nothing to finish.
  await connection.query(
    `UPDATE action_attempts SET outcome = $5, result = $6, finished_at = firebreak_now()
      WHERE incident_id = $1 AND digest = $2 AND phase = $3 AND step = $4`,
    [
      incidentId,
      digest,
      phase,
      step,
      report.outcome === 'refused' ? 'skipped' : report.outcome,
      JSON.stringify(report),
    ],
  )
}
