import type { IncidentItem } from '@contract/incident.ts'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { exactText } from '../../parts/exact-text.ts'
import { useTicking } from '../../parts/moment.tsx'
import { tellAge } from '../../parts/times.ts'
import { incidentQuery } from '../../server/queries.ts'
import { Cause } from './cause.tsx'
import type { OpenIncidents, OpenStatus } from './now-queries.ts'
import { Rest } from './rest.tsx'

type Props = { title: string; statuses: readonly OpenStatus[]; open: OpenIncidents }

/** A cause stands in the incident itself, which holds its whole timeline; more than these are read on their own pages. */
const CAUSES_SHOWN = 12

export function OpenList({ title, statuses, open }: Props) {
  const now = useTicking()
  const shown = statuses.flatMap((status) => open[status].items)
  if (shown.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Paper withBorder className="surface open-list" component="ul">
        {shown.map((incident, at) => (
          <OpenRow key={incident.id} incident={incident} now={now}>
            {incident.status === 'escalated' && at < CAUSES_SHOWN && <CauseOf id={incident.id} />}
          </OpenRow>
        ))}
      </Paper>
      {statuses.map((status) => (
        <Rest key={status} status={status} more={open[status].total - open[status].items.length} />
      ))}
    </Stack>
  )
}

function CauseOf({ id }: { id: string }) {
  return <Cause incident={useQuery(incidentQuery(id))} />
}

type RowProps = { incident: IncidentItem; now: number; children: ReactNode }

function OpenRow({ incident: { id, title, status, severity, created_at }, now, children }: RowProps) {
  return (
    <li className="choice open-row">
      <Stack gap={4} miw={0} flex={1}>
        <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere" {...CHOICE}>
          {exactText(title)}
        </Link>
        {children}
        <Group gap="xs">
          <SeverityBadge severity={severity} />
          <Text size="xs" className="muted">
            {id}, came {tellAge((now - Date.parse(created_at)) / 1000)}
          </Text>
        </Group>
      </Stack>
      {/* Under a heading of its own the status is plain. */}
      {status !== 'escalated' && <StatusBadge status={status} />}
    </li>
  )
}
