import type { IncidentList, IncidentValues } from '@contract/incident.ts'
import type { Statistics } from '@contract/statistics.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Clock } from '../../parts/clock.ts'
import { get, withQuery } from '../../server/ask.ts'
import { zoneOf } from './day-bounds.ts'

/** As the address bar has them: the names are those of the API, so that the one can be read off the other. */
export const SEARCH_NAMES = [
  'status',
  'severity',
  'open',
  'start_date',
  'end_date',
  'search',
  'label',
  'source',
  'service',
  'team',
  'cause',
  'parts',
  'sort',
  'page',
  'page_size',
] as const

export type IncidentSearch = { [Name in (typeof SEARCH_NAMES)[number]]?: string }

/** Whether a filter is in force: where in a list somebody is, and in which order, are none. */
export function isNarrowed(search: IncidentSearch): boolean {
  return Object.entries(search).some(([name, value]) => value && !/^(page|page_size|sort)$/.test(name))
}

/** The same for two places of one list. */
export function listName({ page: _, page_size: __, sort: ___, ...filters }: IncidentSearch): string {
  return JSON.stringify(filters)
}

/** What is written down of an incident seconds after its event: the stream does not tell when. */
const LATE = ['label', 'source', 'service', 'team', 'cause'] as const
const LATE_EVERY_MS = 5_000

/** The page before stays until the next one is there, so that nothing jumps. */
export const incidentListQuery = (search: IncidentSearch) =>
  queryOptions({
    queryKey: ['incidents', 'list', search],
    queryFn: ({ signal }) => get<IncidentList>(withQuery('/api/incidents', search), signal),
    placeholderData: keepPreviousData,
    refetchInterval: LATE.some((name) => search[name]) ? LATE_EVERY_MS : false,
  })

const VALUES_FRESH_MS = 30_000

export const valuesQuery = queryOptions({
  queryKey: ['incident values'],
  queryFn: ({ signal }) => get<IncidentValues>('/api/incidents/values', signal),
  staleTime: VALUES_FRESH_MS,
})

const STATISTICS_FRESH_MS = 60_000

/** By the days of the clock of the page. */
export const statisticsQuery = (clock: Clock) => {
  const asked = { days: '30', time_zone: zoneOf(clock) }
  return queryOptions({
    queryKey: ['statistics', asked],
    queryFn: ({ signal }) => get<Statistics>(withQuery('/api/statistics', asked), signal),
    staleTime: STATISTICS_FRESH_MS,
  })
}
