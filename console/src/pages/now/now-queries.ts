/** What is open, asked status by status, because the API filters by one. All of it is stale whenever the stream says so. */
import type { IncidentItem, IncidentList } from '@contract/incident.ts'
import { queryOptions } from '@tanstack/react-query'
import { SEVERITY_RANK } from '../../parts/severities.ts'
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

export type OpenStatus = (typeof OPEN_STATUSES)[number]
export type OpenIncidents = Record<OpenStatus, { items: IncidentItem[]; total: number }>

/** A storm is read on the page of all incidents; here are the first of each. */
const SHOWN_MAX: Record<OpenStatus, number> = {
  awaiting_approval: 50,
  escalated: 20,
  executing: 20,
  verifying: 20,
  diagnosing: 10,
  pending: 10,
}

export const openIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'open'],
  queryFn: async ({ signal }): Promise<OpenIncidents> => {
    const found = await Promise.all(OPEN_STATUSES.map(async (status) => [status, await ask(status, signal)] as const))
    return eachOnce(Object.fromEntries(found) as OpenIncidents)
  },
})

/** One that moves on while it is asked for is found twice; it stands where it came to. */
function eachOnce(open: OpenIncidents): OpenIncidents {
  const seen = new Set<string>()
  const once = OPEN_STATUSES.map((status) => {
    const items = open[status].items.filter(({ id }) => !seen.has(id))
    for (const { id } of items) seen.add(id)
    return [status, { items, total: open[status].total - open[status].items.length + items.length }]
  })
  return Object.fromEntries(once) as OpenIncidents
}

async function ask(status: OpenStatus, signal: AbortSignal) {
  const path = withQuery('/api/incidents', { status, page_size: SHOWN_MAX[status] })
  const { items, total } = await get<IncidentList>(path, signal)
  return { items: items.toSorted(bySeverityThenAge), total }
}

/** Of two alike the older has waited longer, and expires first. */
function bySeverityThenAge(one: IncidentItem, other: IncidentItem): number {
  const rank = SEVERITY_RANK[one.severity] - SEVERITY_RANK[other.severity]
  return rank !== 0 ? rank : one.created_at.localeCompare(other.created_at)
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
