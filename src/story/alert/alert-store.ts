import type { Alert, HeldBack } from './alert.ts'

/** What became of one notification. */
export type Accepted = {
  /** '' where a notification found nothing to clear. */
  incidentId: string
  outcome: 'opened' | 'joined' | 'counted' | 'cleared' | 'nothing' | 'silenced'
  /** Where a silence holds back some of it, or all. */
  heldBack?: readonly HeldBack[]
}

/** Where alerts are kept. All of a group is one transaction; the answer comes after its commit. */
export type AlertStore = {
  accept(group: readonly Alert[], patience?: Patience): Promise<Accepted[]>
}

/** How long a group waits for an incident that somebody holds: hardly, not at all, or as long as anybody can hold it. */
export type Patience = 'hasty' | 'none' | 'patient'

/** One of the group's incidents is held by somebody who does not move; which one shows when they come one by one. */
export class HeldUp extends Error {}
