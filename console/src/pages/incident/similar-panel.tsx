/** Incidents of the past that are like this one, and what worked then. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Badge, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from './panel.tsx'

type Similar = IncidentDetail['similar'][number]

export function SimilarPanel({ similar }: Pick<IncidentDetail, 'similar'>) {
  return (
    <Panel title="Like it before">
      {similar.length === 0 ? (
        <Text size="sm">No closed incident is like this one.</Text>
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
  return (
    <Stack gap={4}>
      <Link to="/incidents/$id" params={{ id }} className="kin wrap-anywhere">
        {exactText(title)}
      </Link>
      <Group gap="xs">
        <Text size="xs" className="muted">
          {id}, closed <Moment at={closed_at} size="xs" />
        </Text>
        <Worked worked={worked} />
      </Group>
      <Text size="sm" className="wrap-anywhere">
        {exactText(why)} {exactText(conclusion)}
      </Text>
      {plan.length > 0 && (
        <List size="sm">
          {plan.map((step) => (
            <List.Item key={step} className="wrap-anywhere">
              {exactText(step)}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" className="wrap-anywhere">
        {exactText(outcome)}
      </Text>
    </Stack>
  )
}

function Worked({ worked }: Pick<Similar, 'worked'>) {
  if (worked === null) return null
  return (
    <Badge variant="light" color={worked ? 'green' : 'orange'} tt="none" autoContrast>
      {worked ? 'the plan worked' : 'the plan did not work'}
    </Badge>
  )
}
