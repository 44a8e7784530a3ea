import type { Effect } from '../../guidance/policy/effect.ts'

/** The one name by which the ledger knows what an action changes. */
export function nameOfTargets(targets: Effect['targets']): string {
  const [first] = targets
  return first === undefined
    ? ''
    : `${first.kind} ${first.namespace === undefined ? '' : `${first.namespace}/`}${first.name}`
}
