/** The way an incident took through its lifecycle, read from its timeline, and the way that would lie ahead. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'

type Status = IncidentDetail['status']

/** A part that was looked at by itself waits from then on: what is done about it is decided at its leader. */
export type StopStatus = Status | 'gathered'

/** `at` and `until` where the timeline tells them. */
export type Stop = { status: StopStatus; at?: string; until?: string }

const AHEAD: Record<Status, readonly Status[]> = {
  pending: ['diagnosing', 'awaiting_approval', 'executing', 'verifying', 'resolved'],
  diagnosing: ['awaiting_approval', 'executing', 'verifying', 'resolved'],
  awaiting_approval: ['executing', 'verifying', 'resolved'],
  executing: ['verifying', 'resolved'],
  verifying: ['resolved'],
  resolved: [],
  ignored: [],
  expired: [],
  // A person has it; where it goes is theirs to say.
  escalated: [],
}

/** What undoes an earlier plan ends with a person, not with a cure. */
export function wayAhead({ status, proposal }: Pick<IncidentDetail, 'status' | 'proposal'>): readonly Status[] {
  const isUndoing = proposal?.purpose === 'undo' && UNDOING_IN.includes(status)
  return isUndoing ? AHEAD[status].map((one) => (one === 'resolved' ? 'escalated' : one)) : AHEAD[status]
}

const UNDOING_IN: readonly Status[] = ['awaiting_approval', 'executing', 'verifying']

export function wayTaken({ events, status }: Pick<IncidentDetail, 'events' | 'status'>): Stop[] {
  const stops: Stop[] = []
  for (const event of events) {
    const reached = reachedBy(event)
    const last = stops.at(-1)
    if (reached === undefined || reached === last?.status) continue
    if (last) last.until = event.timestamp
    stops.push({ status: reached, at: event.timestamp })
  }
  const last = stops.at(-1)
  if (last?.status !== 'gathered') return last?.status === status ? stops : [...stops, { status }]
  const freed = events.findLast(({ type }) => type === 'incident_gathered' || type === 'incident_set_free')
  if (freed?.type === 'incident_set_free')
    return [...stops.slice(0, -1), { ...last, until: freed.timestamp }, { status, at: freed.timestamp }]
  // A part stands where its leader stands, from the moment it was gathered on.
  const before = stops.slice(0, -1)
  return before.at(-1)?.status === status ? stops : [...before, { ...last, status }]
}

function reachedBy(event: IncidentEvent): StopStatus | undefined {
  switch (event.type) {
    case 'alert_received':
      return 'pending'
    case 'diagnosis_started':
    case 'plan_handed_in':
      return 'diagnosing'
    case 'confirmation_requested':
      return 'awaiting_approval'
    case 'confirmation_received':
      return event.data.decision === 'confirm' ? 'executing' : undefined
    case 'execution_started':
      return 'executing'
    case 'execution_completed':
      return event.data.success ? 'verifying' : undefined
    case 'incident_gathered':
      return 'gathered'
    case 'incident_resolved':
      return 'resolved'
    case 'incident_ignored':
      return 'ignored'
    case 'incident_escalated':
      return 'escalated'
    case 'incident_expired':
      return 'expired'
    default:
      return undefined
  }
}
