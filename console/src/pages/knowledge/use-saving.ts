/** How what was typed becomes an entry, and what happens when the service does not take it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { type FieldProblem, Refusal } from '../../server/ask.ts'
import { changeEntry, type Entry, type EntryText, entryQuery, writeEntry } from './knowledge-queries.ts'

export type Draft = { title: string; category: string; tags: string[]; content: string }
type MarkedEntry = { entry: Entry; mark: string }
type Faults = Partial<Record<keyof Draft, string>>

export function draftOf(entry?: Entry): Draft {
  return {
    title: entry?.title ?? '',
    category: entry?.category ?? '',
    tags: [...(entry?.tags ?? [])],
    content: entry?.content ?? '',
  }
}

export function textOf({ title, category, tags, content }: Draft): EntryText {
  return { title: title.trim(), category: category.trim() === '' ? null : category.trim(), tags, content }
}

export function faultsOf({ title, content }: Draft): Faults {
  return {
    ...(title.trim() === '' && { title: phrase('A title is needed.') }),
    ...(content.trim() === '' && { content: phrase('There is nothing written yet.') }),
  }
}

type Given = {
  id?: string
  mark: string
  onRefused: (faults: Faults) => void
  onSaved: (entry: Entry) => Promise<void>
}

export function useSaving({ id, mark, onRefused, onSaved }: Given) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState(mark)
  const [conflict, setConflict] = useState<MarkedEntry>()
  const saving = useMutation({
    mutationFn: ({ text, since }: { text: EntryText; since: string }) =>
      id === undefined ? writeEntry(text) : changeEntry(id, text, since),
    onSuccess: onSaved,
    onError: async (error) => {
      if (!(error instanceof Refusal)) return
      if (error.status === 409 && id !== undefined)
        setConflict(await queries.fetchQuery({ ...entryQuery(id), staleTime: 0 }))
      else onRefused(fieldFaults(error.details))
    },
  })
  return {
    isPending: saving.isPending,
    conflict,
    /** What is neither said at a field nor a conflict. */
    error: conflict || isSaidAtFields(saving.error) ? null : saving.error,
    save: (text: EntryText) => saving.mutate({ text, since: seen }),
    overrule: (text: EntryText) => {
      setConflict(undefined)
      saving.mutate({ text, since: conflict?.mark ?? seen })
    },
    takeOver: (theirs: MarkedEntry) => {
      setConflict(undefined)
      setSeen(theirs.mark)
      saving.reset()
    },
  }
}

/** `tags[3]` stands at the tags. */
function fieldFaults(details: readonly FieldProblem[]): Faults {
  return Object.fromEntries(details.map(({ field, message }) => [field.replace(/\[.*$/, ''), `${field} ${message}`]))
}

function isSaidAtFields(error: Error | null): boolean {
  return error instanceof Refusal && error.details.length > 0
}
