import type { IncidentItem } from '@contract/incident.ts'

const CLOSED: readonly IncidentItem['status'][] = ['resolved', 'ignored', 'expired']

/** Nothing more happens to it. */
export function isClosed(status: IncidentItem['status']): boolean {
  return CLOSED.includes(status)
}
