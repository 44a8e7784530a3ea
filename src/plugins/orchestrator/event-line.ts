import type { ClusterObject } from '../../ports/cluster.ts'

type Event = ClusterObject & {
  metadata: { creationTimestamp?: string }
  involvedObject?: { kind?: string; name?: string }
  type?: string
  reason?: string
  message?: string
  count?: number
  series?: { count?: number; lastObservedTime?: string } | null
  lastTimestamp?: string | null
  eventTime?: string | null
}

/** Newest last, each with the first of its times that is set: the scheduler leaves lastTimestamp empty. */
export function eventLines(objects: readonly ClusterObject[], max: number): unknown[] {
  return (objects as readonly Event[])
    .map((event) => ({ event, time: timeOf(event) }))
    .sort((one, other) => (Date.parse(one.time) || 0) - (Date.parse(other.time) || 0))
    .slice(-max)
    .map(({ event: { type, reason, involvedObject, message, count, series }, time }) => ({
      time,
      type,
      reason,
      object: `${involvedObject?.kind}/${involvedObject?.name}`,
      message,
      count: series?.count ?? count ?? 1,
    }))
}

function timeOf({ series, lastTimestamp, eventTime, metadata }: Event): string {
  return series?.lastObservedTime || lastTimestamp || eventTime || metadata.creationTimestamp || ''
}
