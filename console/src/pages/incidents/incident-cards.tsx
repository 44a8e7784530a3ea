import type { IncidentItem } from '@contract/incident.ts'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { exactText } from '../../parts/exact-text.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { Moment } from '../../parts/moment.tsx'
import { tellTook } from './tell-took.ts'

/** The table of a narrow screen. */
export function IncidentCards({ incidents }: { incidents: readonly IncidentItem[] }) {
  return (
    <Stack gap="xs" component="ul" className="cards" aria-label="Incidents">
      {incidents.map((incident) => (
        <Paper key={incident.id} withBorder p="sm" className="surface choice" component="li">
          <IncidentCard incident={incident} />
        </Paper>
      ))}
    </Stack>
  )
}

function IncidentCard({ incident }: { incident: IncidentItem }) {
  const { id, title, severity, status, created_at, assignee } = incident
  return (
    <Stack gap={6}>
      <Group gap="xs" justify="space-between">
        <SeverityBadge severity={severity} />
        <StatusBadge status={status} />
      </Group>
      <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere incident-title" {...CHOICE}>
        {exactText(title)}
      </Link>
      {assignee && <InHand assignee={assignee} size="xs" />}
      <Text size="xs" className="muted">
        {id}, <Moment at={created_at} size="xs" />, {tellTook(incident)}
      </Text>
    </Stack>
  )
}
