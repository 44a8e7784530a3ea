/** Whether it helped, with what was looked at before and after. */
import '../../parts/stacked-table.css'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { Shortened } from '../../parts/shortened.tsx'
import { VERIFICATION_WORDS } from './event-words.ts'
import { isSaidIn } from './said-once.ts'
import type { EventOf } from './timeline-reading.ts'

type Data = EventOf<'verification_completed'>['data']

const COLORS: Readonly<Record<string, string>> = {
  resolved: 'green',
  no_effect: 'orange',
  worse: 'red',
  unclear: 'yellow',
}

type Props = {
  data: Data
  /** What stands above already. */
  said?: string | undefined
  /** What the diagnosis below tells. */
  found?: string | undefined
}

export function Verification({ data: { outcome, sentence, checks }, said, found }: Props) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{phrase('Verification')}</Text>
        <Badge variant="light" color={COLORS[outcome] ?? 'gray'} tt="none" autoContrast>
          {VERIFICATION_WORDS[outcome] ?? outcome}
        </Badge>
      </Group>
      {!said?.includes(sentence) && (
        <Text size="sm" className="wrap-anywhere">
          <Said text={sentence} />
        </Text>
      )}
      {checks.length > 0 && <Checks checks={checks} said={said} found={found} />}
    </Stack>
  )
}

function Checks({ checks, said, found }: Pick<Data, 'checks'> & Omit<Props, 'data'>) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table
        withRowBorders
        layout="fixed"
        verticalSpacing={6}
        className="stacked-table"
        aria-label={phrase('Checks, before and after')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="44%">{phrase('Looked at')}</Table.Th>
            <Table.Th>{phrase('Before')}</Table.Th>
            <Table.Th w="24%">{phrase('Now')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {checks.map(({ text, before, after, holds, basis, otherwise, at }) => (
            <Table.Tr key={`${text} ${before} ${after}`}>
              <Table.Td className="wrap-anywhere">
                <Badge variant="light" color={holds ? 'green' : 'orange'} size="sm" tt="none" autoContrast>
                  {holds ? phrase('well') : phrase('not well')}
                </Badge>{' '}
                {!(basis && isSaidIn(said, text)) && <Said text={text} />}
                {basis && <Reason basis={basis} otherwise={otherwise} at={at} />}
              </Table.Td>
              <Table.Td className="wrap-anywhere" data-label={phrase('Before')}>
                <Shortened name={phrase('Before: {what}', { what: text })} maxHeight={66}>
                  {isSaidIn(found, before) ? phrase('as the diagnosis tells') : <Said text={before} />}
                </Shortened>
              </Table.Td>
              <Table.Td className="wrap-anywhere" data-label={phrase('Now')}>
                <Said text={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Check = Data['checks'][number]

/** Why it is called well or not: what was compared, of when, and what the other verdict would have looked like. */
function Reason({ basis, otherwise, at }: { [Part in 'basis' | 'otherwise' | 'at']: Check[Part] | undefined }) {
  return (
    <Text size="xs" c="dimmed" className="wrap-anywhere">
      {richPhrase('Compared: {basis}{seen}. {otherwise}', {
        basis: <Said text={basis ?? ''} />,
        seen: at && <>{richPhrase(', seen {moment}', { moment: <Moment at={at} size="xs" /> })}</>,
        otherwise: otherwise && <Said text={otherwise} />,
      })}
    </Text>
  )
}
