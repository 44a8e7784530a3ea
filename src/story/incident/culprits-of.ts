/** Who is at fault by what was found, and whose service that is: their people are called first, whoever's alert it is. */
import type { EnvironmentMap, KnownService } from '../../guidance/environment/environment-map.ts'
import type { Diagnosis } from './diagnosis.ts'
import { type Named, serviceNamed } from './service-of.ts'

export type Pointing = Pick<Diagnosis, 'conclusion' | 'guesses' | 'disagreement'> & Partial<Pick<Diagnosis, 'faults'>>

const CULPRITS_MAX = 2

export function culpritsOf(found: Pointing, map: EnvironmentMap): KnownService[] {
  const known = namesAtFault(found).flatMap((named) => serviceNamed(named, map) ?? [])
  return [...new Set(known)].slice(0, CULPRITS_MAX)
}

/** Diagnoses kept before there were faults have none. What is proven names one, unless it explains nothing of the alert; where nothing is, everybody it may be is named, the likeliest first. */
export function namesAtFault({ faults = [], guesses = [], disagreement }: Pointing): Named[] {
  // Of two who disagree the conclusion is the other's, and the fault is not its own.
  const [proven] = disagreement === undefined ? faults : []
  if (proven && !proven.isBeside) return [placed(proven.object)]
  return guesses.map(({ entity }) => ({ name: entity, namespace: undefined }))
}

/** `Deployment shop/checkout`, or `Node worker-1`. */
function placed(object: string): Named {
  const [name = '', namespace] = object
    .slice(object.indexOf(' ') + 1)
    .split('/')
    .reverse()
  return { name, namespace }
}
