/** Events with their right times. Several components write them, each filling other fields. */
import type { ClusterObject } from '../../ports/cluster.ts'
import { cut, optional } from './shown-pod.ts'

export type ClusterEvent = ClusterObject & {
  metadata: ClusterObject['metadata'] & { creationTimestamp?: string }
  involvedObject: { kind?: string; namespace?: string; name?: string; fieldPath?: string }
  type?: string
  reason?: string
  message?: string
  count?: number
  series?: { count?: number; lastObservedTime?: string } | null
  firstTimestamp?: string | null
  lastTimestamp?: string | null
  eventTime?: string | null
  source?: { component?: string }
  reportingComponent?: string
}

/** The first that is set, from the most to the least telling: the scheduler leaves lastTimestamp empty. */
function timeOf({ series, lastTimestamp, eventTime, metadata }: ClusterEvent): string {
  return series?.lastObservedTime || lastTimestamp || eventTime || metadata.creationTimestamp || ''
}

/** Compared as instants: one component writes seconds, another microseconds. */
export function byTime(one: ClusterEvent, other: ClusterEvent): number {
  return (Date.parse(timeOf(one)) || 0) - (Date.parse(timeOf(other)) || 0)
}

export function showEvent(event: ClusterEvent) {
  const { involvedObject, type, reason, message, count, series, firstTimestamp, source, reportingComponent } = event
  const time = timeOf(event)
  return {
    time,
    type,
    reason,
    object: `${involvedObject.kind}/${involvedObject.name}`,
    ...optional('namespace', involvedObject.namespace),
    ...optional('fieldPath', involvedObject.fieldPath),
    message: cut(message, 1000),
    count: series?.count ?? count ?? 1,
    ...(firstTimestamp && firstTimestamp !== time && { firstTimestamp }),
    ...optional('component', reportingComponent || source?.component),
  }
}
