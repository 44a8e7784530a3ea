import type { IncidentEvent } from '@contract/incident-event.ts'
import { Chip, Group, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ALL_GROUPS, GROUP_OF, GROUPS, type Group as Kinds, type Order } from './event-groups.ts'

type Props = {
  events: readonly IncidentEvent[]
  groups: readonly Kinds[]
  order: Order
  onGroups: (groups: readonly Kinds[]) => void
  onOrder: (order: Order) => void
}

/** Nothing chosen means everything. What did not happen is not offered, unless the address chose it. */
export function TimelineFilter({ events, groups, order, onGroups, onOrder }: Props) {
  const counts = useMemo(() => countGroups(events), [events])
  const offered = ALL_GROUPS.filter((group) => (counts.get(group) ?? 0) > 0 || groups.includes(group))
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Chip.Group multiple value={[...groups]} onChange={(chosen) => onGroups(chosen as Kinds[])}>
        <Group gap={6} role="group" aria-label={phrase('Show only')}>
          {offered.map((group) => (
            <Chip key={group} value={group} size="xs" variant="outline">
              {GROUPS[group]} {counts.get(group) ?? 0}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <SegmentedControl
        size="xs"
        aria-label={phrase('Order')}
        value={order}
        onChange={(chosen) => onOrder(chosen as Order)}
        data={[
          { value: 'newest', label: phrase('Newest first') },
          { value: 'oldest', label: phrase('Oldest first') },
        ]}
      />
    </Group>
  )
}

function countGroups(events: readonly IncidentEvent[]): Map<Kinds, number> {
  const counts = new Map<Kinds, number>()
  for (const { type } of events) counts.set(GROUP_OF[type], (counts.get(GROUP_OF[type]) ?? 0) + 1)
  return counts
}
