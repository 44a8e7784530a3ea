import type { ActionLedger, LedgerEntry } from '../../guidance/policy/action-ledger.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'

/** One charge at a time, so that two instances cannot both take the last one. */
const LEDGER_LOCK = 7_210_533_004

export function createActionLedger(database: Database): ActionLedger {
  return {
    actionsInLastHour: () => countLastHour(database),
    replicasAtHourStart: async (target) => {
      const { rows } = await database.query<{ replicas_from: number }>(
        `SELECT replicas_from FROM action_ledger
          WHERE target = $1 AND replicas_from IS NOT NULL AND at > firebreak_now() - interval '1 hour' ORDER BY id LIMIT 1`,
        [target],
      )
      return rows[0]?.replicas_from
    },
    charge: (entry, quota) => inTransaction(database, (connection) => chargeLedger(connection, entry, quota)),
  }
}

/** On the connection of whatever else must be written with it. */
export async function chargeLedger(connection: Connection, entry: LedgerEntry, quota: number): Promise<boolean> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [LEDGER_LOCK])
  // "Unless it is certainly below", so that a quota that is no number grants nothing.
  if (!((await countLastHour(connection)) < quota)) return false
  await insertEntry(connection, entry)
  return true
}

async function countLastHour(queryable: Queryable): Promise<number> {
  const { rows } = await queryable.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM action_ledger WHERE at > firebreak_now() - interval '1 hour'`,
  )
  return rows[0]?.count ?? 0
}

async function insertEntry(
  connection: Connection,
  { incidentId, plugin, target, replicas }: LedgerEntry,
): Promise<void> {
  await connection.query(
    'INSERT INTO action_ledger (incident_id, plugin, target, replicas_from, replicas_to) VALUES ($1, $2, $3, $4, $5)',
    [incidentId, plugin, target, replicas?.from ?? null, replicas?.to ?? null],
  )
}
