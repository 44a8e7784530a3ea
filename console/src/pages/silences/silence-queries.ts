import type { HeldAlert, SilenceItem, SilenceMatcher, SilencePreview } from '@contract/silence.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask, get, withQuery } from '../../server/ask.ts'

/** As the address bar has them. */
export type SilenceSearch = { state?: string; page?: string; silence?: string }

type Page<Item> = { items: Item[]; total: number; page: number; total_pages: number }

const PAGE_SIZE = 50
const HELD_SHOWN = 100

export const silenceListQuery = ({ state, page }: SilenceSearch) =>
  queryOptions({
    queryKey: ['silences', 'list', state, page],
    queryFn: ({ signal }) =>
      get<Page<SilenceItem>>(withQuery('/api/silences', { state, page, page_size: PAGE_SIZE }), signal),
    placeholderData: keepPreviousData,
  })

export const silenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['silences', 'one', id],
    queryFn: ({ signal }) => get<SilenceItem>(`/api/silences/${id}`, signal),
  })

export const heldQuery = (id: string) =>
  queryOptions({
    queryKey: ['silences', 'held', id],
    queryFn: ({ signal }) =>
      get<Page<HeldAlert>>(withQuery(`/api/silences/${id}/alerts`, { page_size: HELD_SHOWN }), signal),
  })

export async function previewOf(matchers: readonly SilenceMatcher[]): Promise<SilencePreview> {
  return (await ask<SilencePreview>('POST', '/api/silences/preview', { matchers })).data
}

/** What would hold back the alerts of all of these. */
export const sharedPreviewQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['silences', 'shared', ids],
    queryFn: async ({ signal }) =>
      (await ask<SilencePreview>('POST', '/api/silences/preview', { incident_ids: ids }, { signal })).data,
  })

export type NewSilence = { matchers: SilenceMatcher[]; starts_at?: string; seconds: number; comment: string }

export type SilenceChanges = { matchers: SilenceMatcher[]; ends_at: string; comment: string }

export const makeSilence = (silence: NewSilence & { confirm?: 'everything' }) =>
  ask<SilenceItem>('POST', '/api/silences', silence)

export const changeSilence = (id: string, changes: SilenceChanges & { confirm?: 'everything' }) =>
  ask<SilenceItem>('PUT', `/api/silences/${id}`, changes)

export const endSilence = (id: string) => ask<{ id: string }>('DELETE', `/api/silences/${id}`)
