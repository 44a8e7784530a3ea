import type { IncidentItem } from '@contract/incident.ts'
import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { Belonging } from '../../parts/belonging.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Ago } from '../../parts/moment.tsx'
import { Rhythm } from '../../parts/rhythm.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { tellDuration } from '../../parts/times.ts'
import type { Selection } from './use-selection.ts'

type Props = { incidents: readonly IncidentItem[]; selection: Selection | undefined }

/** The table of a narrow screen. */
export function IncidentCards({ incidents, selection }: Props) {
  return (
    <Stack gap="xs" component="ul" className="cards" aria-label={phrase('Incidents')}>
      {incidents.map((incident) => (
        <Paper
          key={incident.id}
          withBorder
          p="sm"
          className="surface choice"
          component="li"
          data-incident={incident.id}
        >
          <IncidentCard incident={incident} selection={selection} />
        </Paper>
      ))}
    </Stack>
  )
}

function IncidentCard({ incident, selection }: { incident: IncidentItem } & Pick<Props, 'selection'>) {
  const { id, title, severity, status, created_at, duration, assignee, flapping } = incident
  return (
    <Stack gap={6}>
      <Group gap="xs">
        {selection && (
          <span className="above-choice card-choice">
            <Checkbox
              aria-label={phrase('Choose {id}', { id })}
              checked={selection.isChosen(id)}
              onChange={() => selection.toggle(id)}
            />
          </span>
        )}
        <SeverityBadge severity={severity} />
        <StatusBadge status={status} />
      </Group>
      <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere incident-title" {...CHOICE}>
        {incidentTitle(title)}
      </Link>
      {flapping && <Rhythm flapping={flapping} size="xs" />}
      {assignee && <InHand assignee={assignee} size="xs" />}
      <Text size="xs" className="muted">
        {id}
        <Belonging incident={incident} />
        {phrase(', |between two clauses')}
        <Ago at={created_at} size="xs" />
        {isClosed(status) &&
          phrase(', |between two clauses') + phrase('took {duration}', { duration: tellDuration(duration) })}
      </Text>
    </Stack>
  )
}
