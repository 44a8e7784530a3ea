/** What the timeline tells of an incident's course: who decided last, and how it came to be where it is. */
import type { CardView } from '../../ports/people.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { EventData, EventKind, IncidentEvent } from '../incident/incident-event.ts'

/** Rows of the timeline hold what was written under their kind; this is the one place that says so. */
export function lastOf<Kind extends EventKind>(
  events: readonly IncidentEvent[],
  kind: Kind,
): { at: Date; id: string; data: EventData[Kind] } | undefined {
  const event = events.findLast((one) => one.kind === kind)
  return event && { at: event.at, id: event.id, data: event.data as EventData[Kind] }
}

type Decided = { by: string; at: string; decision: string; comment: string }

/** The word on the plan that was asked for last; one on an earlier plan is history. */
export function decisionIn(events: readonly IncidentEvent[]): Decided | undefined {
  const asked = events.findLastIndex(({ kind }) => kind === 'confirmation_requested')
  const received = lastOf(events.slice(asked + 1), 'confirmation_received')
  if (received === undefined) return undefined
  const { by, decision, comment } = received.data
  return { by, at: received.at.toISOString(), decision, comment }
}

/** What the verdict on the plan that was asked for last rests on. */
export function verdictIn(events: readonly IncidentEvent[]): NonNullable<CardView['verdict']> {
  const asked = events.findLastIndex(({ kind }) => kind === 'confirmation_requested')
  const checks = lastOf(events.slice(asked + 1), 'verification_completed')?.data.checks ?? []
  // Older checks were written down without their reasons.
  return checks.flatMap(({ text, basis, at = '', otherwise = '' }) =>
    basis === undefined ? [] : [{ text, basis, at, otherwise }],
  )
}

/** How it ended, or what is being done, in a sentence. */
export function outcomeIn(incident: WholeIncident, events: readonly IncidentEvent[]): string | undefined {
  switch (incident.status) {
    case 'resolved': {
      const { resolution = '', by = '', comment = '' } = lastOf(events, 'incident_resolved')?.data ?? {}
      return sentences(
        RESOLUTIONS[resolution] ?? 'Resolved.',
        by === 'firebreak' || by === '' ? '' : `Said by ${by}.`,
        comment,
      )
    }
    case 'escalated':
      return sentences(lastOf(events, 'incident_escalated')?.data.reason, suggestionsOf(incident))
    case 'expired':
      return lastOf(events, 'incident_expired')?.data.reason
    case 'ignored': {
      const { by = '', comment = '' } = lastOf(events, 'incident_ignored')?.data ?? {}
      return sentences(`Ignored by ${by}.`, comment)
    }
    case 'executing':
      return 'The plan is being carried out.'
    case 'verifying':
      return 'The plan was carried out; we are looking whether it helped.'
    default:
      return undefined
  }
}

const RESOLUTIONS: Readonly<Record<string, string>> = {
  fixed: 'Fixed and verified.',
  alert_cleared: 'The source says that the alert has cleared.',
  operator: 'Resolved by a person.',
  recovered: 'It has recovered by itself.',
  works_as_designed: 'It works as designed; nothing needs to be done.',
}

/** What analysis would have a person do; the model's own words stand apart. */
function suggestionsOf({ diagnosis }: WholeIncident): string {
  const { source, suggestedActions = [] } = diagnosis ?? {}
  return source === 'analysis' && suggestedActions.length > 0
    ? `What a person could do: ${suggestedActions.join(' ')}`
    : ''
}

function sentences(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
