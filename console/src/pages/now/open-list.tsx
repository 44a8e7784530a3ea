/** Everything that is open: first the plans, for their time runs out; then the others, the most severe first. */
import type { IncidentItem } from '@contract/incident.ts'
import { Anchor, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { countOpen, type OpenIncidents } from './now-queries.ts'
import { OpenRow } from './open-row.tsx'
import { WaitingCard } from './waiting-card.tsx'

/** Plans and causes stand in the incident itself, which holds its whole timeline; of more than these one reads the list. */
const READ_WHOLE = 16

export function OpenList({ open }: { open: OpenIncidents }) {
  const { waiting, others, left, counts } = open
  const isAlone = waiting.length === 0
  return (
    <>
      <Incidents
        name="waiting-incidents"
        title={phrase('To decide, the shortest time first')}
        items={waiting}
        total={counts.awaiting_approval}
      />
      <Incidents
        name="open-incidents"
        title={isAlone ? phrase('Open, the most severe first') : phrase('Also open, the most severe first')}
        items={others}
        total={countOpen(open) - counts.awaiting_approval}
        readBefore={waiting.length}
      />
      <Incidents
        name="left-incidents"
        title={phrase('Still firing, although what led them is closed ({count})', { count: left.total })}
        items={left.items}
        total={left.items.length}
        readBefore={READ_WHOLE}
      />
    </>
  )
}

type Listed = { name: string; title: string; items: readonly IncidentItem[]; total: number; readBefore?: number }

function Incidents({ name, title, items, total, readBefore = 0 }: Listed) {
  if (items.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby={name}>
      <Title order={2} id={name}>
        {title}
      </Title>
      <ol className="plain-list open-list">
        {items.map((incident, at) => (
          <li key={incident.id}>
            <OpenItem incident={incident} isWhole={readBefore + at < READ_WHOLE} />
          </li>
        ))}
      </ol>
      {total > items.length && <More count={total - items.length} />}
    </Stack>
  )
}

function More({ count }: { count: number }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/incidents" search={{ open: 'true', sort: 'severity' }} />}
    >
      {phrase('And {more} more', { more: count.toLocaleString() })}
    </Anchor>
  )
}

function OpenItem({ incident, isWhole }: { incident: IncidentItem; isWhole: boolean }) {
  if (incident.status === 'awaiting_approval' && isWhole) return <WaitingCard incident={incident} />
  return <OpenRow incident={incident} isWhole={isWhole} />
}
