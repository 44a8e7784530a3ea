/** Where nothing is drawn, why: a reader who knows maps from other incidents should not look for one. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'
import { phrase } from '../../../language/phrase.ts'

type Pointing = Pick<Diagnosis, 'guesses' | 'at_fault'> & Partial<Pick<Diagnosis, 'map'>>

export function whyNoMap({ map, guesses, at_fault }: Pointing, alerts: IncidentDetail['alerts'] = []): string {
  const pointedTo = new Set([...at_fault, ...guesses.map(({ entity }) => entity)])
  const shown = map?.entities.length ?? 0
  if (at_fault.length === 1 && shown === 0 && names(alerts, at_fault))
    return phrase('There is no map: the alert itself names what is at fault, and nothing else is tied to it.')
  if (shown === 1 || (pointedTo.size === 1 && shown === 0))
    return phrase('There is no map: only one part is known, and nothing that is tied to it.')
  return pointedTo.size === 0
    ? phrase('There is no map: nothing that was seen points to anybody.')
    : phrase('There is no map: nothing that was seen ties those it points to, to each other or to the alert.')
}

/** By a label; its pods bear its name. */
function names(alerts: IncidentDetail['alerts'], at_fault: readonly string[]): boolean {
  const said = alerts.flatMap(({ labels }) => Object.values(labels))
  return at_fault.some((name) => said.some((value) => value === name || value.startsWith(`${name}-`)))
}
