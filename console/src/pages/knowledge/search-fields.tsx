import { Autocomplete, CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useAfterPause } from '../../parts/after-pause.ts'
import type { Wanted } from './knowledge-queries.ts'
import { useKnownCategories } from './known-categories.ts'

/** A pause this long means that the word is typed. */
const PAUSE_MS = 250

type Given = { wanted: Wanted; onChange: (wanted: Wanted) => void }

/** A change begins at the first page again. */
export function SearchFields({ wanted, onChange }: Given) {
  const { search = '', category = '' } = wanted
  return (
    <Group align="flex-end" grow preventGrowOverflow={false}>
      <SlowField value={search} onChange={(next) => onChange({ search: next, category })} />
      <CategoryField value={category} onChange={(next) => onChange({ search, category: next })} />
    </Group>
  )
}

function useSlowText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const tell = useAfterPause(onChange, PAUSE_MS)
  const type = (next: string) => {
    setText(next)
    tell(next.trim())
  }
  return [text, type] as const
}

function SlowField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, type] = useSlowText(value, onChange)
  return (
    <TextInput
      type="search"
      label={phrase('Search')}
      placeholder={phrase('A word, a symptom, a question')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton aria-label={phrase('Empty the search')} onClick={() => type('')} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      miw={220}
    />
  )
}

function CategoryField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, type] = useSlowText(value, onChange)
  return (
    <Autocomplete
      label={phrase('Category')}
      placeholder={phrase('All')}
      data={useKnownCategories()}
      value={text}
      onChange={type}
      clearable
      clearButtonProps={{ 'aria-label': phrase('All categories') }}
      maw={{ sm: 260 }}
    />
  )
}
