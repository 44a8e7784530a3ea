/** What more than one page asks for. `useLive` makes `incidents`, `incident` and `status` stale by these very keys. */
import type { IncidentDetail, MemberList } from '@contract/incident.ts'
import type { PluginList } from '@contract/plugin.ts'
import type { Status } from '@contract/system.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from './ask.ts'

/** Health changes without an event: looked at again now and then. */
const STATUS_EVERY_MS = 15_000

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => get<Status>('/api/status', signal),
  refetchInterval: STATUS_EVERY_MS,
})

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ['incident', id],
    queryFn: ({ signal }) => get<IncidentDetail>(`/api/incidents/${encodeURIComponent(id)}`, signal),
  })

/** An incident may stand for thousands of alerts: its own answer holds the first ones, and these are all, page by page. */
export const alertsQuery = (id: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['incident', id, 'alerts', page, pageSize],
    queryFn: ({ signal }) =>
      get<MemberList>(`/api/incidents/${encodeURIComponent(id)}/alerts?page=${page}&page_size=${pageSize}`, signal),
    placeholderData: keepPreviousData,
  })

export const pluginsQuery = queryOptions({
  queryKey: ['plugins'],
  queryFn: ({ signal }) => get<PluginList>('/api/plugins', signal),
})
