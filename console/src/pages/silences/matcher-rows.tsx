/** Labels a silence asks for, one row each. */
import type { SilenceItem, SilenceMatcher } from '@contract/silence.ts'
import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { phrase } from '../../language/phrase.ts'
import { SIGNS, type Sign, signOf } from './silence-words.ts'

export type Row = { id: number; name: string; sign: Sign; value: string }

export const EMPTY_ROW: Row = { id: 0, name: 'alertname', sign: '=', value: '' }

type Props = { rows: readonly Row[]; onChange: (rows: Row[]) => void }

export function MatcherRows({ rows, onChange }: Props) {
  const change = (id: number, changes: Partial<Row>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  const next = Math.max(...rows.map(({ id }) => id)) + 1
  return (
    <Stack gap="xs">
      {rows.map((row, at) => (
        <Group key={row.id} gap="xs" align="center" role="group" aria-label={phrase('Label {at}', { at: at + 1 })}>
          <TextInput
            aria-label={phrase('Label')}
            value={row.name}
            onChange={(event) => change(row.id, { name: event.currentTarget.value })}
            flex={2}
            miw={130}
            required
          />
          <NativeSelect
            aria-label={phrase('How')}
            value={row.sign}
            data={[...SIGNS]}
            onChange={(event) => change(row.id, { sign: event.currentTarget.value as Sign })}
          />
          <TextInput
            aria-label={phrase('Value')}
            value={row.value}
            onChange={(event) => change(row.id, { value: event.currentTarget.value })}
            flex={3}
            miw={150}
            {...(at === 0 && { 'data-autofocus': true })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={phrase('Remove label {at}', { at: at + 1 })}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => onChange([...rows, { ...EMPTY_ROW, id: next, name: '' }])}>
          {phrase('One label more')}
        </Button>
      </Group>
    </Stack>
  )
}

export function rowsOf(matchers: SilenceItem['matchers']): Row[] {
  return matchers.map((matcher, id) => ({ id, name: matcher.name, sign: signOf(matcher), value: matcher.value }))
}

export function matchersOf(rows: readonly Row[]): SilenceMatcher[] {
  return rows.map(({ name, sign, value }) => ({
    name,
    value,
    is_regex: sign.endsWith('~'),
    is_equal: !sign.startsWith('!'),
  }))
}
