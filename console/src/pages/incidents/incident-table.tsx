import type { IncidentItem } from '@contract/incident.ts'
import { Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { exactText } from '../../parts/exact-text.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { Moment } from '../../parts/moment.tsx'
import { tellTook } from './tell-took.ts'

export function IncidentTable({ incidents }: { incidents: readonly IncidentItem[] }) {
  return (
    <Table className="surface" withTableBorder verticalSpacing="xs" layout="fixed" aria-label="Incidents">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Severity</Table.Th>
          <Table.Th>Incident</Table.Th>
          <Table.Th w={165}>Status</Table.Th>
          <Table.Th w={130} visibleFrom="lg">
            Category
          </Table.Th>
          <Table.Th w={175}>Created</Table.Th>
          <Table.Th w={150}>Duration</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function IncidentRow({ incident }: { incident: IncidentItem }) {
  const { id, title, severity, status, category, created_at, assignee } = incident
  return (
    <Table.Tr className="choice">
      <Table.Td>
        <SeverityBadge severity={severity} />
      </Table.Td>
      <Table.Td>
        <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere incident-title" {...CHOICE}>
          {exactText(title)}
        </Link>
        <Text size="xs" className="muted">
          {id}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        {assignee && <InHand assignee={assignee} size="xs" />}
      </Table.Td>
      <Table.Td visibleFrom="lg">{category}</Table.Td>
      <Table.Td>
        <span className="above-choice">
          <Moment at={created_at} />
        </span>
      </Table.Td>
      <Table.Td>{tellTook(incident)}</Table.Td>
    </Table.Tr>
  )
}
