/** Everything that is open, the most severe first and then the oldest, whatever is being done about it. */
import type { IncidentItem } from '@contract/incident.ts'
import { Anchor, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import type { OpenIncidents } from './now-queries.ts'
import { OpenRow } from './open-row.tsx'
import { WaitingCard } from './waiting-card.tsx'

/** Plans and causes stand in the incident itself, which holds its whole timeline; of more than these one reads the list. */
const READ_WHOLE = 16

export function OpenList({ open: { items, total } }: { open: OpenIncidents }) {
  if (items.length === 0) return null
  const more = total - items.length
  return (
    <Stack gap="xs" component="section" aria-labelledby="open-incidents">
      <Title order={2} id="open-incidents">
        {phrase('Open, the most severe first')}
      </Title>
      <ol className="plain-list open-list">
        {items.map((incident, at) => (
          <li key={incident.id}>
            <OpenItem incident={incident} isWhole={at < READ_WHOLE} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/incidents" search={{ open: 'true', sort: 'severity' }} />}
        >
          {phrase('And {more} more', { more: more.toLocaleString() })}
        </Anchor>
      )}
    </Stack>
  )
}

function OpenItem({ incident, isWhole }: { incident: IncidentItem; isWhole: boolean }) {
  if (incident.status === 'awaiting_approval' && isWhole) return <WaitingCard incident={incident} />
  return <OpenRow incident={incident} isWhole={isWhole} />
}
