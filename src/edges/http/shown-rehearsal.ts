import type { Rehearsal } from '../../story/execution/rehearse.ts'
import type { Rehearsals } from './contract/incident.ts'

export function shownRehearsal({ wouldRun, changes, seen, ...rest }: Rehearsal): Rehearsals['actions'][number] {
  return {
    ...rest,
    would_run: wouldRun,
    changes: [...changes],
    ...(seen && { risk_level: seen.risk, preconditions: seen.preconditions, rollback: seen.rollback }),
  }
}
