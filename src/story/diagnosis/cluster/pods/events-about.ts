/** What the cluster said about one object. */
import { cite } from '../../evidence.ts'
import type { ClusterScene, EventView, PodView, Shown } from '../cluster-scene.ts'

type About = { kind: string; name: string; namespace?: string | undefined }

/** Oldest first; with reasons given, only those. */
export function eventsAbout(
  { events }: Pick<ClusterScene, 'events'>,
  { kind, name, namespace }: About,
  ...reasons: readonly string[]
): Shown<EventView>[] {
  return events.filter(
    (event) =>
      event.kind === kind &&
      event.name === name &&
      (namespace === undefined || event.namespace === undefined || event.namespace === namespace) &&
      (reasons.length === 0 || reasons.includes(event.reason)),
  )
}

export function podEvents(
  cluster: Pick<ClusterScene, 'events'>,
  { namespace, name }: PodView,
  ...reasons: readonly string[]
): Shown<EventView>[] {
  return eventsAbout(cluster, { kind: 'Pod', namespace, name }, ...reasons)
}

export function citeEvent({ exhibit, message }: Shown<EventView>) {
  return cite(exhibit, message)
}
