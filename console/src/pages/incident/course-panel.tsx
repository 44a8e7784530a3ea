/** All that happened: the timeline, and the conversation with the model. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Paper, Tabs, Title, VisuallyHidden } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useMemo } from 'react'
import { phrase } from '../../language/phrase.ts'
import { Conversation } from './conversation.tsx'
import { type Group, type Order, readGroups } from './event-groups.ts'
import type { Looks } from './looks/folded-looks.ts'
import { Timeline, type TimelineHandle } from './timeline.tsx'

type Props = {
  incident: IncidentDetail
  /** What the page calls each tool call, by its event. */
  names: ReadonlyMap<string, string>
  timeline: RefObject<TimelineHandle | null>
  onOpen: (event: IncidentEvent) => void
  onLooks: (looks: Looks) => void
}

export function CoursePanel({ incident, names, timeline, onOpen, onLooks }: Props) {
  const { part, kinds, order } = useSearch({ from: '/incidents/$id' })
  const navigate = useNavigate({ from: '/incidents/$id' })
  const keep = useCallback(
    (change: { part?: string; kinds?: string; order?: string }) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  const groups = useMemo(() => readGroups(kinds), [kinds])
  return (
    <Paper withBorder p="md" className="surface incident-course" component="section" aria-label={phrase('Course')}>
      <VisuallyHidden>
        <Title order={2}>{phrase('Course')}</Title>
      </VisuallyHidden>
      <Tabs
        value={part === 'model' ? 'model' : 'timeline'}
        onChange={(chosen) => keep({ part: chosen ?? '' })}
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="timeline">{phrase('Timeline')}</Tabs.Tab>
          <Tabs.Tab value="model">{phrase('Conversation with the model')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <Timeline
            ref={timeline}
            events={incident.events}
            names={names}
            groups={groups}
            order={order === 'oldest' ? 'oldest' : 'newest'}
            onGroups={(chosen: readonly Group[]) => keep({ kinds: chosen.join(',') })}
            onOrder={(chosen: Order) => keep({ order: chosen })}
            onOpen={onOpen}
            onLooks={onLooks}
          />
        </Tabs.Panel>
        <Tabs.Panel value="model">
          <Conversation incident={incident} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  )
}
