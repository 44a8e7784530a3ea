/** What it is: the first thing somebody woken by it reads. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment, tellDuration, useTicking } from '../../parts/moment.tsx'
import { IncidentActions } from './incident-actions.tsx'
import type { Asked } from './obstacle.ts'

export function IncidentHead({ incident, onAsk }: { incident: IncidentDetail; onAsk: (asked: Asked) => void }) {
  const { id, title, severity, status, category, source, repeat_count, created_at, context } = incident
  return (
    <Stack gap={6}>
      <Text size="sm">
        <Anchor component={Link} to="/incidents" underline="always">
          Incidents
        </Anchor>{' '}
        / {id}
      </Text>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} style={{ flex: '1 1 20rem', minWidth: 0 }}>
          <Title order={1} className="wrap-anywhere">
            {exactText(title)}
          </Title>
          <Group gap="xs">
            <SeverityBadge severity={severity} />
            <StatusBadge status={status} />
            <Text size="sm">{category}</Text>
            <Text size="sm" className="muted">
              from {exactText(source)}, <Age incident={incident} />, since <Moment at={created_at} />
              {repeat_count > 0 && `, repeated ${repeat_count} ${repeat_count === 1 ? 'time' : 'times'}`}
            </Text>
            {context?.team && <Text size="sm">team {exactText(context.team)}</Text>}
            {context?.oncall && <Text size="sm">on call {exactText(context.oncall)}</Text>}
          </Group>
        </Stack>
        <IncidentActions incident={incident} onAsk={onAsk} />
      </Group>
    </Stack>
  )
}

const CLOSED: readonly IncidentDetail['status'][] = ['resolved', 'ignored', 'expired']

function Age({ incident: { status, duration, created_at } }: { incident: IncidentDetail }) {
  const isClosed = CLOSED.includes(status)
  const now = useTicking(!isClosed)
  const seconds = isClosed ? duration : (now - Date.parse(created_at)) / 1000
  return isClosed ? `took ${tellDuration(seconds)}` : `${tellDuration(seconds)} old`
}
