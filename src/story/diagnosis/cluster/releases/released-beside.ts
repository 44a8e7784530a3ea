/** Somebody an error names who was released at the same time: either of the two may have brought it. */
import type { ClusterScene } from '../cluster-scene.ts'
import { isNamedIn } from '../logs/names-in-lines.ts'
import { isSame } from '../pods/workload-pods.ts'
import { minutesBetween } from '../saying/say.ts'
import { type History, historyOf } from './revision-history.ts'

/** As far apart the faults of the two cannot be told from each other by their beginning. */
const APART_MINUTES = 10

const RELEASED = [
  ['Deployment', 'deployments'],
  ['StatefulSet', 'statefulSets'],
  ['DaemonSet', 'daemonSets'],
] as const

export function releasedBeside(cluster: ClusterScene, own: History, said: string): History | undefined {
  return RELEASED.flatMap(([kind, place]) => cluster[place].map(({ namespace, name }) => ({ kind, namespace, name })))
    .filter((one) => !isSame(one, own.released))
    .filter((one) => isNamedIn(said, one, cluster))
    .flatMap((one) => historyOf(cluster, one) ?? [])
    .find(({ previous, rolledOutAt }) => previous && isNear(rolledOutAt, own.rolledOutAt))
}

function isNear(one: Date | undefined, other: Date | undefined): boolean {
  return one !== undefined && other !== undefined && Math.abs(minutesBetween(one, other)) <= APART_MINUTES
}
