/** The pieces of work the sweeps do, each small enough to hold no lock for long. */
import { type Connection, type Database, inTransaction } from './database.ts'
import { moveIncident } from './incident-moves.ts'

const BATCH = 200

/** Nobody answered in time. A press at the last moment and this sweep meet on the status: one of them wins. */
export async function expireUnanswered(database: Database): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM incidents WHERE status = 'awaiting_approval' AND confirm_by <= firebreak_now() ORDER BY confirm_by LIMIT ${BATCH}`,
  )
  for (const { id } of rows) {
    const event = { kind: 'incident_expired', data: { reason: 'Nobody answered in time.' } } as const
    await inTransaction(database, (connection) =>
      moveIncident(connection, { incidentId: id, from: 'awaiting_approval', to: 'expired', event }),
    )
  }
  return rows.length
}

/** Instances that died leave their row; a day is long enough for whoever wants to look. */
export async function forgetInstances(database: Database): Promise<number> {
  await database.query(`DELETE FROM instances WHERE lease_until < firebreak_now() - interval '1 day'`)
  return 0
}

/** What a finished run did is told on the timeline; its journal only served to carry on after a crash. */
export async function forgetJournals(database: Database): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM journal WHERE run_id IN (
       SELECT DISTINCT run_id FROM journal JOIN runs ON runs.id = run_id
        WHERE state <> 'running' AND runs.finished_at < firebreak_now() - interval '1 day' LIMIT ${BATCH})`,
  )
  return rowCount ?? 0
}

/** Beyond this the store's calendar ends before the incident begins: it is kept for ever. */
const DAYS_MAX = 1_000_000

/** In the order their references allow. */
const BELONGINGS = [
  'incident_events',
  'alerts',
  'incident_alerts',
  'alert_keys',
  'handed_in_plans',
  'runs',
  'action_attempts',
  'approvals',
  'proposals',
  'diagnoses',
  'model_usage',
  'questions',
  'chat_cards',
  'chat_outbox',
]

/** Removes closed incidents older than `days`, with everything that belongs to them. 0 days keeps all. */
export async function removeOld(database: Database, days: number): Promise<number> {
  if (days === 0 || days > DAYS_MAX) return 0
  return inTransaction(database, async (connection) => {
    await connection.query(`SELECT set_config('firebreak.retention', 'on', true)`)
    const ids = await oldest(connection, days)
    for (const table of BELONGINGS) {
      await connection.query(`DELETE FROM ${table} WHERE incident_id = ANY($1)`, [ids])
    }
    await connection.query('DELETE FROM incidents WHERE id = ANY($1)', [ids])
    const stray = await connection.query(
      `DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE incident_id IS NULL
         AND received_at < firebreak_now() - make_interval(days => $1) LIMIT ${BATCH})`,
      [days],
    )
    return ids.length + (stray.rowCount ?? 0) + (await removeOldSilences(connection, days))
  })
}

/** With what each held back; one that still has something to let through waits for that. */
async function removeOldSilences(connection: Connection, days: number): Promise<number> {
  const { rowCount } = await connection.query(
    `DELETE FROM silences WHERE id IN (
       SELECT id FROM silences WHERE ends_at < firebreak_now() - make_interval(days => $1)
          AND NOT EXISTS (SELECT FROM silenced_alerts WHERE silence_id = id AND state = 'firing' AND reports_clearing)
        ORDER BY ends_at LIMIT ${BATCH})`,
    [days],
  )
  return rowCount ?? 0
}

async function oldest(connection: Connection, days: number): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT id FROM incidents WHERE closed_at < firebreak_now() - make_interval(days => $1) ORDER BY closed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [days],
  )
  return rows.map(({ id }) => id)
}
