import type { IncidentDetail } from '@contract/incident.ts'
import { Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Said } from '../../parts/said.tsx'
import { withoutLooks } from '../../parts/without-looks.ts'

/** What was found, in two lines; with its proof it stands on the incident's own page. */
export function Cause({ incident }: { incident: UseQueryResult<IncidentDetail> }) {
  if (incident.isPending) return <Skeleton height={42} />
  const conclusion = incident.data?.diagnosis?.conclusion
  if (!incident.data || !conclusion) return null
  return (
    <Text size="sm" lineClamp={2} className="muted wrap-anywhere">
      <Said text={withoutLooks(conclusion, incident.data)} near={incident.data.created_at} />
    </Text>
  )
}
