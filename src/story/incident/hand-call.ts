/** A diagnostic plugin that a person ran on an incident. What it answered is evidence like any other. */
import type { EventData } from './incident-event.ts'

export type HandCall = Omit<EventData['tool_call'], 'call' | 'by' | 'person'>

/** Of one incident: its timeline stays readable. */
export const HAND_CALLS_MAX = 200

/** Looks number their calls from C1 and never come this far, so a call by hand bears a number no look will give again. */
const FIRST_NUMBER = 1_001

export function nameHandCall(before: number): string {
  return `C${FIRST_NUMBER + before}`
}

export type HandCallStore = {
  /** Asked before the plugin runs: `full` where there were too many, `none` where there is no such incident. */
  room(incidentId: string): Promise<'free' | 'full' | 'none'>
  /** Answers the number it was given. */
  keep(incidentId: string, call: HandCall, by: string): Promise<string | undefined>
}
