/** Where nothing is drawn, why: a reader who knows maps from other incidents should not look for one. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { phrase } from '../../../language/phrase.ts'

export function whyNoMap({
  map,
  guesses,
  at_fault,
}: Pick<Diagnosis, 'guesses' | 'at_fault'> & Partial<Pick<Diagnosis, 'map'>>): string {
  const pointedTo = new Set([...at_fault, ...guesses.map(({ entity }) => entity)])
  const shown = map?.entities.length ?? 0
  if (shown === 1 || (pointedTo.size === 1 && shown === 0))
    return phrase('There is no map: only one part is known, and nothing that is tied to it.')
  return pointedTo.size === 0
    ? phrase('There is no map: nothing that was seen points to anybody.')
    : phrase('There is no map: nothing that was seen ties those it points to, to each other or to the alert.')
}
