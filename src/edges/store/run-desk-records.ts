/** Runs as people look at them, newest first, and the second chance of one that was given up. */
import type { Status } from '../../story/incident/lifecycle.ts'
import {
  giveUpStep,
  judgeRetry,
  type RetryFacts,
  type RunDesk,
  type RunState,
  type RunSummary,
} from '../../story/workflow/retry.ts'
import { WORKFLOW_VERSION } from '../../story/workflow/run-store.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { appendEvents } from './event-records.ts'
import { isHeld } from './hold-records.ts'
import { moveIncident } from './incident-moves.ts'
import { type RunRow, readRun } from './run-rows.ts'

type Parts = { database: Database; onCommit: () => void; confirmWithinSeconds: () => Promise<number> }

/** Nobody turns so many pages; counting a past of a million rows would cost more than it tells. */
const COUNTED_MAX = 10_000

export function createRunDesk({ database, onCommit, confirmWithinSeconds }: Parts): RunDesk {
  return {
    async list(filter, { offset, limit }) {
      const facts = await factsNow(database, confirmWithinSeconds)
      const values = [filter.state ?? null, filter.incidentId ?? null]
      const { rows } = await database.query<SummaryRow>(
        `${SUMMARY} WHERE ${WANTED} ORDER BY runs.started_at DESC, runs.id DESC LIMIT $3 OFFSET $4`,
        [...values, limit, offset],
      )
      const counted = await database.query<{ count: number }>(
        `SELECT count(*)::int FROM (SELECT FROM runs WHERE ${WANTED} LIMIT $3) AS counted`,
        [...values, COUNTED_MAX],
      )
      const total = counted.rows[0]?.count ?? 0
      return { items: rows.map((row) => summaryOf(row, facts)), total, isTotalCapped: total === COUNTED_MAX }
    },
    async find(id) {
      const row = await readRow(database, id)
      if (!row) return undefined
      const { rows } = await database.query<{ step: string; result: string; finished_at: Date }>(
        'SELECT step, result, finished_at FROM journal WHERE run_id = $1 ORDER BY finished_at, step',
        [id],
      )
      const steps = rows.map(({ step, result, finished_at: at }) => ({ step, at, result: JSON.parse(result) }))
      return { run: summaryOf(row, await factsNow(database, confirmWithinSeconds)), steps }
    },
    async retry(id, by) {
      const within = await confirmWithinSeconds()
      const outcome = await inTransaction(database, (connection) => retry(connection, id, by, within))
      if (outcome?.accepted) onCommit()
      return outcome
    },
  }
}

const WANTED = '($1::text IS NULL OR runs.state = $1) AND ($2::text IS NULL OR runs.incident_id = $2)'

const SUMMARY = `
  SELECT runs.id, runs.incident_id, runs.kind, runs.state, runs.attempts, runs.errors, runs.lives_lost, runs.retries,
         runs.started_at, runs.workflow_version, runs.last_error, runs.failed_step, runs.instance_id,
         coalesce(runs.finished_at, runs.started_at) AS since,
         CASE WHEN runs.state = 'running' AND runs.not_before > firebreak_now() THEN runs.not_before END AS not_before,
         incidents.title, incidents.status,
         (SELECT step FROM journal WHERE run_id = runs.id ORDER BY finished_at DESC, step DESC LIMIT 1) AS last_step,
         (SELECT result FROM journal WHERE run_id = runs.id AND step =
            CASE runs.retries WHEN 0 THEN '${giveUpStep(0)}' ELSE 'give_up ' || runs.retries + 1 END) AS left_at,
         NOT EXISTS (SELECT FROM runs AS later WHERE later.incident_id = runs.incident_id
                        AND (later.started_at, later.id) > (runs.started_at, runs.id)) AS is_latest,
         runs.id = incidents.id || ':execute:' || proposal_digest AS is_plan_in_force,
         (SELECT decided_at FROM approvals WHERE approvals.incident_id = runs.incident_id
             AND runs.id = runs.incident_id || ':execute:' || digest) AS approved_at,
         firebreak_now() AS now
    FROM runs JOIN incidents ON incidents.id = runs.incident_id`

type SummaryRow = RunRow & {
  state: RunState
  workflow_version: number
  last_error: string | null
  failed_step: string | null
  instance_id: string
  since: Date
  not_before: Date | null
  title: string
  status: Status
  last_step: string | null
  left_at: string | null
  is_latest: boolean
  is_plan_in_force: boolean | null
  approved_at: Date | null
  now: Date
}

async function readRow(queryable: Queryable, id: string): Promise<SummaryRow | undefined> {
  const { rows } = await queryable.query<SummaryRow>(`${SUMMARY} WHERE runs.id = $1`, [id])
  return rows[0]
}

/** What the rules ask for beyond the run itself. */
type Circumstances = { isHeld: boolean; confirmWithinSeconds: number }

async function factsNow(database: Database, confirmWithinSeconds: () => Promise<number>): Promise<Circumstances> {
  return { isHeld: await isHeld(database), confirmWithinSeconds: await confirmWithinSeconds() }
}

function retryFactsOf(row: SummaryRow, { isHeld, confirmWithinSeconds }: Circumstances): RetryFacts {
  const approvedMs = row.approved_at?.getTime() ?? 0
  return {
    kind: row.kind,
    state: row.state,
    incidentStatus: row.status,
    leftAt: row.left_at === null ? undefined : JSON.parse(row.left_at),
    isLatest: row.is_latest,
    isPlanInForce: row.is_plan_in_force === true,
    isApprovalFresh: approvedMs + confirmWithinSeconds * 1000 > row.now.getTime(),
    isHeld,
  }
}

function summaryOf(row: SummaryRow, circumstances: Circumstances): RunSummary {
  const verdict = judgeRetry(retryFactsOf(row, circumstances))
  return {
    ...readRun(row),
    state: row.state,
    incidentTitle: row.title,
    incidentStatus: row.status,
    lastStep: row.last_step ?? undefined,
    failedStep: row.failed_step ?? undefined,
    lastError: row.last_error ?? undefined,
    since: row.since,
    notBefore: row.not_before ?? undefined,
    workflowVersion: row.workflow_version,
    instanceId: row.instance_id || undefined,
    refusal: 'refusal' in verdict ? verdict.refusal : undefined,
  }
}

/** The same run goes on from where its journal ends: what is in it, and every act that was begun, is not done again. */
async function retry(
  connection: Connection,
  id: string,
  by: string,
  confirmWithinSeconds: number,
): ReturnType<RunDesk['retry']> {
  // The incident before its run, as everyone does who closes an incident.
  await connection.query(
    'SELECT FROM incidents WHERE id = (SELECT incident_id FROM runs WHERE id = $1) FOR NO KEY UPDATE',
    [id],
  )
  await connection.query('SELECT FROM runs WHERE id = $1 FOR NO KEY UPDATE', [id])
  const row = await readRow(connection, id)
  if (!row) return undefined
  const facts = retryFactsOf(row, { isHeld: await isHeld(connection), confirmWithinSeconds })
  const verdict = judgeRetry(facts)
  if ('refusal' in verdict) return { accepted: false, sentence: verdict.refusal.sentence }
  const { incident_id: incidentId, kind, retries } = row
  const { to } = verdict
  const what = kind === 'diagnose' ? 'diagnosis' : 'execution'
  const note = { kind: 'note_added', data: { by, text: `Had the ${what} tried again that was given up.` } } as const
  if (kind === 'diagnose') await appendEvents(connection, [{ incidentId, status: to, ...note }])
  const event = kind === 'diagnose' ? ({ kind: 'diagnosis_started', data: {} } as const) : note
  await moveIncident(connection, { incidentId, from: 'escalated', to, event })
  await connection.query(
    `UPDATE runs SET state = 'running', instance_id = '', not_before = firebreak_now(), finished_at = NULL,
            errors = 0, lives_lost = 0, retries = retries + 1, workflow_version = greatest(workflow_version, $2) WHERE id = $1`,
    // Older instances do not know a second round.
    [id, WORKFLOW_VERSION],
  )
  const details = { incident: incidentId, retries: retries + 1 }
  await appendAudit(connection, { actor: by, action: 'run.retried', target: id, details })
  return { accepted: true, incidentId, status: to }
}
