/** Why there is nothing to confirm. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Group, List, Loader, Stack, Text } from '@mantine/core'
import { exactText } from '../../parts/exact-text.ts'
import { Suggestions } from './doubts.tsx'
import { Pairs } from './pairs.tsx'
import { isKind, lastOf, sinceDiagnosis } from './timeline-reading.ts'

export function NoPlan({ incident }: { incident: IncidentDetail }) {
  const { status } = incident
  if (status === 'pending') return <Busy>It waits to be looked at.</Busy>
  if (status === 'diagnosing') return <Looking incident={incident} />
  return (
    <Stack gap="sm">
      <Text size="sm" className="wrap-anywhere">
        {exactText(whyNone(incident))}
      </Text>
      <Refused incident={incident} />
      <Suggestions of={incident.diagnosis?.suggested_actions ?? []} />
    </Stack>
  )
}

function Busy({ children }: { children: React.ReactNode }) {
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{children}</Text>
    </Group>
  )
}

function Looking({ incident }: { incident: IncidentDetail }) {
  const calls = sinceDiagnosis(incident.events).filter(isKind('tool_call'))
  const newest = calls.at(-1)?.data.tool
  return (
    <Busy>
      Looking for the cause:{' '}
      {newest === undefined ? 'beginning' : `${calls.length} calls so far, the last one ${newest}`}.
    </Busy>
  )
}

/** Said here too where the top of the page says it: whoever decides may have scrolled past it. */
function whyNone({ status, diagnosis, events }: IncidentDetail): string {
  const reason = status === 'escalated' ? lastOf(sinceDiagnosis(events), 'incident_escalated')?.data.reason : undefined
  return `There is no plan. ${diagnosis?.no_action_reason ?? reason ?? ''}`.trim()
}

function Refused({ incident }: { incident: IncidentDetail }) {
  const refusals = sinceDiagnosis(incident.events).filter(isKind('policy_refused'))
  if (refusals.length === 0) return null
  return (
    <Alert color="orange" title="Policy refused what would help">
      <List size="sm" spacing="xs">
        {refusals.map(({ id, data }) => (
          <List.Item key={id} className="wrap-anywhere">
            <b>{exactText(data.plugin)}</b>: {exactText(data.sentence)}
            <Pairs of={data.parameters} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
