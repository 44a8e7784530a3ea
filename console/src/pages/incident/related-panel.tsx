/** Other incidents of the same alert or the same thing. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from './panel.tsx'

export function RelatedPanel({ related }: Pick<IncidentDetail, 'related'>) {
  if (related.length === 0) return null
  return (
    <Panel title="Related">
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {related.map(({ id, title, status, severity, created_at, why }) => (
          <li key={id} className="action">
            <Link to="/incidents/$id" params={{ id }} className="kin wrap-anywhere">
              {exactText(title)}
            </Link>
            <Group gap={6}>
              <SeverityBadge severity={severity} />
              <StatusBadge status={status} />
              <Text size="xs" className="muted">
                {id}, <Moment at={created_at} size="xs" />
              </Text>
            </Group>
            <Text size="sm" className="wrap-anywhere">
              {exactText(why)}
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
