/** How it ended, or why a person has it now, in a title and a sentence. */
import type { IncidentDetail } from '@contract/incident.ts'
import { exactText } from '../../parts/exact-text.ts'
import { RESOLUTION_WORDS } from './event-words.ts'
import { lastOf } from './timeline-reading.ts'

type Ending = { color: string; title: string; text: string }

export function endingOf({ status, events, diagnosis, resolution = '' }: IncidentDetail): Ending | undefined {
  switch (status) {
    case 'escalated':
      return {
        color: 'red',
        title: 'A person must look',
        text: lastOf(events, 'incident_escalated')?.data.reason ?? '',
      }
    case 'expired':
      return {
        color: 'gray',
        title: 'Nobody decided in time',
        text: lastOf(events, 'incident_expired')?.data.reason ?? '',
      }
    case 'ignored': {
      const { by = 'somebody', comment = '' } = lastOf(events, 'incident_ignored')?.data ?? {}
      return { color: 'gray', title: `Ignored by ${exactText(by)}`, text: comment || 'No reason was given.' }
    }
    case 'resolved': {
      const { by = '', comment = '' } = lastOf(events, 'incident_resolved')?.data ?? {}
      const who = by === '' || by === 'firebreak' ? '' : `Said by ${by}.`
      // Where the diagnosis itself closed it, it stands below with its proof.
      const text = [who, comment === diagnosis?.conclusion ? '' : comment].filter(Boolean).join(' ')
      return { color: 'green', title: RESOLUTION_WORDS[resolution] ?? 'Resolved', text }
    }
    default:
      return undefined
  }
}
