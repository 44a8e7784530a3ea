import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useAfterPause } from '../../parts/after-pause.ts'

const PAUSE_MS = 300

/** What is typed stands here at once, and in the address after a pause. Back and forward bring older words. */
export function SearchWords({ given, onChange }: { given: string; onChange: (words: string) => void }) {
  const [words, setWords] = useState(given)
  const latest = useRef(given)
  const tell = useAfterPause((value) => {
    latest.current = value
    onChange(value)
  }, PAUSE_MS)
  // Our own words come back with the address, perhaps while the next letter is typed: only others' replace what stands here.
  useEffect(() => {
    if (given !== latest.current) setWords(given)
    latest.current = given
  }, [given])
  return (
    <TextInput
      label={phrase('Search')}
      placeholder={phrase('Id, title, message, conclusion')}
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
