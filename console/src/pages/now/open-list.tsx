import type { IncidentItem } from '@contract/incident.ts'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { exactText } from '../../parts/exact-text.ts'
import { tellDuration, useTicking } from '../../parts/moment.tsx'
import type { OpenIncidents, OpenStatus } from './now-queries.ts'
import { Rest } from './rest.tsx'

type Props = { title: string; statuses: readonly OpenStatus[]; open: OpenIncidents }

export function OpenList({ title, statuses, open }: Props) {
  const now = useTicking()
  const shown = statuses.flatMap((status) => open[status].items)
  if (shown.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Paper withBorder className="surface open-list" component="ul">
        {shown.map((incident) => (
          <OpenRow key={incident.id} incident={incident} now={now} />
        ))}
      </Paper>
      {statuses.map((status) => (
        <Rest key={status} status={status} more={open[status].total - open[status].items.length} />
      ))}
    </Stack>
  )
}

function OpenRow({
  incident: { id, title, status, severity, created_at },
  now,
}: {
  incident: IncidentItem
  now: number
}) {
  return (
    <li className="choice open-row">
      <Stack gap={4} miw={0} flex={1}>
        <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere" {...CHOICE}>
          {exactText(title)}
        </Link>
        <Group gap="xs">
          <SeverityBadge severity={severity} />
          <Text size="xs" className="muted">
            {id}, {tellAge((now - Date.parse(created_at)) / 1000)}
          </Text>
        </Group>
      </Stack>
      <StatusBadge status={status} />
    </li>
  )
}

/** Minutes are enough here: a page full of running seconds is not calm. */
function tellAge(seconds: number): string {
  if (seconds < 60) return 'came just now'
  return `since ${seconds < 3600 ? `${Math.floor(seconds / 60)} min` : tellDuration(seconds)}`
}
