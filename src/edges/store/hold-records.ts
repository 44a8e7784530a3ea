/** The hold: kept in the store, so that it counts on every instance from the next look on. */
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { moveIncident } from './incident-moves.ts'

export type Hold = { since: Date; reason: string }

type Release = { wasHeld: boolean; escalated: string[] }

type Row = { held_since: Date | null; reason: string; is_same: boolean; is_newly_told: boolean }

const RESTORED =
  'The database is a restored copy, or another server than the one known before: nothing is carried out and nothing is said in the chat.'
/** Where it is, as far as it can be told: server, database and table, the files under it, the port it listens on. */
const KNOWN_NOW = `identity = store_identity(), files = store_files(), port = current_setting('port')`
const LEFT_OPEN =
  'The database was held back, as a restored copy is, while this plan was approved or under way. Firebreak has not carried it out since and does not know what became of it: look at the system, then have it diagnosed again.'

/** Notices a restored copy and holds it; `byItself` false takes every database for the one we knew. */
export async function lookAtHold(database: Database, byItself: boolean): Promise<Hold | undefined> {
  const row = await readRow(database)
  if (row.held_since !== null) return { since: row.held_since, reason: row.reason }
  if (row.is_same && !row.is_newly_told) return undefined
  if (!row.is_same && byItself) return holdBack(database, { reason: RESTORED, isRestored: true })
  await database.query(`UPDATE store_hold SET ${KNOWN_NOW} WHERE held_since IS NULL`)
  return undefined
}

type Cause = { reason: string; isRestored: boolean }

/** Plans under way lose their run; only an instance that lives on this very database finishes what it has begun. */
export function holdBack(database: Database, { reason, isRestored }: Cause): Promise<Hold> {
  return inTransaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `UPDATE store_hold SET held_since = firebreak_now(), reason = $1 WHERE held_since IS NULL`,
      [reason],
    )
    const { held_since, reason: standing } = await readRow(connection)
    if (rowCount === 1) await cancelExecutions(connection, isRestored)
    return { since: held_since ?? new Date(0), reason: standing }
  })
}

async function cancelExecutions(connection: Connection, isRestored: boolean): Promise<void> {
  await connection.query(
    `UPDATE runs SET state = 'cancelled', finished_at = firebreak_now()
      WHERE kind = 'execute' AND state = 'running' AND ($1 OR NOT EXISTS (
        SELECT FROM instances WHERE instances.id = runs.instance_id AND lease_until > firebreak_now()))`,
    [isRestored],
  )
}

export async function isHeld(queryable: Queryable): Promise<boolean> {
  const { rowCount } = await queryable.query('SELECT FROM store_hold WHERE held_since IS NOT NULL')
  return rowCount === 1
}

/** Plans of the time before are handed to people; messages of the time before are not sent. Cards show what is true now. */
export function release(database: Database, by: string): Promise<Release> {
  return inTransaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `UPDATE store_hold SET held_since = NULL, reason = '', ${KNOWN_NOW} WHERE held_since IS NOT NULL`,
    )
    if (rowCount === 0) return { wasHeld: false, escalated: [] }
    const escalated = await escalateLeftOpen(connection)
    await forgetMessages(connection)
    await appendAudit(connection, { actor: by, action: 'store.released', target: 'store', details: { escalated } })
    return { wasHeld: true, escalated }
  })
}

type LeftOpen = { id: string; status: 'executing' | 'verifying' }

async function escalateLeftOpen(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<LeftOpen>(
    `SELECT id, status FROM incidents WHERE status IN ('executing', 'verifying') AND NOT EXISTS (
       SELECT FROM runs WHERE incident_id = incidents.id AND kind = 'execute' AND state = 'running')
      ORDER BY id FOR NO KEY UPDATE`,
  )
  const event = { kind: 'incident_escalated', data: { reason: LEFT_OPEN } } as const
  for (const { id, status } of rows)
    await moveIncident(connection, { incidentId: id, from: status, to: 'escalated', event })
  return rows.map(({ id }) => id)
}

async function forgetMessages(connection: Connection): Promise<void> {
  await connection.query(
    `UPDATE chat_outbox SET failure = 'Held back with the database.' WHERE sent_at IS NULL AND failure IS NULL`,
  )
  await connection.query('UPDATE chat_storms SET sent = wanted WHERE sent < wanted')
  await connection.query(
    `UPDATE chat_cards SET sent = wanted, remind_at = NULL FROM incidents
      WHERE incidents.id = incident_id AND incidents.closed_at IS NOT NULL AND sent < wanted`,
  )
}

async function readRow(queryable: Queryable): Promise<Row> {
  const { rows } = await queryable.query<Row>(
    `SELECT held_since, reason, identity = store_identity() AND is_same_place(store_hold) AS is_same,
            files = '' AND store_files() <> '' AS is_newly_told
       FROM store_hold`,
  )
  const [row] = rows
  if (!row) throw new Error('The row of store_hold is missing; it is made by a migration.')
  return row
}
