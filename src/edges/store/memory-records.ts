/** The memory of closed incidents: written by a sweep from the queue that closings fill, read by two indexes. */
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { commentOf, keptKey, lessonOf, rememberedOf } from '../../story/diagnosis/memory/remembered.ts'
import type { IncidentEvent } from '../../story/incident/incident-event.ts'
import { type Connection, type Database, inTransaction, isStoreAway } from './database.ts'
import { readWhole } from './incident-records.ts'

const BATCH = 50
/** A row that cannot be read this often never will be; it stays in the queue, where a person finds it. */
const ATTEMPTS_MAX = 5

/** Answers how many left the queue, so that the sweep goes on while there are any. */
export async function rememberClosed(database: Database, redactor: Redactor): Promise<number> {
  const { rows } = await database.query<{ incident_id: string }>(
    `SELECT incident_id FROM memory_queue WHERE attempts < ${ATTEMPTS_MAX} ORDER BY attempts, incident_id LIMIT ${BATCH}`,
  )
  let remembered = 0
  for (const { incident_id: id } of rows) remembered += (await tryToRemember(database, redactor, id)) ? 1 : 0
  return remembered
}

async function tryToRemember(database: Database, redactor: Redactor, id: string): Promise<boolean> {
  try {
    await inTransaction(database, (connection) => remember(connection, redactor, id))
    return true
  } catch (error) {
    if (isStoreAway((error as Error).cause ?? error)) throw error
    await database.query('UPDATE memory_queue SET attempts = attempts + 1 WHERE incident_id = $1', [id])
    return false
  }
}

async function remember(connection: Connection, redactor: Redactor, id: string): Promise<void> {
  const incident = await readWhole(connection, id)
  if (incident) {
    const closing = await readClosing(connection, id)
    const remembered = redactor.redactValue(rememberedOf({ incident, closing }))
    const { alertName, subject, words } = keptKey(incident, remembered.conclusion)
    const { closedAt, ...document } = remembered
    await connection.query(
      `INSERT INTO remembered_incidents (incident_id, alert_name, subject, lesson, closed_at, words, document)
       VALUES ($1, $2, $3, $4, $5, array_to_tsvector($6::text[]), $7) ON CONFLICT (incident_id) DO NOTHING`,
      [
        ...[id, alertName, subject, lessonOf(remembered, commentOf(closing) !== '')],
        ...[incident.closedAt ?? closedAt, words, JSON.stringify(document)],
      ],
    )
  }
  await connection.query('DELETE FROM memory_queue WHERE incident_id = $1', [id])
}

type Closing = Pick<IncidentEvent, 'kind' | 'data'>

async function readClosing(connection: Connection, id: string): Promise<Closing | undefined> {
  const { rows } = await connection.query<{ kind: Closing['kind']; data: string }>(
    `SELECT kind, data FROM incident_events
      WHERE incident_id = $1 AND kind IN ('incident_resolved', 'incident_ignored', 'incident_expired')
      ORDER BY id DESC LIMIT 1`,
    [id],
  )
  return rows[0] && { kind: rows[0].kind, data: JSON.parse(rows[0].data) as Closing['data'] }
}
