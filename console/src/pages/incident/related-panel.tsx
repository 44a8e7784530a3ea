/** Other incidents of the same alert or the same thing. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from './panel.tsx'

/** Those that stand among the similar ones are told there, with what worked. */
export function RelatedPanel({ related, similar }: Pick<IncidentDetail, 'related' | 'similar'>) {
  const others = related.filter(({ id }) => !similar.some((one) => one.id === id))
  if (others.length === 0) return null
  return (
    <Panel title="Related">
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {others.map(({ id, title, status, severity, created_at, why }) => (
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
