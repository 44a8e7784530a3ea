/** Filters by day, and by what the alerts of an incident say. What there is to choose from, the service tells. */
import type { IncidentValues } from '@contract/incident.ts'
import { Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tellCause } from '../../language/cause-words.ts'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { tellZone } from '../../parts/times.ts'
import { boundOfDay, dayOfBound } from './day-bounds.ts'
import { type IncidentSearch, valuesQuery } from './incidents-queries.ts'
import { Several } from './several.tsx'
import { readValues, writeValues } from './value-list.ts'

const MARKS = [
  ['service', 'services', phrase('Service')],
  ['team', 'teams', phrase('Team')],
  ['cause', 'causes', phrase('Cause')],
  ['source', 'sources', phrase('Source')],
  ['label', 'labels', phrase('Label')],
] as const

/** What the service names for programs is told in words. */
const WORDS: Partial<Record<string, (value: string) => string>> = { cause: tellCause }

export const RARE_FILTERS = ['start_date', 'end_date', 'service', 'team', 'cause', 'source', 'label', 'parts'] as const

export function isRare(search: IncidentSearch): boolean {
  return RARE_FILTERS.some((name) => search[name] !== undefined)
}

type Props = { search: IncidentSearch; onChange: (changes: IncidentSearch) => void }

export function MoreFilters({ search, onChange }: Props) {
  const { data } = useQuery(valuesQuery)
  return (
    <Group id="more-filters" gap="xs" align="flex-start" w="100%">
      {MARKS.map(([name, plural, label]) => (
        <Several
          key={name}
          label={label}
          options={optionsOf(data?.[plural], WORDS[name])}
          values={readValues(search[name])}
          tell={WORDS[name]}
          onChange={(values) => onChange({ [name]: writeValues(values) })}
        />
      ))}
      <Checkbox
        label={phrase('Parts as well')}
        checked={search.parts === 'all'}
        onChange={({ currentTarget }) => onChange({ parts: currentTarget.checked ? 'all' : '' })}
        className="filter-check"
      />
      <div className="filter-days">
        <Day end="start" value={search.start_date} onChange={(start_date) => onChange({ start_date })} />
        <Day end="end" value={search.end_date} onChange={(end_date) => onChange({ end_date })} />
      </div>
    </Group>
  )
}

function optionsOf(values: IncidentValues['labels'] = [], tell = (value: string) => value) {
  return values.map(({ value, count }) => ({ value, label: `${tell(value)} (${count})` }))
}

type DayProps = { end: 'start' | 'end'; value: string | undefined; onChange: (bound: string) => void }

/** A day by the clock of the page. In UTC it is a whole day of the API; in any other zone its first or last moment. */
function Day({ end, value = '', onChange }: DayProps) {
  const clock = useClock()
  return (
    <TextInput
      type="date"
      label={`${end === 'start' ? phrase('From') : phrase('To')} (${tellZone(new Date())})`}
      value={dayOfBound(value, clock)}
      onChange={({ currentTarget }) => onChange(boundOfDay(currentTarget.value, end, clock))}
      className="filter-choice"
    />
  )
}
