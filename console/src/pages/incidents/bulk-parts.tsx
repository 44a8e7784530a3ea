/** What every dialog about many incidents shows: which they are, and what came of it. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import type { Refused } from './say-all.ts'

const NAMED_MAX = 8

export function Named({ incidents, left }: { incidents: readonly IncidentItem[]; left: number }) {
  const more = incidents.length - NAMED_MAX
  return (
    <Stack gap="xs">
      <List size="sm">
        {incidents.slice(0, NAMED_MAX).map(({ id, title }) => (
          <List.Item key={id} className="wrap-anywhere">
            {id} {exactText(title).slice(0, 120)}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{phrase('and {more} more', { more })}</List.Item>}
      </List>
      {left > 0 && (
        <Text size="sm" className="muted">
          {phrase('{some} in a state in which this cannot be said, and stays as it is.', {
            some: left === 1 ? phrase('One of the chosen is') : phrase('{left} of the chosen are', { left }),
          })}
        </Text>
      )}
    </Stack>
  )
}

type OutcomeProps = { done: string; total: number; refused: readonly Refused[]; onClose: () => void }

/** How many were changed, and which were not and why: thousands may be refused for one reason, which is told once. */
export function Outcome({ done, total, refused, onClose }: OutcomeProps) {
  const reasons = Map.groupBy(refused, ({ why }) => why)
  return (
    <Stack gap="md">
      <Text role="status">
        {total - refused.length} {done}
        {refused.length > 0 && phrase(', {refused} not', { refused: refused.length })}.
      </Text>
      {refused.length > 0 && (
        <List size="sm">
          {[...reasons].map(([why, those]) => (
            <List.Item key={why} className="wrap-anywhere">
              {tellIds(those)}: {why}
            </List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {phrase('Close')}
        </Button>
      </Group>
    </Stack>
  )
}

function tellIds(refused: readonly Refused[]): string {
  const ids = refused.slice(0, NAMED_MAX).map(({ id }) => id)
  const more = refused.length - ids.length
  return more > 0 ? `${ids.join(', ')}, ${phrase('and {more} more', { more })}` : ids.join(', ')
}
