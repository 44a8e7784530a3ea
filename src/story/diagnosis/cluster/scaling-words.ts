/** How many replicas a Deployment had before it was scaled to none, as far as its events still tell. */
import type { ClusterScene, EventView, ObjectKey, Shown } from './cluster-scene.ts'
import { eventsAbout } from './events-about.ts'

export type ScaledDown = { from: number | undefined; event: Shown<EventView> }

/** The last step to zero; undefined where nothing tells of one. */
export function scaledToZero(cluster: ClusterScene, { namespace, name }: ObjectKey): ScaledDown | undefined {
  const steps = eventsAbout(cluster, { kind: 'Deployment', namespace, name }, 'ScalingReplicaSet')
  const at = steps.findLastIndex(({ message }) => readCounts(message)?.to === 0)
  const event = steps[at]
  if (!event) return undefined
  const before = steps.slice(0, at).flatMap(({ message }) => readCounts(message)?.to ?? [])
  return { from: readCounts(event.message)?.from ?? before.findLast((count) => count > 0), event }
}

/** `Scaled down replica set web-1 from 3 to 0`; older clusters write `to 0 from 3`, or only `to 0`. */
export function readCounts(message: string): { from: number | undefined; to: number } | undefined {
  const [, from, to] = /\bfrom (\d+) to (\d+)/.exec(message) ?? []
  if (to !== undefined) return { from: Number(from), to: Number(to) }
  const [, last, first] = /\bto (\d+)(?: from (\d+))?\b/.exec(message) ?? []
  return last === undefined ? undefined : { from: first === undefined ? undefined : Number(first), to: Number(last) }
}
