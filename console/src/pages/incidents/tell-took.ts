import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../../language/phrase.ts'
import { isClosed } from '../../parts/statuses.ts'
import { tellDuration } from '../../parts/times.ts'

/** How long it was open, or has been. */
export function tellTook({ status, duration }: IncidentItem): string {
  return isClosed(status) ? tellDuration(duration) : phrase('open, {duration}', { duration: tellDuration(duration) })
}
