import '../../parts/stacked-table.css'
import type { AuditEntry } from '@contract/access.ts'
import { Group, Pagination, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { useClock } from '../../parts/clock.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CONTROLS } from '../../parts/page-numbers.tsx'
import { get, withQuery } from '../../server/ask.ts'
import { actionWord, targetWord } from './audit-actions.ts'
import { tellDetails } from './audit-words.ts'
import classes from './settings.module.css'

const route = getRouteApi('/settings')
const PAGE_SIZE = 50

type AuditPage = { items: AuditEntry[]; total: number; total_pages: number }

export function AuditTrail() {
  const page = Math.max(1, Number(route.useSearch().page ?? 1) || 1)
  const navigate = route.useNavigate()
  const trail = useQuery({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => get<AuditPage>(withQuery('/api/audit', { page, page_size: PAGE_SIZE }), signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (trail.isPending) return <Loading lines={10} />
  if (trail.isError) return <ErrorNote error={trail.error} retry={trail.refetch} />
  if (trail.data.total === 0)
    return (
      <EmptyNote title={phrase('Nothing yet')}>
        {phrase('Every sign-in, decision and change is written down here.')}
      </EmptyNote>
    )
  return (
    <Stack>
      <Text size="sm" className="muted">
        {phrase('{total}. Each is chained to the one before, so that none can be changed unseen.', {
          total:
            trail.data.total === 1
              ? phrase('One entry')
              : phrase('{total} entries, newest first', { total: trail.data.total }),
        })}
      </Text>
      <AuditTable entries={trail.data.items} />
      <Group justify="center">
        <Pagination
          total={trail.data.total_pages}
          value={page}
          onChange={(chosen) => void navigate({ search: { part: 'audit', page: String(chosen) } })}
          getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
        />
      </Group>
    </Stack>
  )
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  useClock()
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={phrase('Audit trail')}>
      <Table verticalSpacing="xs" withTableBorder className="surface stacked-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{phrase('When')}</Table.Th>
            <Table.Th>{phrase('Who')}</Table.Th>
            <Table.Th>{phrase('What')}</Table.Th>
            <Table.Th>{phrase('Details')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.seq}>
              <Table.Td valign="top" className={classes.when} data-label={phrase('When')}>
                <Moment at={entry.at} />
              </Table.Td>
              <Table.Td valign="top" className={classes.words} data-label={phrase('Who')}>
                {entry.actor}
              </Table.Td>
              <Table.Td valign="top" className={classes.words} data-label={phrase('What')}>
                <div>
                  <div>{actionWord(entry.action)}</div>
                  <div className="muted">{targetWord(entry.target)}</div>
                </div>
              </Table.Td>
              <Table.Td valign="top" className={classes.details} data-label={phrase('Details')}>
                <div>
                  {tellDetails(entry).map((line) => (
                    <div key={line} className="raw">
                      <Breakable text={line} />
                    </div>
                  ))}
                </div>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
