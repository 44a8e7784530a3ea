/** Every look of the last diagnosis: what answered, to be opened, and what could not be asked, with the reason. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Button, Group, Text } from '@mantine/core'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { tellLook } from '../../../parts/tool-names.ts'
import { Sentences } from '../doubts.tsx'
import { tellUnseen } from '../tell-unseen.ts'
import { looksOf } from './looks-of.ts'

type Props = {
  incident: IncidentDetail
  names: ReadonlyMap<string, string>
  onOpen: (event: IncidentEvent) => void
}

export function LookedAt({ incident, names, onOpen }: Props) {
  const { calls, answered } = looksOf(incident)
  const unanswered = calls.filter((call) => !answered.includes(call))
  return (
    <>
      <Text size="sm">{tellCount(answered.length, calls.length)}</Text>
      <Looks label={phrase('Looks that answered')} of={answered} names={names} onOpen={onOpen} />
      {unanswered.length > 0 && <Text size="sm">{phrase('Not answered, to be opened for the reason:')}</Text>}
      <Looks label={phrase('Looks that did not answer')} of={unanswered} names={names} onOpen={onOpen} />
      <Sentences title={phrase('Could not be looked at')} of={(incident.diagnosis?.not_seen ?? []).map(tellUnseen)} />
    </>
  )
}

type LooksProps = Omit<Props, 'incident'> & { label: string; of: ReturnType<typeof looksOf>['calls'] }

function Looks({ label, of: looks, names, onOpen }: LooksProps) {
  if (looks.length === 0) return null
  return (
    <Group gap={4} role="group" aria-label={label}>
      {looks.map((event) => (
        <Button key={event.id} size="compact-xs" variant="default" fw={400} onClick={() => onOpen(event)}>
          {names.get(event.id) ?? event.data.call} {exactText(tellLook(event.data))}
        </Button>
      ))}
    </Group>
  )
}

function tellCount(answered: number, all: number): string {
  if (all === 0) return phrase('Nothing was looked at.')
  if (all === 1)
    return answered === 1 ? phrase('One look, and it answered.') : phrase('One look, and it did not answer.')
  if (answered === all) return phrase('{all} looks, and all of them answered.', { all })
  if (answered === 0) return phrase('{all} looks, and none of them answered.', { all })
  return phrase('{all} looks, of which {answered} answered.', { all, answered })
}
