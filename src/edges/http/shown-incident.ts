/** Incidents in the contract's own names. */
import type { Incident, IncidentSummary } from '../../story/incident/incident.ts'
import type { IncidentEvent } from '../../story/incident/incident-event.ts'
import type { IncidentDetail, IncidentItem } from './contract/incident.ts'

export function itemOf(
  { id, title, status, severity, category, createdAt, closedAt, resolvedAt }: IncidentSummary,
  now: Date,
): IncidentItem {
  return {
    id,
    title,
    status,
    severity,
    category,
    created_at: createdAt.toISOString(),
    ...(resolvedAt ? { resolved_at: resolvedAt.toISOString() } : {}),
    duration: secondsBetween(createdAt, closedAt ?? now),
  }
}

/** Clocks differ by moments; a duration is never negative. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))
}

export function eventOf({ id, kind, at, data }: IncidentEvent) {
  return { id, type: kind, timestamp: at.toISOString(), data }
}

export function detailOf(incident: Incident, events: readonly IncidentEvent[], now: Date) {
  const shown = {
    ...itemOf(incident, now),
    description: incident.description,
    source: incident.source,
    fingerprint: incident.fingerprint,
    diagnosis: null,
    proposal: null,
    execution_result: null,
    events: events.map(eventOf) as IncidentDetail['events'],
    updated_at: incident.updatedAt.toISOString(),
    ...(incident.resolution ? { resolution: incident.resolution } : {}),
    repeat_count: incident.repeatCount,
    alerts: incident.members.map(({ startsAt, ...member }) => ({
      ...member,
      ...(startsAt ? { starts_at: startsAt } : {}),
    })),
  }
  return shown satisfies IncidentDetail
}
