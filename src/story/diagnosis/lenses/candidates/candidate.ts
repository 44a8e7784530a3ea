/** A step that could be taken, and what speaks for and against it: signs by name, each from 0 to 1. */
import type { StepObject } from '../../../../plugins/gate.ts'
import type { WantedAction } from '../../../incident/wanted-step.ts'
import type { Family } from './weights.ts'

export type Signs = Readonly<Record<string, number>>

export type Candidate = {
  /** Candidates of one family are weighed alike. */
  family: Family
  action: Omit<WantedAction, 'why'>
  atFault: StepObject
  /** The step in a few words, with whom it would touch. */
  says: string
  signs: Signs
}

export function flag(holds: boolean): number {
  return holds ? 1 : 0
}
