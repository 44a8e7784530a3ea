/** What is open, the most severe first over all of it. All of it is stale whenever the stream says so. */
import type { IncidentItem, IncidentList } from '@contract/incident.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, withQuery } from '../../server/ask.ts'

/** In the order in which a person wants to see them. */
export const OPEN_STATUSES = [
  'awaiting_approval',
  'escalated',
  'executing',
  'verifying',
  'diagnosing',
  'pending',
] as const satisfies readonly IncidentItem['status'][]

type OpenStatus = (typeof OPEN_STATUSES)[number]
export type OpenIncidents = { items: IncidentItem[]; total: number; counts: Record<OpenStatus, number> }

/** A storm is read on the page of all incidents; here are the first. */
const SHOWN_MAX = 40

export const openIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'open'],
  queryFn: async ({ signal }): Promise<OpenIncidents> => {
    const list = (query: Record<string, string | number>) =>
      get<IncidentList>(withQuery('/api/incidents', query), signal)
    const [{ items, total }, ...counts] = await Promise.all([
      list({ open: 'true', sort: 'severity', page_size: SHOWN_MAX }),
      ...OPEN_STATUSES.map(async (status) => [status, (await list({ status, page_size: 1 })).total] as const),
    ])
    return { items, total, counts: Object.fromEntries(counts) as OpenIncidents['counts'] }
  },
})

/** Whether there is any incident at all, and whether the demo made one: its alert speaks of a table nobody else has. */
export const firstStepsQuery = queryOptions({
  queryKey: ['incidents', 'first steps'],
  queryFn: async ({ signal }) => {
    const totalOf = async (query: Record<string, string>) =>
      (await get<IncidentList>(withQuery('/api/incidents', { ...query, page_size: 1 }), signal)).total
    const [all, ofDemo] = await Promise.all([totalOf({}), totalOf({ search: 'firebreak_demo.orders' })])
    return { hasAlert: all > 0, hasDemo: ofDemo > 0 }
  },
})
