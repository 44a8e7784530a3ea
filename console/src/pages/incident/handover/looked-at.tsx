/** Every look of the last diagnosis: what answered, to be opened, and what could not be asked, with the reason. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Button, Group, Text } from '@mantine/core'
import { exactText } from '../../../parts/exact-text.ts'
import { Sentences } from '../doubts.tsx'
import { tellUnseen } from '../tell-unseen.ts'
import { isKind, sinceDiagnosis } from '../timeline-reading.ts'

type Props = {
  incident: IncidentDetail
  names: ReadonlyMap<string, string>
  onOpen: (event: IncidentEvent) => void
}

/** Looks that were made for something else than the cause. */
const NOT_DIAGNOSIS: readonly string[] = ['verification', 'question', 'plan']

export function LookedAt({ incident, names, onOpen }: Props) {
  const calls = sinceDiagnosis(incident.events)
    .filter(isKind('tool_call'))
    .filter(({ data }) => !NOT_DIAGNOSIS.includes(data.by))
  const answered = calls.filter(({ data }) => data.result.success)
  return (
    <>
      <Text size="sm">{tellCount(answered.length, calls.length)}</Text>
      {answered.length > 0 && (
        <Group gap={4} role="group" aria-label="Looks that answered">
          {answered.map((event) => (
            <Button key={event.id} size="compact-xs" variant="default" fw={400} onClick={() => onOpen(event)}>
              {names.get(event.id) ?? event.data.call} {exactText(event.data.tool)}
            </Button>
          ))}
        </Group>
      )}
      <Sentences title="Could not be looked at" of={(incident.diagnosis?.not_seen ?? []).map(tellUnseen)} />
    </>
  )
}

function tellCount(answered: number, all: number): string {
  if (all === 0) return 'Nothing was looked at.'
  if (answered === all) return all === 1 ? 'One look, and it answered.' : `${all} looks, and all of them answered.`
  return `${all} ${all === 1 ? 'look' : 'looks'}, of which ${answered === 0 ? 'none' : answered} answered.`
}
