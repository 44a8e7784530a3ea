/** A plan somebody wrote by hand, person or agent. It is judged like any other and waits for a person like any other. */
import type { Status } from './lifecycle.ts'
import type { WantedAction } from './wanted-step.ts'

export const HANDED_ACTIONS_MAX = 5

export type HandedInPlan = {
  by: string
  via: 'api'
  /** Why this and not another, in the words of who hands it in. */
  why: string
  actions: readonly WantedAction[]
  /** The how-manieth of its incident. */
  number: number
}

export type HandedInStore = {
  /**
   * One compare-and-set on the incident's row: only while a person has taken over and no plan waits. Answers the status it
   * was refused in; undefined where there is no such incident.
   */
  handIn(
    incidentId: string,
    plan: Omit<HandedInPlan, 'number'>,
  ): Promise<{ isTaken: boolean; status: Status; partOf?: string } | undefined>
  /** The plan a run is to judge. */
  ofRun(runId: string): Promise<HandedInPlan | undefined>
}
