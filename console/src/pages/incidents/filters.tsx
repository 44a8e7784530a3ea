import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { STATUS_WORDS } from '../../parts/badges.tsx'
import { SEVERITIES } from '../../parts/severities.ts'
import type { IncidentSearch } from './incidents-queries.ts'

type Props = {
  search: IncidentSearch
  onChange: (changes: IncidentSearch) => void
  onType: (words: string) => void
  onClear: () => void
}

const STATUSES = Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label }))
const FILTERS = ['status', 'severity', 'start_date', 'end_date', 'search'] as const

export function Filters({ search, onChange, onType, onClear }: Props) {
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  return (
    <Group component="search" gap="sm" align="flex-start">
      <Words given={search.search ?? ''} onChange={onType} />
      <Choice label="Status" options={STATUSES} value={search.status} onChange={(status) => onChange({ status })} />
      <Choice
        label="Severity"
        options={SEVERITIES}
        value={search.severity}
        onChange={(severity) => onChange({ severity })}
      />
      <Day label="From (UTC)" value={search.start_date} onChange={(start_date) => onChange({ start_date })} />
      <Day label="To (UTC)" value={search.end_date} onChange={(end_date) => onChange({ end_date })} />
      <Button variant="default" className="filter-clear" onClick={onClear} disabled={!isFiltered}>
        Clear
      </Button>
    </Group>
  )
}

const PAUSE_MS = 300

/** What is typed stands here at once, and in the address after a pause. Back and forward bring older words. */
function Words({ given, onChange }: { given: string; onChange: (words: string) => void }) {
  const [words, setWords] = useState(given)
  const told = useRef(given)
  const tell = useDebouncedCallback((value: string) => {
    told.current = value
    onChange(value)
  }, PAUSE_MS)
  // Our own words come back with the address, perhaps while the next letter is typed: only others' replace what stands here.
  useEffect(() => {
    if (given !== told.current) setWords(given)
    told.current = given
  }, [given])
  return (
    <TextInput
      label="Search"
      placeholder="Id, title, message, conclusion"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={words}
      onChange={({ currentTarget: { value } }) => {
        setWords(value)
        tell(value.trim())
      }}
      className="filter-words"
      type="search"
    />
  )
}

type ChoiceProps = {
  label: string
  options: readonly (string | { value: string; label: string })[]
  value: string | undefined
  onChange: (value: string) => void
}

/** A word the address brought and nobody knows is shown, and said to be unknown, so that it can be taken away. */
function Choice({ label, options, value, onChange }: ChoiceProps) {
  const isUnknown = value !== undefined && !options.some((option) => nameOf(option) === value)
  return (
    <Select
      label={label}
      placeholder="Any"
      data={isUnknown ? [...options, value] : options}
      error={isUnknown && `Unknown ${label.toLowerCase()}`}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      className="filter-choice"
    />
  )
}

const nameOf = (option: ChoiceProps['options'][number]) => (typeof option === 'string' ? option : option.value)

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value?.slice(0, 10) ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className="filter-choice"
    />
  )
}
