/** Pods that cannot become ready because they wait for a lock: known by the address from which they wait. */
import type { PodView } from '../../cluster/cluster-scene.ts'
import { hasTrouble, isDone, isLeaving } from '../../cluster/pods/workload-pods.ts'
import type { Scene } from '../../scene.ts'
import type { BlockingRoot } from './blocking-roots.ts'

/** None where the holder is such a pod itself: then the new program may well be at fault. */
export function startersBehind({ root, waiters }: BlockingRoot, { cluster, now }: Scene): PodView[] {
  const unready = (cluster?.pods ?? []).filter(
    (pod) => !pod.isReady && !isLeaving(pod) && !isDone(pod) && pod.podIP !== undefined && hasTrouble(pod, now),
  )
  if (unready.some(({ podIP }) => podIP === root.client_addr)) return []
  const waiting = new Set(waiters.flatMap((waiter) => ('client_addr' in waiter ? (waiter.client_addr ?? []) : [])))
  return unready.filter(({ podIP }) => podIP !== undefined && waiting.has(podIP))
}
