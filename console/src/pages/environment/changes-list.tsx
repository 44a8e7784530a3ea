import { Badge, Group, List, Stack, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { LineDifference } from '../../parts/line-difference-view.tsx'
import { type Change, changesBetween } from './changes.ts'
import { readJson, writeJson } from './exact-json.ts'
import { tellValue } from './told-value.ts'

/** Two documents, and what it would mean to put the second for the first. */
export function ChangesList({ before, after }: { before: string; after: string }) {
  const changes = changesBetween(readJson(before), readJson(after))
  if (changes.length === 0) return <Text>{phrase('Nothing changes.')}</Text>
  return (
    <List listStyleType="none" spacing="sm" aria-label={phrase('What changes')}>
      {changes.map((change) => (
        <List.Item key={change.where} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
          <ChangeRow change={change} />
        </List.Item>
      ))}
    </List>
  )
}

const COLORS = { added: 'green', removed: 'red', changed: 'blue' } as const
const CHANGE_WORDS = { added: phrase('added'), removed: phrase('removed'), changed: phrase('changed') } as const

function ChangeRow({ change: { where, before, after } }: { change: Change }) {
  const word = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="light" color={COLORS[word]} autoContrast miw={84} style={{ flexShrink: 0 }}>
          {CHANGE_WORDS[word]}
        </Badge>
        <Text size="sm" fw={600} className="wrap-anywhere">
          {where || phrase('the whole document')}
        </Text>
      </Group>
      <LineDifference {...sidesOf(before, after)} />
    </Stack>
  )
}

/** What reads the same, such as a number and its digits as text, differs only as it is written. */
function sidesOf(before: unknown, after: unknown): { before: string; after: string } {
  const told = { before: tellSide(before), after: tellSide(after) }
  return told.before === told.after ? { before: writeSide(before), after: writeSide(after) } : told
}

function tellSide(value: unknown): string {
  return value === undefined ? '' : tellValue(value)
}

function writeSide(value: unknown): string {
  return value === undefined ? '' : writeJson(value)
}
