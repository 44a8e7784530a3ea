/** New incidents with everything they begin with: their keys, what search looks at, and the first event of their timeline. */
import type { Alert } from '../../story/alert/alert.ts'
import type { IntakePlan } from '../../story/alert/plan-intake.ts'
import { SEVERITY_RANK } from '../../story/incident/severity.ts'
import type { Connection } from './database.ts'
import { WRITER_FLOOR } from './event-records.ts'
import { searchText } from './incident-texts.ts'
import { ONE_MOMENT } from './one-moment.ts'

/** Another transaction claimed or released one of our keys first; the group is taken in again and sees it. */
export class KeysMovedMeanwhile extends Error {}

/** The keys are claimed first, in their order: who waits there for another group has written nothing that others wait for. */
const OPEN = `
  WITH claimed AS (
    INSERT INTO alert_keys (key, incident_id)
    SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING RETURNING key),
  added AS (
    INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at, updated_at)
    SELECT given.*, now, now
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[]) AS given, ${ONE_MOMENT}
    RETURNING id, seq),
  texts AS (
    INSERT INTO incident_texts (seq, text)
    SELECT seq, given.text FROM added JOIN unnest($3::text[], $14::text[]) AS given (id, text) USING (id)),
  ${WRITER_FLOOR},
  told AS (
    INSERT INTO incident_events (incident_id, kind, status, data, at)
    SELECT event.id, 'alert_received', 'pending', event.data, now
      FROM floor, ${ONE_MOMENT}, unnest($3::text[], $15::text[]) AS event (id, data))
  SELECT count(*)::int AS claimed FROM claimed`

export async function openIncidents(connection: Connection, { claims, opened }: IntakePlan): Promise<void> {
  if (claims.size === 0 && opened.length === 0) return
  const sorted = [...claims].sort(([one], [other]) => (one < other ? -1 : 1))
  const { rows } = await connection.query<{ claimed: number }>({
    name: 'open-incidents',
    text: OPEN,
    values: [sorted.map(([key]) => key), sorted.map(([, incidentId]) => incidentId), ...columnsOf(opened)],
  })
  if (rows[0]?.claimed !== claims.size) throw new KeysMovedMeanwhile()
}

function columnsOf(opened: IntakePlan['opened']): unknown[][] {
  const column = <Value>(read: (alert: Alert) => Value) => opened.map(({ alert }) => read(alert))
  return [
    opened.map(({ incidentId }) => incidentId),
    column(({ title }) => title),
    column(({ description }) => description),
    column(({ severity }) => severity),
    column(({ severity }) => SEVERITY_RANK[severity]),
    column(({ category }) => category),
    column(({ source }) => source),
    column(({ fingerprint }) => fingerprint),
    column(({ senderId }) => senderId),
    column(({ chatId }) => chatId),
    column(({ reportsClearing }) => reportsClearing),
    opened.map(({ incidentId, alert }) => searchText(incidentId, alert.title, alert.description, '')),
    column(({ message, senderId }) => JSON.stringify({ message, sender_id: senderId })),
  ]
}
