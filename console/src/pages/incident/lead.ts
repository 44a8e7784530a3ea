/**
 * A conclusion of the analysis is one of its findings, and then why something is done or nothing is. Both stand on the page
 * beside their proof and beside the plan, so that what is left here is only what is not said there.
 */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'
import { endingOf } from './ending-words.ts'
import { planInForce } from './plan-in-force.ts'

/** `finding` is the place of the one that says all of it. */
type Lead = { text: string; finding?: number }

export function leadOf(incident: IncidentDetail, { conclusion, key_findings, no_action_reason }: Diagnosis): Lead {
  const text = withoutEnding(conclusion, [no_action_reason, endingOf(incident)?.text, ...reasonsOf(incident)])
  const finding = key_findings.indexOf(text)
  return { text, ...(finding >= 0 && { finding }) }
}

function reasonsOf(incident: IncidentDetail): string[] {
  return planInForce(incident)?.actions.map(({ why }) => why) ?? []
}

function withoutEnding(text: string, said: readonly (string | undefined)[]): string {
  const ending = said.find((one) => one && text.endsWith(one) && text.length > one.length)
  return ending === undefined ? text : text.slice(0, -ending.length).trimEnd()
}
