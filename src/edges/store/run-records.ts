import type { Status } from '../../story/incident/lifecycle.ts'
import type { Sealer } from '../../story/incident/proposal.ts'
import {
  type Journal,
  type Run,
  RunLost,
  type RunStore,
  type StepWriter,
  WORKFLOW_VERSION,
} from '../../story/workflow/run-store.ts'
import { type AuditEntry, appendAudit } from './audit-records.ts'
import { createClaims } from './claim-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { heldForMs } from './run-hold.ts'
import { takeOver } from './run-takeover.ts'
import { createStepWriter } from './step-writer.ts'

type Parts = {
  database: Database
  sealer: Sealer
  /** The newest workflow this instance knows. */
  version?: number
  /** Told at every point where a crash would be interesting; see `failpoint.ts`. */
  onPoint?: (point: string) => void
  /** Told of every run that was left behind by an instance that is gone. */
  onRecovery?: (kind: Run['kind']) => void
}

export function createRunStore(parts: Parts): RunStore {
  const { database, sealer, version = WORKFLOW_VERSION, onPoint = () => {}, onRecovery = () => {} } = parts
  const claims = createClaims({ database, version })
  return {
    async renewLease(instanceId, seconds) {
      await database.query(
        `INSERT INTO instances (id, lease_until) VALUES ($1, firebreak_now() + make_interval(secs => $2))
         ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
        [instanceId, seconds],
      )
    },
    async endLease(instanceId) {
      await database.query('DELETE FROM instances WHERE id = $1', [instanceId])
    },
    claimDiagnoses: (instanceId, atOnce, waitMaxSeconds, gatherSeconds, clearSeconds) =>
      claims.claim(instanceId, { atOnce, waitMaxSeconds, gatherSeconds, clearSeconds }),
    restBeforeClaimMs: claims.restMs,
    takeOver: (instanceId, atWork) => takeOver({ database, version, onRecovery }, instanceId, atWork),
    journal: (run, instanceId) => createJournal({ database, sealer, onPoint }, run, instanceId),
    finish: (run, instanceId) => end(database, run, instanceId, 'finished'),
    giveUp: (run, instanceId) => end(database, run, instanceId, 'given_up'),
    async putBack(run, instanceId, retryInSeconds, fault) {
      await database.query(
        `UPDATE runs SET instance_id = '', not_before = firebreak_now() + make_interval(secs => $3),
                errors = errors + ($4::text IS NOT NULL)::int, last_error = coalesce($4, last_error),
                failed_step = CASE WHEN $4::text IS NULL THEN failed_step ELSE $5 END
          WHERE id = $1 AND instance_id = $2 AND state = 'running'`,
        [run.id, instanceId, retryInSeconds, fault?.message ?? null, fault?.step ?? null],
      )
    },
  }
}

/** Whoever closes an incident cancels its runs, also the one whose last step closed it: that one came to its end. */
async function end(database: Database, run: Run, instanceId: string, state: 'finished' | 'given_up'): Promise<void> {
  await database.query(
    `UPDATE runs SET state = $3, finished_at = firebreak_now() WHERE id = $1 AND instance_id = $2
        AND (state = 'running' OR (state = 'cancelled' AND $3 = 'finished'))`,
    [run.id, instanceId, state],
  )
}

function createJournal(
  { database, sealer, onPoint }: Pick<Required<Parts>, 'database' | 'sealer' | 'onPoint'>,
  run: Run,
  instanceId: string,
): Journal {
  const enter = async <Result>(step: string, work: (writer: StepWriter) => Promise<Result>) => {
    const result = await inTransaction(database, async (connection) => {
      const status = await refuseIfLost(connection, run, instanceId)
      const audited: AuditEntry[] = []
      const written = await work(createStepWriter({ connection, incidentId: run.incidentId, status, sealer, audited }))
      await connection.query('INSERT INTO journal (run_id, step, result) VALUES ($1, $2, $3)', [
        run.id,
        step,
        JSON.stringify(written ?? null),
      ])
      // Last, because the trail has one writer at a time: nothing is waited for while it is held.
      for (const entry of audited) await appendAudit(connection, entry)
      onPoint(`writing ${step}`)
      return written
    })
    onPoint(`after ${step}`)
    return result
  }
  return {
    async heldForMs() {
      const held = await heldForMs(database, run, instanceId)
      onPoint('fenced')
      return held
    },
    async act(step, work, tell) {
      const recorded = await recall<Awaited<ReturnType<typeof work>>>(database, run, step)
      if (recorded) return recorded.result
      onPoint(`before ${step}`)
      const result = await work()
      onPoint(`done ${step}`)
      return enter(step, async (writer) => {
        await writer.tell(...(tell?.(result) ?? []))
        return result
      })
    },
    async commit(step, work) {
      const recorded = await recall<Awaited<ReturnType<typeof work>>>(database, run, step)
      return recorded ? recorded.result : enter(step, work)
    },
  }
}

/** An instance that was slow, not dead, must not write behind the back of the one that took its run over. */
async function refuseIfLost(connection: Connection, run: Run, instanceId: string): Promise<Status> {
  // The incident before its run, as everyone does who closes an incident.
  const incident = await connection.query<{ status: Status }>(
    'SELECT status FROM incidents WHERE id = $1 FOR NO KEY UPDATE',
    [run.incidentId],
  )
  const { rows } = await connection.query<{ state: string; is_ours: boolean }>(
    'SELECT state, instance_id = $2 AS is_ours FROM runs WHERE id = $1 FOR NO KEY UPDATE',
    [run.id, instanceId],
  )
  const [kept] = rows
  if (kept?.state !== 'running' || !kept.is_ours || !incident.rows[0]) throw new RunLost(kept?.state === 'cancelled')
  return incident.rows[0].status
}

async function recall<Result>(database: Database, run: Run, step: string): Promise<{ result: Result } | undefined> {
  const { rows } = await database.query<{ result: string }>(
    'SELECT result FROM journal WHERE run_id = $1 AND step = $2',
    [run.id, step],
  )
  return rows[0] && { result: JSON.parse(rows[0].result) as Result }
}
