/** New incidents with everything they begin with: their keys, what search looks at, and the first event of their timeline. */
import type { Alert } from '../../story/alert/alert.ts'
import type { IntakePlan } from '../../story/alert/plan-intake.ts'
import { SEVERITY_RANK } from '../../story/incident/severity.ts'
import { anyLength } from './any-length.ts'
import type { Connection } from './database.ts'
import { WRITER_FLOOR } from './event-records.ts'
import { searchText } from './incident-texts.ts'
import { MOMENT } from './one-moment.ts'
import { textArrays } from './text-array.ts'

/** Another transaction claimed or released one of our keys first; the group is taken in again and sees it. */
export class KeysMovedMeanwhile extends Error {}

/** Of a statement that knows a `moment`: without one it adds nothing. */
export const CLAIM = `INSERT INTO alert_keys (key, incident_id) SELECT claim.* FROM moment, unnest(${anyLength('$1')}, $2::text[]) AS claim`

export const OPENED = `
  added AS (
    INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at, updated_at)
    SELECT id, title, description, severity, rank::smallint, category, source, fingerprint, sender_id, chat_id, reports_clearing::boolean, now, now
      FROM moment, unnest(${anyLength('$3')}, $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
        AS given (id, title, description, severity, rank, category, source, fingerprint, sender_id, chat_id, reports_clearing)
    RETURNING id, seq),
  texts AS (
    INSERT INTO fresh_texts (seq, text)
    SELECT seq, given.text FROM added JOIN unnest(${anyLength('$3')}, $14::text[]) AS given (id, text) USING (id)),
  ${WRITER_FLOOR},
  told AS (
    INSERT INTO incident_events (incident_id, kind, status, data, at)
    SELECT event.id, 'alert_received', 'pending', event.data, now
      FROM floor, moment, unnest(${anyLength('$3')}, $15::text[]) AS event (id, data))`

/** The keys are claimed first, in their order: who waits there for another group has written nothing that others wait for. */
const OPEN = `
  WITH ${MOMENT}, claimed AS (${CLAIM} ON CONFLICT DO NOTHING RETURNING key), ${OPENED}
  SELECT count(*)::int AS claimed FROM claimed`

export async function openIncidents(connection: Connection, plan: IntakePlan): Promise<void> {
  if (plan.claims.size === 0 && plan.opened.length === 0) return
  const values = textArrays(openedColumns(plan))
  const { rows } = await connection.query<{ claimed: number }>({ name: 'open-incidents', text: OPEN, values })
  if (rows[0]?.claimed !== plan.claims.size) throw new KeysMovedMeanwhile()
}

/** In the order of the parameters above. */
export function openedColumns({ claims, opened }: IntakePlan): (string | null)[][] {
  const keys = [...claims.keys()].sort()
  const column = (read: (alert: Alert) => string) => opened.map(({ alert }) => read(alert))
  return [
    keys,
    keys.map((key) => claims.get(key) ?? null),
    opened.map(({ incidentId }) => incidentId),
    column(({ title }) => title),
    column(({ description }) => description),
    column(({ severity }) => severity),
    column(({ severity }) => String(SEVERITY_RANK[severity])),
    column(({ category }) => category),
    column(({ source }) => source),
    column(({ fingerprint }) => fingerprint),
    column(({ senderId }) => senderId),
    column(({ chatId }) => chatId),
    column(({ reportsClearing }) => String(reportsClearing)),
    opened.map(({ incidentId, alert }) => searchText(incidentId, alert.title, alert.description, '')),
    column(({ message, senderId }) => JSON.stringify({ message, sender_id: senderId })),
  ]
}
