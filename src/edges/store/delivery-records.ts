/** Every notification as it was read, and the alerts that fire in it. */
import type { Alert } from '../../story/alert/alert.ts'
import type { Accepted } from '../../story/alert/alert-store.ts'
import { anyLength } from './any-length.ts'
import type { Connection } from './database.ts'
import { inOrder, type NamedMembers } from './member-records.ts'
import { MOMENT } from './one-moment.ts'
import { textArrays } from './text-array.ts'

type Delivered = { group: readonly Alert[]; accepted: readonly Pick<Accepted, 'incidentId'>[]; fired: NamedMembers }

/** Of a statement that knows a `moment`: without one it adds nothing. Its parameters are numbered from `first` on. */
export function deliverFrom(first: number): string {
  return `
    INSERT INTO alerts (incident_id, times, dialect, state, sender_id, message, details, received_at)
    SELECT nullif(incident_id, ''), times::int, dialect, state, sender_id, message, details, now
      FROM moment, unnest(${textParameters(first, 7)}) AS delivery (incident_id, times, dialect, state, sender_id, message, details)`
}

export function fireFrom(first: number): string {
  return `
    INSERT INTO incident_alerts (incident_id, key, state, name, labels, annotations, starts_at, severity, first_seen_at, last_seen_at)
    SELECT incident_id, key, 'firing', name, labels, annotations, starts_at, severity, now, now
      FROM moment, unnest(${textParameters(first, 7)}) AS given (incident_id, key, name, labels, annotations, starts_at, severity)`
}

function textParameters(first: number, count: number): string {
  const rest = Array.from({ length: count - 1 }, (_, index) => `$${first + 1 + index}::text[]`)
  return [anyLength(`$${first}`), ...rest].join(', ')
}

/** What `fireFrom` does with one that is known. */
export const FIRES_AGAIN = `
  ON CONFLICT (incident_id, key) DO UPDATE SET state = 'firing',
    came_at = CASE WHEN incident_alerts.state = 'resolved' THEN excluded.last_seen_at ELSE incident_alerts.came_at END, labels = excluded.labels,
    annotations = excluded.annotations, starts_at = excluded.starts_at, severity = excluded.severity, last_seen_at = excluded.last_seen_at`

const DELIVER = `
  WITH ${MOMENT}, delivered AS (${deliverFrom(1)})
  ${fireFrom(8)} ${FIRES_AGAIN}`

export async function saveDeliveries(connection: Connection, delivered: Delivered): Promise<void> {
  await connection.query({ name: 'save-deliveries', text: DELIVER, values: textArrays(deliveredColumns(delivered)) })
}

type Delivery = { incidentId: string; alert: Alert; times: number }

/** One that was sent several times word by word is the same object each time, and written once, with how often it came. */
function deliveriesOf({ group, accepted }: Delivered): Delivery[] {
  const deliveries = new Map<Alert, Delivery[]>()
  for (const [index, alert] of group.entries()) {
    const incidentId = accepted[index]?.incidentId ?? ''
    const same = deliveries.get(alert) ?? []
    const before = same.find((delivery) => delivery.incidentId === incidentId)
    if (before) before.times += 1
    else deliveries.set(alert, [...same, { incidentId, alert, times: 1 }])
  }
  return [...deliveries.values()].flat()
}

function detailsOf({ labels, metadata, sentAt }: Alert): string {
  return JSON.stringify({ labels, metadata, sent_at: sentAt })
}

/** In the order of the parameters above. */
export function deliveredColumns(delivered: Delivered): (string | null)[][] {
  const deliveries = deliveriesOf(delivered)
  const firing = inOrder(delivered.fired)
  return [
    deliveries.map(({ incidentId }) => incidentId),
    deliveries.map(({ times }) => String(times)),
    deliveries.map(({ alert }) => alert.dialect),
    deliveries.map(({ alert }) => alert.state),
    deliveries.map(({ alert }) => alert.senderId),
    deliveries.map(({ alert }) => alert.message),
    deliveries.map(({ alert }) => detailsOf(alert)),
    firing.map(({ incidentId }) => incidentId),
    firing.map(({ member }) => member.key),
    firing.map(({ member }) => member.name),
    firing.map(({ member }) => JSON.stringify(member.labels)),
    firing.map(({ member }) => JSON.stringify(member.annotations)),
    firing.map(({ member }) => member.startsAt ?? null),
    firing.map(({ member }) => member.severity),
  ]
}
