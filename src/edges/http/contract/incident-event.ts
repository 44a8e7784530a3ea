/** Every kind of the timeline, with what its `data` holds. */
import { type TSchema, Type } from 'typebox'
import type { EventData, EventKind } from '../../../story/incident/incident-event.ts'
import { Timestamp } from './envelope.ts'

const text = () => Type.String()
const count = () => Type.Integer()

const DATA: { [Kind in EventKind]: { [Field in keyof EventData[Kind]]: TSchema } } = {
  alert_received: { message: text(), sender_id: text() },
  alert_repeated: { count: count(), total: count(), message: text() },
  alert_cleared: { alerts: Type.Array(Type.String()), still_firing: count() },
  diagnosis_started: {},
  incident_resolved: { resolution: text(), by: text(), comment: text() },
  incident_escalated: { reason: text() },
  incident_expired: { reason: text() },
  note_added: { by: text(), text: text() },
}

export const IncidentEvent = Type.Union(
  (Object.keys(DATA) as EventKind[]).map((kind) =>
    Type.Object({
      id: Type.String({ description: 'A decimal number that grows over all incidents; also the id on the stream.' }),
      type: Type.Literal(kind),
      timestamp: Timestamp,
      data: Type.Object(DATA[kind]),
    }),
  ),
)
