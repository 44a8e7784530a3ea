/** Whether a pod that was deleted got a successor, and how it fares. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../../ports/cluster.ts'
import type { Pod } from './kubernetes-objects.ts'
import { Sight } from './not-seen.ts'
import { controllerOf } from './owner-chain.ts'
import { isReady } from './shown-pod.ts'

const LOOK_EVERY_MS = 500
const HASH = 'pod-template-hash'

export async function readFamily(cluster: Cluster, pod: Pod, signal: AbortSignal): Promise<Pod[]> {
  const owner = controllerOf(pod.metadata)?.uid
  const hash = pod.metadata.labels?.[HASH]
  // A ReplicaSet marks its own; without the mark the whole namespace is looked through.
  const mark = hash === undefined ? {} : { labelSelector: `${HASH}=${hash}` }
  const pods = (await cluster.list({ kind: 'Pod', namespace: pod.metadata.namespace ?? '', ...mark }, signal)) as Pod[]
  return pods.filter(({ metadata }) => owner !== undefined && controllerOf(metadata)?.uid === owner)
}

type Wait = { cluster: Cluster; signal: AbortSignal; now: () => Date; known: ReadonlySet<string>; until: Date }

/**
 * Looks until a new pod of the same owner is ready or the time is up; the newest one seen is answered either way. The pod
 * is deleted by now, so a server that refuses to be asked about it is asked again and ends nothing.
 */
export async function awaitReplacement(pod: Pod, wait: Wait): Promise<Pod | undefined> {
  for (;;) {
    const family = (await new Sight().look('pods', () => readFamily(wait.cluster, pod, wait.signal))) ?? []
    const fresh = family.filter(({ metadata }) => !wait.known.has(metadata.uid ?? '') && !metadata.deletionTimestamp)
    const ready = fresh.find(isReady)
    if (ready || wait.now() >= wait.until) return ready ?? fresh[0]
    await pause(LOOK_EVERY_MS, undefined, { signal: wait.signal })
  }
}
