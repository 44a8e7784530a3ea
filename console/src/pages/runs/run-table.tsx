import type { RunItem } from '@contract/run.ts'
import '../../parts/stacked-table.css'
import { Badge, Table, Text, UnstyledButton } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { CHOICE } from '../../parts/choosing.ts'
import { incidentTitle } from '../../parts/incident-title.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { KIND_WORDS, STATE_COLORS, STATE_WORDS } from './run-words.ts'
import { tellStep } from './step-words.ts'

type Props = { runs: readonly RunItem[]; onChoose: (id: string) => void }

export function RunTable({ runs, onChoose }: Props) {
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} aria-label={phrase('Runs')}>
      <Table highlightOnHover verticalSpacing="sm" className="surface stacked-table" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{phrase('Run')}</Table.Th>
            <Table.Th>{phrase('State')}</Table.Th>
            <Table.Th miw={200}>{phrase('Since')}</Table.Th>
            <Table.Th miw={110}>{phrase('Step')}</Table.Th>
            <Table.Th miw={170}>{phrase('Last error')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} onChoose={onChoose} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function RunRow({ run, onChoose }: { run: RunItem; onChoose: (id: string) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton onClick={() => onChoose(run.id)} {...CHOICE}>
          <Text size="sm" fw={600}>
            {phrase('{kind} of {incidentId}', { kind: KIND_WORDS[run.kind], incidentId: run.incident_id })}
          </Text>
          <Text size="sm" className="muted wrap-anywhere" lineClamp={2}>
            {incidentTitle(run.incident_title)}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-label={phrase('State')}>
        <StateBadge state={run.state} />
      </Table.Td>
      <Table.Td data-label={phrase('Since')} className="moment">
        <Moment at={run.since} />
      </Table.Td>
      <Table.Td data-label={phrase('Step')} className="wrap-anywhere">
        {tellStep(run.failed_step ?? run.last_step ?? '–')}
      </Table.Td>
      <Table.Td data-label={phrase('Last error')} className="wrap-anywhere">
        <Text size="sm" lineClamp={2}>
          <Said text={run.last_error ?? '–'} near={run.since} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

export function StateBadge({ state }: Pick<RunItem, 'state'>) {
  return (
    <Badge variant="light" color={STATE_COLORS[state]} tt="none" miw="max-content">
      {STATE_WORDS[state]}
    </Badge>
  )
}
