import type { Assignee } from '@contract/assignment.ts'
import { Group, Text } from '@mantine/core'
import { IconHandStop, IconUserQuestion } from '@tabler/icons-react'
import { phrase } from '../language/phrase.ts'
import { exactText } from './exact-text.ts'

/** Who has an incident in hand; a question mark where others said so and they have not yet. */
export function InHand({ assignee, size = 'sm' }: { assignee: Assignee; size?: 'xs' | 'sm' }) {
  const { name, by, acknowledged } = assignee
  const Icon = acknowledged ? IconHandStop : IconUserQuestion
  return (
    <Group
      gap={4}
      wrap="nowrap"
      component="span"
      title={acknowledged ? undefined : phrase('Given by {by}', { by: exactText(by) })}
    >
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text size={size} component="span" className="wrap-anywhere">
        {acknowledged
          ? phrase('{name} has it', { name: exactText(name) })
          : phrase('given to {name}', { name: exactText(name) })}
      </Text>
    </Group>
  )
}
