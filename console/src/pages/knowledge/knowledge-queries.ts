/** The knowledge base as the console asks for it. An entry comes with the mark of its revision, for whoever edits it. */
import type { KnowledgeItem, KnowledgeRevisionItem } from '@contract/knowledge.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask, get, withQuery } from '../../server/ask.ts'

const PATH = '/api/knowledge'
const PAGE_SIZE = 20
const REVISIONS_MAX = 100

export type Entry = KnowledgeItem
export type Revision = KnowledgeRevisionItem
/** `why` it was found, where something was searched for. */
export type FoundEntry = Entry & { why?: string }
export type EntryText = Pick<Entry, 'title' | 'content' | 'category' | 'tags'>
export type Wanted = { search?: string; category?: string; page?: string }

type Page<Item> = { items: Item[]; total: number; page: number; total_pages: number }
type MarkedEntry = { entry: Entry; mark: string }

const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`
const onlyIf = (mark: string) => ({ headers: mark === '' ? {} : { 'if-match': mark } })

export const entriesQuery = ({ search, category, page }: Wanted) =>
  queryOptions({
    queryKey: ['knowledge', 'list', search ?? '', category ?? '', page ?? ''],
    queryFn: async ({ signal }) => {
      const path = withQuery(PATH, { search, category, page, page_size: PAGE_SIZE })
      const { data, message } = await ask<Page<FoundEntry>>('GET', path, undefined, { signal })
      return { ...data, note: message }
    },
    placeholderData: keepPreviousData,
  })

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['knowledge', 'entry', id],
    queryFn: async ({ signal }): Promise<MarkedEntry> => {
      const { data, headers } = await ask<Entry>('GET', pathOf(id), undefined, { signal })
      return { entry: data, mark: headers.get('etag') ?? '' }
    },
  })

export const revisionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['knowledge', 'revisions', id],
    queryFn: ({ signal }) =>
      get<Page<Revision>>(withQuery(`${pathOf(id)}/revisions`, { page_size: REVISIONS_MAX }), signal),
  })

export async function writeEntry(text: EntryText): Promise<Entry> {
  return (await ask<Entry>('POST', PATH, text)).data
}

/** Refused with 409 where someone else changed the entry since `mark`. */
export async function changeEntry(id: string, text: EntryText, mark: string): Promise<Entry> {
  return (await ask<Entry>('PUT', pathOf(id), text, onlyIf(mark))).data
}

export async function removeEntry(id: string, mark: string): Promise<void> {
  await ask('DELETE', pathOf(id), undefined, onlyIf(mark))
}

export async function restoreRevision(id: string, revision: number): Promise<Entry> {
  return (await ask<Entry>('POST', `${pathOf(id)}/restore`, { revision })).data
}

/** The newest revision of a removed entry holds what was removed. */
export async function bringBack(id: string): Promise<void> {
  const { items } = await get<Page<Revision>>(withQuery(`${pathOf(id)}/revisions`, { page_size: 1 }))
  if (items[0]) await restoreRevision(id, items[0].revision)
}
