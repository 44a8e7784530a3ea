/** What Firebreak does about incidents, and what it gave up by a fault of its own. */
import { Anchor, Drawer, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { useChoosing } from '../../parts/choosing.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { PageNumbers } from '../../parts/page-numbers.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { withoutEmpty } from '../../parts/without-empty.ts'
import { type RunSearch, runListQuery } from './run-queries.ts'
import { RunSheet } from './run-sheet.tsx'
import { RunTable } from './run-table.tsx'

const route = getRouteApi('/runs')

const STATES = [
  { value: 'all', label: phrase('All') },
  { value: 'given_up', label: phrase('Given up') },
  { value: 'running', label: phrase('At work') },
]

export function RunsPage() {
  usePageTitle(phrase('Runs'))
  useChoosing()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: RunSearch) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true })
  return (
    <Stack>
      <Title order={1}>{phrase('Runs')}</Title>
      <Group justify="space-between" align="center">
        <Text size="sm" className="muted">
          {search.incident === undefined
            ? phrase('Each diagnosis and each execution of a plan is a run.')
            : richPhrase('Of {incident} only. {anchor}', {
                incident: search.incident,
                anchor: (
                  <Anchor component={Link} to="/runs" underline="always" inherit>
                    {phrase('Show those of all incidents')}
                  </Anchor>
                ),
              })}
        </Text>
        <SegmentedControl
          aria-label={phrase('State')}
          value={search.state ?? 'all'}
          onChange={(value) => change({ state: value === 'all' ? '' : value, page: '' })}
          data={STATES}
        />
      </Group>
      <OnlyLooking to={phrase('try runs again')} needs="operator" />
      <FoundRuns search={search} onChange={change} />
      <Drawer
        opened={search.run !== undefined}
        onClose={() => change({ run: '' })}
        position="right"
        size="lg"
        title={phrase('Run')}
        closeButtonProps={{ 'aria-label': phrase('Close') }}
      >
        {search.run !== undefined && <RunSheet key={search.run} id={search.run} />}
      </Drawer>
    </Stack>
  )
}

function FoundRuns({ search, onChange }: { search: RunSearch; onChange: (changes: RunSearch) => void }) {
  const list = useQuery(runListQuery(search))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorNote error={list.error} retry={list.refetch} />
  const { items, page, total_pages } = list.data
  if (items.length === 0)
    return search.state === 'given_up' ? (
      <EmptyNote title={phrase('Nothing was given up')}>
        {phrase('Faults of Firebreak’s own that need a person would stand here.')}
      </EmptyNote>
    ) : (
      <EmptyNote title={phrase('No runs')}>{phrase('They begin with the first incident.')}</EmptyNote>
    )
  return (
    <>
      <RunTable runs={items} onChoose={(run) => onChange({ run })} />
      <PageNumbers page={page} pages={total_pages} onTurn={(chosen) => onChange({ page: chosen })} />
    </>
  )
}
