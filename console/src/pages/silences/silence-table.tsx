import type { SilenceItem } from '@contract/silence.ts'
import { Badge, Table, Text, UnstyledButton } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { CHOICE } from '../../parts/choosing.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import '../../parts/stacked-table.css'
import { STATE_COLORS, STATE_WORDS, tellMatchers } from './silence-words.ts'

type Props = { silences: readonly SilenceItem[]; onChoose: (id: string) => void }

export function SilenceTable({ silences, onChoose }: Props) {
  return (
    <Table
      highlightOnHover
      verticalSpacing="sm"
      className="surface stacked-table"
      withTableBorder
      aria-label={phrase('Silences')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{phrase('Silence')}</Table.Th>
          <Table.Th>{phrase('State')}</Table.Th>
          <Table.Th>{phrase('Held back')}</Table.Th>
          <Table.Th>{phrase('Until')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {silences.map((silence) => (
          <SilenceRow key={silence.id} silence={silence} onChoose={onChoose} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function SilenceRow({ silence, onChoose }: { silence: SilenceItem; onChoose: (id: string) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton onClick={() => onChoose(silence.id)} {...CHOICE}>
          <Text size="sm" fw={600} className="wrap-anywhere" lineClamp={2}>
            {exactText(silence.comment)}
          </Text>
          <Text size="sm" className="muted wrap-anywhere" lineClamp={2}>
            {exactText(tellMatchers(silence.matchers))}
          </Text>
          {silence.source === 'alertmanager' && (
            <Text size="xs" className="muted">
              {phrase('kept by the alert manager')}
            </Text>
          )}
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-label={phrase('State')}>
        <SilenceState state={silence.state} />
      </Table.Td>
      <Table.Td data-label={phrase('Held back')}>{silence.held_back.notifications}</Table.Td>
      <Table.Td data-label={phrase('Until')}>
        <div>
          <Moment at={silence.ends_at} />
          {silence.state === 'pending' && (
            <Text size="xs" className="muted" component="div">
              {richPhrase('begins {moment}', { moment: <Moment at={silence.starts_at} size="xs" /> })}
            </Text>
          )}
        </div>
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
