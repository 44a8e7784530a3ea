import type { IncidentItem } from '@contract/incident.ts'
import { tellDuration } from '../../parts/moment.tsx'

const CLOSED: readonly IncidentItem['status'][] = ['resolved', 'ignored', 'expired']

/** How long it was open, or has been. */
export function tellTook({ status, duration }: IncidentItem): string {
  return CLOSED.includes(status) ? tellDuration(duration) : `open, ${tellDuration(duration)}`
}
