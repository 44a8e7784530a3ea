import type { IncidentDetail } from '@contract/incident.ts'
import { isKind, sinceDiagnosis } from '../timeline-reading.ts'

/** Looks that were made for something else than the cause. */
const NOT_DIAGNOSIS: readonly string[] = ['verification', 'question', 'plan']

/** The looks of the last diagnosis, and those of them that were answered. */
export function looksOf({ events }: Pick<IncidentDetail, 'events'>) {
  const calls = sinceDiagnosis(events)
    .filter(isKind('tool_call'))
    .filter(({ data }) => !NOT_DIAGNOSIS.includes(data.by))
  return { calls, answered: calls.filter(({ data }) => data.result.success) }
}
