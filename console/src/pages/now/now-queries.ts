/** What is open: plans by the time that is left, the others by their severity. All of it is stale whenever the stream says so. */
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
export type OpenIncidents = {
  /** What waits for a decision, the one whose time runs out first on top. */
  waiting: IncidentItem[]
  /** The most severe first, then the oldest. */
  others: IncidentItem[]
  counts: Record<OpenStatus, number>
  /** Parts whose leader is closed, and whose alerts still fire. */
  left: { items: IncidentItem[]; total: number }
}

/** A storm is read on the page of all incidents; here are the first. */
const SHOWN_MAX = 40

export const openIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'open'],
  queryFn: async ({ signal }): Promise<OpenIncidents> => {
    const list = (query: Record<string, string | number>) =>
      get<IncidentList>(withQuery('/api/incidents', query), signal)
    const [first, ...rest] = OPEN_STATUSES
    const [waiting, others, left, ...counts] = await Promise.all([
      list({ status: first, sort: 'oldest', page_size: 100 }),
      list({ status: rest.join(','), sort: 'severity', page_size: SHOWN_MAX }),
      list({ parts: 'left', sort: 'severity', page_size: SHOWN_MAX }),
      ...rest.map(async (status) => [status, (await list({ status, page_size: 1 })).total] as const),
    ])
    return {
      waiting: waiting.items.toSorted(byTimeLeft).slice(0, SHOWN_MAX),
      others: others.items,
      left,
      counts: Object.fromEntries([[first, waiting.total], ...counts]) as OpenIncidents['counts'],
    }
  },
})

/** Moments as the service writes them are in order as texts. */
function byTimeLeft({ confirm_by: one = '' }: IncidentItem, { confirm_by: other = '' }: IncidentItem): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export function countOpen({ counts }: OpenIncidents): number {
  return OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0)
}

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
