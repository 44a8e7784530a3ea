import type { IncidentList } from '@contract/incident.ts'
import type { Statistics } from '@contract/statistics.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, withQuery } from '../../server/ask.ts'

/** As the address bar has them: the names are those of the API, so that the one can be read off the other. */
export type IncidentSearch = {
  status?: string
  severity?: string
  start_date?: string
  end_date?: string
  search?: string
  page?: string
  page_size?: string
}

/** The page before stays until the next one is there, so that nothing jumps. */
export const incidentListQuery = (search: IncidentSearch) =>
  queryOptions({
    queryKey: ['incidents', 'list', search],
    queryFn: ({ signal }) => get<IncidentList>(withQuery('/api/incidents', search), signal),
    placeholderData: keepPreviousData,
  })

const STATISTICS_FRESH_MS = 60_000

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => get<Statistics>('/api/statistics?days=30', signal),
  staleTime: STATISTICS_FRESH_MS,
})
