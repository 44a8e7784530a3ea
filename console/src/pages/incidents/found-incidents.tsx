import type { IncidentList } from '@contract/incident.ts'
import { Anchor, Group, NativeSelect, Pagination, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { CONTROLS } from '../../parts/page-numbers.tsx'
import { useMay } from '../../server/session.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ChooseMatching } from './choose-matching.tsx'
import { IncidentCards } from './incident-cards.tsx'
import { IncidentTable } from './incident-table.tsx'
import { type IncidentSearch, isNarrowed, listName } from './incidents-queries.ts'
import { NumberGaps } from './number-gaps.tsx'
import { useSelection } from './use-selection.ts'

type Props = {
  list: UseQueryResult<IncidentList>
  search: IncidentSearch
  isPhone: boolean
  onChange: (changes: IncidentSearch) => void
}

export function FoundIncidents({ list, search, isPhone, onChange }: Props) {
  if (list.isPending) return <Loading lines={12} />
  if (list.isError) return <ErrorNote error={list.error} retry={list.refetch} />
  const { items } = list.data
  if (items.length === 0) return <Nothing search={search} total={list.data.total} />
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <OnlyLooking to={phrase('work on incidents')} needs="operator" />
      <Listed key={listName(search)} list={list.data} search={search} isPhone={isPhone} />
      <NumberGaps incidents={items} search={search} />
      <Pages list={list.data} onChange={onChange} isPhone={isPhone} />
    </Stack>
  )
}

/** Whoever may act may choose several. Another filter begins with none. */
function Listed({ list, search, isPhone }: { list: IncidentList } & Pick<Props, 'search' | 'isPhone'>) {
  const { items: incidents } = list
  const selection = useSelection(incidents)
  const offered = useMay('operator') ? selection : undefined
  return (
    <>
      {isPhone ? (
        <IncidentCards incidents={incidents} selection={offered} />
      ) : (
        <IncidentTable incidents={incidents} selection={offered} />
      )}
      {offered && (
        <BulkBar selection={offered} shown={incidents}>
          <ChooseMatching search={search} list={list} selection={offered} />
        </BulkBar>
      )}
    </>
  )
}

function Nothing({ search, total }: { search: IncidentSearch; total: number }) {
  if (total > 0)
    return (
      <EmptyNote title={phrase('This page is past the end')}>
        {phrase('There are {total} incidents before it.', { total })}
      </EmptyNote>
    )
  if (isNarrowed(search))
    return <EmptyNote title={phrase('Nothing matches')}>{phrase('Loosen a filter, or clear them all.')}</EmptyNote>
  return (
    <EmptyNote title={phrase('No incident yet')}>
      {richPhrase('Every alert that arrives becomes one. The page {now} says how to send a first one.', {
        now: (
          <Anchor component={Link} to="/" inherit underline="always">
            {phrase('Now')}
          </Anchor>
        ),
      })}
    </EmptyNote>
  )
}

const SIZES = ['20', '50', '100', '200']

function Pages({ list, onChange, isPhone }: { list: IncidentList } & Pick<Props, 'onChange' | 'isPhone'>) {
  return (
    <Group justify="space-between">
      <Pagination
        value={list.page}
        total={list.total_pages}
        onChange={(page) => onChange({ page: page === 1 ? '' : String(page) })}
        siblings={isPhone ? 0 : 1}
        size={isPhone ? 'sm' : 'md'}
        getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
        getItemProps={(page) => ({ 'aria-label': phrase('Page {page}', { page }) })}
      />
      <NativeSelect
        aria-label={phrase('Incidents per page')}
        data={SIZES.map((size) => ({ value: size, label: phrase('{size} per page', { size }) }))}
        value={String(list.page_size)}
        onChange={({ currentTarget }) => onChange({ page_size: currentTarget.value })}
      />
    </Group>
  )
}
