/** A stored event as a message of the stream: exactly one for each, under its own name if the contract has one for it. */
import type { FeedEvent } from '../../../story/incident/event-feed.ts'

type Named = { name: string; data: Record<string, unknown> }

export function messageOf(event: FeedEvent): Buffer {
  const { name, data } = named(event)
  return Buffer.from(`id: ${event.id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The contract's five events with exactly its fields; everything else is an `incident_updated` for live pages. */
function named({ kind, incidentId, status, title, severity, data }: FeedEvent): Named {
  switch (kind) {
    case 'alert_received':
      return { name: 'incident_created', data: { id: incidentId, title, severity } }
    case 'diagnosis_completed':
      return { name: kind, data: { incident_id: incidentId, conclusion: data.conclusion, confidence: data.confidence } }
    case 'proposal_created':
      return { name: kind, data: { incident_id: incidentId, risk_level: data.risk_level } }
    case 'execution_completed':
      return { name: kind, data: { incident_id: incidentId, success: data.success, duration: data.duration } }
    case 'incident_resolved':
      return { name: kind, data: { incident_id: incidentId, resolution: data.resolution } }
    default:
      return { name: 'incident_updated', data: { incident_id: incidentId, status, kind } }
  }
}
