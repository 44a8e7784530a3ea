/**
 * The one table of an incident's states. Every move in the house goes through it, and the store refuses the rest.
 */
export type Status =
  | 'pending'
  | 'diagnosing'
  | 'awaiting_approval'
  | 'executing'
  | 'verifying'
  | 'resolved'
  | 'ignored'
  | 'expired'
  | 'escalated'

function anyOf(...statuses: Status[]): readonly Status[] {
  return Object.freeze(statuses)
}

export const LIFECYCLE: Readonly<Record<Status, readonly Status[]>> = Object.freeze({
  pending: anyOf('diagnosing', 'ignored', 'resolved'),
  diagnosing: anyOf('awaiting_approval', 'escalated', 'ignored', 'resolved'),
  // Back to `diagnosing` when a person asks us to look again.
  awaiting_approval: anyOf('executing', 'diagnosing', 'escalated', 'ignored', 'expired', 'resolved'),
  // Neither ignored nor resolved from outside: what runs is run to its end, and a clearing alert is evidence for the verification.
  executing: anyOf('verifying', 'escalated'),
  // `awaiting_approval` when a rollback is offered as a new proposal, `executing` when it was approved together with the plan.
  verifying: anyOf('resolved', 'escalated', 'awaiting_approval', 'executing'),
  // Closed. Only an act of ours that turns out to have come late opens it again, for a person.
  resolved: anyOf('escalated'),
  ignored: anyOf('escalated'),
  expired: anyOf('escalated'),
  // A person has taken over, so the incident is still open. Back to the work that was given up when that person has it tried again.
  escalated: anyOf('resolved', 'ignored', 'diagnosing', 'executing', 'verifying'),
})

const STATUSES = Object.keys(LIFECYCLE) as Status[]

export const CLOSED_STATUSES: readonly Status[] = anyOf('resolved', 'ignored', 'expired')

export const ACTIVE_STATUSES: readonly Status[] = Object.freeze(STATUSES.filter((status) => !isClosed(status)))

/** The same table as pairs, for the store's own copy to be checked against. */
export const ALLOWED_MOVES: readonly (readonly [from: Status, to: Status])[] = Object.freeze(
  STATUSES.flatMap((from) => LIFECYCLE[from].map((to) => Object.freeze([from, to] as const))),
)

export function mayBecome(from: Status, to: Status): boolean {
  return LIFECYCLE[from].includes(to)
}

/** Closed is what no longer moves by itself. An escalated incident is not: somebody is working on it. */
export function isClosed(status: Status): boolean {
  return CLOSED_STATUSES.includes(status)
}
