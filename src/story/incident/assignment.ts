/** Who has an incident in hand: somebody who said so, or to whom another gave it. It changes nothing else. */
import type { Status } from './lifecycle.ts'

export type Assignee = { name: string; by: string; at: Date }

export type Assignment = {
  incidentId: string
  /** Undefined: nobody has it any more. */
  name: string | undefined
  by: string
  via: 'api' | 'chat'
}

export const ASSIGNEE_CHARACTERS_MAX = 200

export type AssignmentStore = {
  /** Refused where the incident is closed; undefined where there is none. Said twice it is told once. */
  assign(assignment: Assignment): Promise<{ isTaken: boolean; status: Status } | undefined>
}

/** Somebody has it and said so, rather than being named by another. */
export function isAcknowledged({ name, by }: Pick<Assignee, 'name' | 'by'>): boolean {
  return name === by
}
