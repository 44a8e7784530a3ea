import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../language/phrase.ts'

export const STATUS_WORDS: Record<IncidentItem['status'], string> = {
  pending: phrase('Pending'),
  diagnosing: phrase('Diagnosing'),
  awaiting_approval: phrase('Needs a decision'),
  executing: phrase('Executing'),
  verifying: phrase('Verifying'),
  resolved: phrase('Resolved'),
  ignored: phrase('Ignored'),
  expired: phrase('Expired'),
  escalated: phrase('Escalated'),
}

const CLOSED: readonly IncidentItem['status'][] = ['resolved', 'ignored', 'expired']

/** Nothing more happens to it. */
export function isClosed(status: IncidentItem['status']): boolean {
  return CLOSED.includes(status)
}
