import type { IncidentItem } from '@contract/incident.ts'
import { Checkbox, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { Belonging } from '../../parts/belonging.tsx'
import { categoryWord } from '../../parts/category-word.ts'
import { CHOICE } from '../../parts/choosing.ts'
import { InHand } from '../../parts/in-hand.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Ago } from '../../parts/moment.tsx'
import { Rhythm } from '../../parts/rhythm.tsx'
import { tellTook } from './tell-took.ts'
import type { Selection } from './use-selection.ts'

type Props = { incidents: readonly IncidentItem[]; selection: Selection | undefined }

/** Without a selection nothing can be chosen: whoever only looks has nothing to do with it. */
export function IncidentTable({ incidents, selection }: Props) {
  return (
    <Table className="surface" withTableBorder verticalSpacing={5} layout="fixed" aria-label={phrase('Incidents')}>
      <Table.Thead>
        <Table.Tr>
          {selection && <ChooseAll incidents={incidents} selection={selection} />}
          <Table.Th w={105}>{phrase('Severity')}</Table.Th>
          <Table.Th>{phrase('Incident')}</Table.Th>
          <Table.Th w={155}>{phrase('Status')}</Table.Th>
          <Table.Th w={115} visibleFrom="xl">
            {phrase('Category')}
          </Table.Th>
          <Table.Th w={130}>{phrase('Came')}</Table.Th>
          <Table.Th w={160}>{phrase('Duration')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} selection={selection} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function ChooseAll({ incidents, selection }: { incidents: readonly IncidentItem[]; selection: Selection }) {
  const { chosen, chooseAll, clear } = selection
  const isAll = incidents.every(({ id }) => selection.isChosen(id))
  return (
    <Table.Th w={40}>
      <Checkbox
        size="xs"
        aria-label={phrase('Choose all on this page')}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={isAll ? clear : chooseAll}
      />
    </Table.Th>
  )
}

function IncidentRow({ incident, selection }: { incident: IncidentItem } & Pick<Props, 'selection'>) {
  const { id, title, severity, status, category, created_at, assignee, flapping } = incident
  return (
    <Table.Tr className="choice" data-incident={id}>
      {selection && (
        <Table.Td>
          <span className="above-choice">
            <Checkbox
              size="xs"
              aria-label={phrase('Choose {id}', { id })}
              checked={selection.isChosen(id)}
              onChange={() => selection.toggle(id)}
            />
          </span>
        </Table.Td>
      )}
      <Table.Td>
        <SeverityBadge severity={severity} />
      </Table.Td>
      <Table.Td>
        <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere incident-title" {...CHOICE}>
          {incidentTitle(title)}
        </Link>
        <Text size="xs" className="muted">
          {id}
          <Belonging incident={incident} />
        </Text>
        {flapping && <Rhythm flapping={flapping} size="xs" />}
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        {assignee && <InHand assignee={assignee} size="xs" />}
      </Table.Td>
      <Table.Td visibleFrom="xl">{categoryWord(category)}</Table.Td>
      <Table.Td>
        <span className="above-choice">
          <Ago at={created_at} />
        </span>
      </Table.Td>
      <Table.Td>{tellTook(incident)}</Table.Td>
    </Table.Tr>
  )
}
