/** What it is: the first thing somebody woken by it reads. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { categoryWord } from '../../parts/category-word.ts'
import { tellTimes } from '../../parts/counts.ts'
import { exactText } from '../../parts/exact-text.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Moment, useTicking } from '../../parts/moment.tsx'
import { Rhythm } from '../../parts/rhythm.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { tellDuration } from '../../parts/times.ts'
import { IncidentActions } from './incident-actions.tsx'
import type { Asked } from './obstacle.ts'

export function IncidentHead({ incident, onAsk }: { incident: IncidentDetail; onAsk: (asked: Asked) => void }) {
  const { id, title, severity, status, category, source, repeat_count, created_at, context, assignee, flapping } =
    incident
  return (
    <div className="incident-head">
      <Text size="sm" style={{ gridArea: 'path' }}>
        <Anchor component={Link} to="/incidents" underline="always">
          {phrase('Incidents')}
        </Anchor>{' '}
        / {id}
      </Text>
      <Title order={1} className="wrap-anywhere" style={{ gridArea: 'title' }}>
        {incidentTitle(title)}
      </Title>
      <Group gap="xs" style={{ gridArea: 'facts' }}>
        <SeverityBadge severity={severity} />
        <StatusBadge status={status} />
        <Text size="sm">{categoryWord(category)}</Text>
        <Text size="sm" className="muted">
          {richPhrase('from {source}, {age}, since {moment}{repeats}', {
            source: exactText(source),
            age: <Age incident={incident} />,
            moment: <Moment at={created_at} />,
            repeats: repeat_count > 0 && phrase(', repeated {times}', { times: tellTimes(repeat_count) }),
          })}
        </Text>
        {flapping && <Rhythm flapping={flapping} />}
        {assignee && <InHand assignee={assignee} />}
        {context?.team && <Text size="sm">{phrase('team {team}', { team: exactText(context.team) })}</Text>}
        {context?.oncall && <Text size="sm">{phrase('on call {oncall}', { oncall: exactText(context.oncall) })}</Text>}
      </Group>
      <div style={{ gridArea: 'actions' }}>
        <IncidentActions incident={incident} onAsk={onAsk} />
      </div>
    </div>
  )
}

function Age({ incident: { status, duration, created_at } }: { incident: IncidentDetail }) {
  const isOver = isClosed(status)
  const now = useTicking(!isOver)
  return isOver
    ? phrase('took {duration}', { duration: tellDuration(duration) })
    : phrase('{span} old', { span: tellDuration((now - Date.parse(created_at)) / 1000) })
}
