/** What becomes of the next word of the alerts of an incident that is ignored. */
import type { DecisionRequest, IncidentDetail } from '@contract/incident.ts'
import { Radio, Stack } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import type { Word } from './decide.ts'

export type Repeats = NonNullable<DecisionRequest['repeats']>

const CHOICES: Record<Repeats, { label: string; description: string }> = {
  until_cleared: {
    label: phrase('Until it clears'),
    description: phrase('Repeats are counted here until the source says that it is over.'),
  },
  for_a_time: {
    label: phrase('For an hour'),
    description: phrase('Repeats are counted here for an hour, whether it clears in between or not.'),
  },
  once: { label: phrase('Once'), description: phrase('The next time it fires it is a new incident.') },
  for_labels: { label: phrase('For these labels'), description: '' },
}

type Props = { value: Repeats; onChange: (value: Repeats) => void; alerts: IncidentDetail['alerts'] }

export function RepeatsChoice({ value, onChange, alerts }: Props) {
  const shared = sharedLabels(alerts)
  const words = Object.keys(CHOICES) as Repeats[]
  return (
    <Radio.Group label={phrase('For how long?')} value={value} onChange={(word) => onChange(word as Repeats)}>
      <Stack gap="xs" mt="xs">
        {words.map((word) => (
          <Radio
            key={word}
            value={word}
            label={CHOICES[word].label}
            classNames={{ description: 'wrap-anywhere' }}
            description={word === 'for_labels' ? tellShared(shared) : CHOICES[word].description}
            disabled={word === 'for_labels' && shared.length === 0}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function tellShared(shared: readonly string[]): string {
  if (shared.length === 0) return phrase('Its alerts have no label in common.')
  return phrase('A silence of an hour for {shared}.', { shared: shared.join(', ') })
}

/** What the service would take, where nobody names others. */
function sharedLabels([first, ...others]: IncidentDetail['alerts']): string[] {
  return Object.entries(first?.labels ?? {})
    .filter(([name, value]) => others.every(({ labels }) => labels[name] === value))
    .map(([name, value]) => `${name}=${value}`)
}

/** It is said of the incident, whatever plan waits. */
export function ignoring(comment: string, repeats: Repeats): Word {
  return { path: 'decision', body: { decision: 'ignore', comment, repeats } }
}
