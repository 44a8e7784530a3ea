import type { IncidentItem } from '@contract/incident.ts'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { richPhrase } from '../../language/phrase.ts'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Ago } from '../../parts/moment.tsx'
import { Rhythm } from '../../parts/rhythm.tsx'
import { incidentQuery } from '../../server/queries.ts'
import { Cause } from './cause.tsx'

/** Of an escalated one it is told what was found, because a person goes on from there. */
export function OpenRow({ incident, isWhole }: { incident: IncidentItem; isWhole: boolean }) {
  const { id, title, status, severity, created_at, assignee, flapping } = incident
  return (
    <Paper withBorder className="surface choice open-row">
      <Stack gap={4} miw={0} flex={1}>
        <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere" {...CHOICE}>
          {incidentTitle(title)}
        </Link>
        {status === 'escalated' && isWhole && <CauseOf id={id} />}
        <Group gap="xs">
          <SeverityBadge severity={severity} />
          <Text size="xs" className="muted" component="span">
            {richPhrase('{id}, came {span}', {
              id,
              span: (
                <span className="above-choice">
                  <Ago at={created_at} size="xs" />
                </span>
              ),
            })}
          </Text>
          {flapping && <Rhythm flapping={flapping} size="xs" />}
          {assignee && <InHand assignee={assignee} size="xs" />}
        </Group>
      </Stack>
      <StatusBadge status={status} />
    </Paper>
  )
}

function CauseOf({ id }: { id: string }) {
  return <Cause incident={useQuery(incidentQuery(id))} />
}
