/** Another incident, as a line that leads to it. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'

type Props = { kin: Pick<IncidentDetail, 'id' | 'title' | 'severity' | 'status'>; children?: ReactNode }

/** What else is told of it stands beside its id. */
export function KinLine({ kin: { id, title, severity, status }, children }: Props) {
  return (
    <>
      <Link to="/incidents/$id" params={{ id }} className="kin wrap-anywhere">
        {incidentTitle(title)}
      </Link>
      <Group gap={6}>
        <SeverityBadge severity={severity} />
        <StatusBadge status={status} />
        <Text size="xs" className="muted">
          {id}
          {children}
        </Text>
      </Group>
    </>
  )
}
