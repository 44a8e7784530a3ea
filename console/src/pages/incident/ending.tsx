/** How it stands once we are done with it: over, or in the hands of a person. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Text } from '@mantine/core'
import { Said } from '../../parts/said.tsx'
import { endingOf } from './ending-words.ts'

export function Ending({ incident }: { incident: IncidentDetail }) {
  const ending = endingOf(incident)
  if (!ending) return null
  return (
    <Alert color={ending.color} title={ending.title}>
      {ending.text !== '' && (
        <Text size="sm" className="wrap-anywhere">
          <Said text={ending.text} />
        </Text>
      )}
    </Alert>
  )
}
