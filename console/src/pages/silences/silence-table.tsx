import type { SilenceItem } from '@contract/silence.ts'
import { Badge, Table, Text, UnstyledButton } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { STATE_COLORS, STATE_WORDS, tellMatchers } from './silence-words.ts'

type Props = { silences: readonly SilenceItem[]; onChoose: (id: string) => void }

export function SilenceTable({ silences, onChoose }: Props) {
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} aria-label={phrase('Silences')}>
      <Table highlightOnHover verticalSpacing="sm" className="surface" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{phrase('Silence')}</Table.Th>
            <Table.Th>{phrase('State')}</Table.Th>
            <Table.Th visibleFrom="sm">{phrase('Held back')}</Table.Th>
            <Table.Th visibleFrom="sm">{phrase('Until')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {silences.map((silence) => (
            <SilenceRow key={silence.id} silence={silence} onChoose={onChoose} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function SilenceRow({ silence, onChoose }: { silence: SilenceItem; onChoose: (id: string) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton onClick={() => onChoose(silence.id)}>
          <Text size="sm" fw={600} className="wrap-anywhere" lineClamp={2}>
            {exactText(silence.comment)}
          </Text>
          <Text size="sm" className="muted wrap-anywhere" lineClamp={2}>
            {exactText(tellMatchers(silence.matchers))}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <SilenceState state={silence.state} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{silence.held_back.notifications}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={silence.ends_at} />
      </Table.Td>
    </Table.Tr>
  )
}

export function SilenceState({ state }: Pick<SilenceItem, 'state'>) {
  return (
    <Badge variant="light" color={STATE_COLORS[state]} tt="none" miw="max-content" autoContrast>
      {STATE_WORDS[state]}
    </Badge>
  )
}
