/** How an alert comes and goes, where it does. */
import type { IncidentItem } from '@contract/incident.ts'
import { Group, Text } from '@mantine/core'
import { IconWaveSquare } from '@tabler/icons-react'
import { richPhrase } from '../language/phrase.ts'
import { Moment } from './moment.tsx'
import { tellRhythm } from './rhythm-words.ts'

type Props = { flapping: NonNullable<IncidentItem['flapping']>; size?: 'xs' | 'sm' }

export function Rhythm({ flapping, size = 'sm' }: Props) {
  const { times, since, last_at, calm_since } = flapping
  const seconds = (Date.parse(last_at) - Date.parse(since)) / 1000
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <IconWaveSquare size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text size={size} component="span">
        {tellRhythm({ times, seconds })}
        {calm_since && size === 'sm' && (
          <>, {richPhrase('calm since {at} and resolved if it stays so', { at: <Moment at={calm_since} /> })}</>
        )}
      </Text>
    </Group>
  )
}
