/** What can happen to an incident, and what is written down of it. Names and fields are those of the timeline. */
export type EventData = {
  alert_received: { message: string; sender_id: string }
  alert_repeated: { count: number; total: number; message: string }
  alert_cleared: { alerts: string[]; still_firing: number }
  diagnosis_started: Record<string, never>
  incident_resolved: { resolution: string; by: string; comment: string }
  incident_escalated: { reason: string }
  incident_expired: { reason: string }
  note_added: { by: string; text: string }
}

export type EventKind = keyof EventData

/** An event still to be written. */
export type NewEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind]

export type IncidentEvent = {
  /** A decimal number that grows over all incidents; also the id of the message on the stream. */
  id: string
  kind: EventKind
  at: Date
  data: Record<string, unknown>
}
