/**
 * Whether an alert fires. Its source says so, not we: of an incident that is closed, one that never told of its end is no
 * trouble any more, but neither is it known to be silent.
 */
import type { IncidentDetail } from '@contract/incident.ts'
import { Badge, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { useTicking } from '../../parts/moment.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { tellAge } from '../../parts/times.ts'

type Props = { state: IncidentDetail['alerts'][number]['state']; incident: IncidentDetail }

export function AlertState({ state, incident }: Props) {
  if (state === 'firing' && isClosed(incident.status)) return <LastHeard incident={incident} />
  return (
    <Badge variant="light" color={state === 'firing' ? 'red' : 'green'} tt="none" autoContrast>
      {state === 'firing' ? phrase('firing') : phrase('cleared')}
    </Badge>
  )
}

function LastHeard({ incident: { events, created_at } }: Pick<Props, 'incident'>) {
  const now = useTicking()
  const heard = events.findLast(({ type }) => type === 'alert_received' || type === 'alert_repeated')
  const seconds = (now - Date.parse(heard?.timestamp ?? created_at)) / 1000
  return (
    <Text size="xs" className="muted">
      {phrase('last heard firing {ago}; its source has not told of an end', { ago: tellAge(seconds) })}
    </Text>
  )
}
