/** Incidents of the past that are like this one, and what worked then. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Badge, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { tellCall } from '../../parts/action-words.ts'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { Shortened } from '../../parts/shortened.tsx'
import { useActionWords } from '../../server/action-words.ts'
import { Panel } from './panel.tsx'

type Similar = IncidentDetail['similar'][number]

export function SimilarPanel({ similar, related }: Pick<IncidentDetail, 'similar' | 'related'>) {
  return (
    <Panel title={phrase('Like it before')}>
      {similar.length === 0 ? (
        <Text size="sm">
          {related.length === 0
            ? phrase('No closed incident is like this one, and there is no other of the same alert or the same thing.')
            : phrase('No closed incident is like this one.')}
        </Text>
      ) : (
        <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {similar.map((one) => (
            <li key={one.id} className="action">
              <SimilarIncident similar={one} />
            </li>
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function SimilarIncident({
  similar: { id, title, closed_at, why, conclusion, plan, outcome, worked },
}: {
  similar: Similar
}) {
  const words = useActionWords()
  return (
    <Stack gap={4}>
      <Link to="/incidents/$id" params={{ id }} className="kin wrap-anywhere">
        {incidentTitle(title)}
      </Link>
      <Group gap="xs">
        <Text size="xs" className="muted">
          {richPhrase('{id}, closed {moment}', { id, moment: <Moment at={closed_at} size="xs" /> })}
        </Text>
        <Worked worked={worked} />
      </Group>
      <Shortened name={phrase('What is known of {id}', { id })} maxHeight={86}>
        <Text size="sm" className="wrap-anywhere">
          <Said text={tellWhy(why)} /> <Said text={conclusion} near={closed_at} />
        </Text>
      </Shortened>
      {plan.length > 0 && (
        <List size="sm">
          {plan.map((step) => (
            <List.Item key={step} className="wrap-anywhere">
              {phrase('{words}.', { words: tellCall(step, words) })}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" className="wrap-anywhere">
        <Said text={outcome} near={closed_at} />
      </Text>
    </Stack>
  )
}

/** `the same alert on web, and the words in common: …`; where the alert is the same, its words need not be told. */
function tellWhy(why: string): string {
  const short = why.replace(/, and the words in common:.*$/s, '')
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}.`
}

function Worked({ worked }: Pick<Similar, 'worked'>) {
  if (worked === null) return null
  return (
    <Badge variant="light" color={worked ? 'green' : 'orange'} tt="none" autoContrast>
      {worked ? phrase('the plan worked') : phrase('the plan did not work')}
    </Badge>
  )
}
