/** How it stands once we are done with it: over, or in the hands of a person. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Text } from '@mantine/core'
import { exactText } from '../../parts/exact-text.ts'
import { RESOLUTION_WORDS } from './event-words.ts'
import { lastOf } from './timeline-reading.ts'

export function Ending({ incident }: { incident: IncidentDetail }) {
  const ending = endingOf(incident)
  if (!ending) return null
  return (
    <Alert color={ending.color} title={ending.title}>
      <Text size="sm" className="wrap-anywhere">
        {exactText(ending.text)}
      </Text>
    </Alert>
  )
}

function endingOf({ status, events, resolution = '' }: IncidentDetail) {
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
      const text = [by === '' || by === 'firebreak' ? '' : `Said by ${by}.`, comment].filter(Boolean).join(' ')
      return { color: 'green', title: RESOLUTION_WORDS[resolution] ?? 'Resolved', text }
    }
    default:
      return undefined
  }
}
