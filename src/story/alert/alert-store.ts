import type { Alert } from './alert.ts'

/** What became of one notification. */
export type Accepted = {
  /** '' where a notification found nothing to clear. */
  incidentId: string
  outcome: 'opened' | 'joined' | 'counted' | 'cleared' | 'nothing'
}

/** Where alerts are kept. All of a group is one transaction; the answer comes after its commit. */
export type AlertStore = {
  accept(group: readonly Alert[]): Promise<Accepted[]>
}
