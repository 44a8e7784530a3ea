import { Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { STATUS_WORDS } from '../../parts/statuses.ts'
import { OPEN_STATUSES, type OpenIncidents } from './now-queries.ts'

/** How many of each, as the way to all of them. */
export function Counts({ open }: { open: OpenIncidents }) {
  return (
    <ul className="plain-list counts" aria-label={phrase('Open incidents')}>
      {OPEN_STATUSES.map((status) => (
        <Paper key={status} withBorder p="xs" className="surface choice" component="li">
          <Text fz={22} fw={650} lh={1.2} c={status === 'awaiting_approval' && open.counts[status] > 0 ? 'ember' : ''}>
            {open.counts[status]}
          </Text>
          <Link to="/incidents" search={{ status }} className="choice-link count-link">
            {STATUS_WORDS[status]}
          </Link>
        </Paper>
      ))}
    </ul>
  )
}
