/** How it ended, or why a person has it now, in a title and a sentence. */
import type { IncidentDetail } from '@contract/incident.ts'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { RESOLUTION_WORDS } from './event-words.ts'
import { lastOf } from './timeline-reading.ts'

type Ending = { color: string; title: string; text: string }

export function endingOf({ status, events, diagnosis, resolution = '' }: IncidentDetail): Ending | undefined {
  switch (status) {
    case 'escalated':
      return {
        color: 'red',
        title: phrase('A person must look'),
        text: lastOf(events, 'incident_escalated')?.data.reason ?? '',
      }
    case 'expired':
      return {
        color: 'gray',
        title: phrase('Nobody decided in time'),
        text: phrase('Nothing was run. Whoever looks after it has to see whether it still fires.'),
      }
    case 'ignored': {
      const { by = phrase('somebody'), comment = '' } = lastOf(events, 'incident_ignored')?.data ?? {}
      return {
        color: 'gray',
        title: phrase('Ignored by {by}', { by: exactText(by) }),
        text: comment || phrase('No reason was given.'),
      }
    }
    case 'resolved': {
      const { by = '', comment = '' } = lastOf(events, 'incident_resolved')?.data ?? {}
      const who = by === '' || by === 'firebreak' ? '' : phrase('Said by {by}.', { by })
      // Where the diagnosis itself closed it, it stands below with its proof.
      const text = [who, comment === diagnosis?.conclusion ? '' : comment].filter(Boolean).join(' ')
      return { color: 'green', title: RESOLUTION_WORDS[resolution] ?? phrase('Resolved'), text }
    }
    default:
      return undefined
  }
}
