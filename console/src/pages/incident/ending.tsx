/** How it stands once we are done with it: over, in the hands of a person, or looked after with another one. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { Said } from '../../parts/said.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { endingOf } from './ending-words.ts'
import { LedBy } from './led-by.tsx'

export function Ending({ incident }: { incident: IncidentDetail }) {
  // Whoever opens a part by night is needed at the one that leads it.
  if (incident.part_of !== null && !isClosed(incident.status)) return <PartNote leader={incident.part_of} />
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

function PartNote({ leader }: { leader: string }) {
  return (
    <Alert color="blue" title={phrase('Part of another incident')}>
      <Text size="sm">
        <LedBy leader={leader} />
      </Text>
    </Alert>
  )
}
