import type { RunDetail, RunList } from '@contract/run.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, withQuery } from '../../server/ask.ts'

/** As the address bar has them. */
export type RunSearch = { state?: string; incident?: string; page?: string; run?: string }

const PAGE_SIZE = 50

export const runListQuery = ({ state, incident, page }: RunSearch) =>
  queryOptions({
    queryKey: ['runs', 'list', state, incident, page],
    queryFn: ({ signal }) =>
      get<RunList>(withQuery('/api/runs', { state, incident_id: incident, page, page_size: PAGE_SIZE }), signal),
    placeholderData: keepPreviousData,
  })

export const runPath = (id: string) => `/api/runs/${encodeURIComponent(id)}`

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id],
    queryFn: ({ signal }) => get<RunDetail>(runPath(id), signal),
  })
