/** What narrows the list. The rare filters stand behind a button, so that a small screen shows incidents. */
import { Button, Group, Indicator, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { SEVERITIES, SEVERITY_WORDS } from '../../parts/severities.ts'
import { STATUS_WORDS } from '../../parts/statuses.ts'
import type { IncidentSearch } from './incidents-queries.ts'
import { isRare, MoreFilters, RARE_FILTERS } from './more-filters.tsx'
import { SearchWords } from './search-words.tsx'
import { Several } from './several.tsx'
import { readValues, writeValues } from './value-list.ts'

type Props = {
  search: IncidentSearch
  onChange: (changes: IncidentSearch) => void
  onType: (words: string) => void
  onClear: () => void
  /** Saved views. */
  children: ReactNode
}

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))
const FREQUENT_FILTERS = ['status', 'severity', 'open', 'search'] as const

export function Filters({ search, onChange, onType, onClear, children }: Props) {
  const [isOpen, { toggle }] = useDisclosure(isRare(search))
  const isFiltered = [...FREQUENT_FILTERS, ...RARE_FILTERS].some((name) => search[name] !== undefined)
  return (
    <Group component="search" gap="xs" align="flex-start">
      <SearchWords given={search.search ?? ''} onChange={onType} />
      <StatusFilter search={search} onChange={onChange} />
      <Several
        label={phrase('Severity')}
        options={SEVERITY_OPTIONS}
        values={readValues(search.severity)}
        onChange={(severities) => onChange({ severity: writeValues(severities) })}
        isClosedList
      />
      <SortChoice sort={search.sort} onChange={(sort) => onChange({ sort })} />
      <Group gap="xs" className="filter-buttons">
        <Indicator disabled={!isRare(search)} size={9}>
          <Button
            variant="default"
            px="sm"
            aria-expanded={isOpen}
            aria-controls="more-filters"
            onClick={toggle}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          >
            {phrase('More')}
          </Button>
        </Indicator>
        {children}
        <Button variant="default" px="sm" onClick={onClear} disabled={!isFiltered}>
          {phrase('Clear')}
        </Button>
      </Group>
      {isOpen && <MoreFilters search={search} onChange={onChange} />}
    </Group>
  )
}

const GROUPS = { open: phrase('All open'), closed: phrase('All closed') } as const
const STATUS_OPTIONS = Object.entries({ ...GROUPS, ...STATUS_WORDS }).map(([value, label]) => ({ value, label }))

/** All open, all closed, or any of the single ones. */
function StatusFilter({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const group = search.open === 'true' ? ['open'] : search.open === 'false' ? ['closed'] : []
  const before = [...group, ...readValues(search.status)]
  const change = (values: string[]) => {
    const added = values.find((value) => !before.includes(value)) ?? ''
    if (added in GROUPS) return onChange({ open: String(added === 'open'), status: '' })
    const single = values.filter((value) => !(value in GROUPS))
    const isGroup = added === '' && values.length > single.length
    onChange({ status: writeValues(single), ...(!isGroup && { open: '' }) })
  }
  return <Several label={phrase('Status')} options={STATUS_OPTIONS} values={before} onChange={change} isClosedList />
}

const SORTS = [
  { value: '', label: phrase('Newest first') },
  { value: 'oldest', label: phrase('Oldest first') },
  { value: 'severity', label: phrase('Most severe first') },
]

function SortChoice({ sort = '', onChange }: { sort: string | undefined; onChange: (sort: string) => void }) {
  return (
    <NativeSelect
      label={phrase('Order')}
      data={SORTS}
      value={SORTS.some(({ value }) => value === sort) ? sort : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className="filter-choice"
    />
  )
}
