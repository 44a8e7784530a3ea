/** Which few pods of a workload tell most: the named one, one for each kind of trouble, else the newest. */
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import { hasTrouble, isDone, isLeaving, isSame, subjectPods, workloadOf } from '../pods/workload-pods.ts'
import { releasedOf, revisionNameOf } from '../releases/released-workload.ts'
import { revisionToReturnTo } from '../releases/revision-history.ts'

export function representativePods(cluster: ClusterScene, now: Date, max: number): Shown<PodView>[] {
  const pods = subjectPods(cluster)
  const named = pods.filter((pod) => cluster.target.pod && isSame(pod, cluster.target.pod))
  const staying = pods.filter((pod) => !isLeaving(pod)).sort(newestFirst)
  const troubled = inTurns(cluster, oneOfEachTrouble(staying.filter((pod) => hasTrouble(pod, now))))
  const chosen = unique([...named, ...troubled])
  const newest = (staying.length > 0 ? staying : pods).find((pod) => !isDone(pod)) ?? staying[0]
  const candidates = chosen.length > 0 || !newest ? chosen : [newest]
  return unique([...candidates.slice(0, max - 1), ...lastThatServed(cluster, candidates), ...candidates]).slice(0, max)
}

/** One of each workload before the second of any. */
function inTurns(cluster: ClusterScene, pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  const byWorkload = Map.groupBy(pods, (pod) => `${pod.namespace}/${workloadOf(cluster, pod)?.name ?? pod.name}`)
  const turnOf = (pod: Shown<PodView>) => Math.max(...[...byWorkload.values()].map((own) => own.indexOf(pod)))
  return [...pods].sort((one, other) => turnOf(one) - turnOf(other))
}

/** Where two revisions in a row fail, or nobody may read them, only a pod of the one before shows what the newest changed. */
function lastThatServed(cluster: ClusterScene, troubled: readonly PodView[]): Shown<PodView>[] {
  return troubled.slice(0, 1).flatMap((pod) => {
    const released = releasedOf(cluster, workloadOf(cluster, pod))
    if (!released || released.revisions[0]?.name !== revisionNameOf(pod)) return []
    const serving = revisionToReturnTo(released)
    const isReported = serving === released.revisions[1] && !released.isInferred
    if (!serving || isReported) return []
    return cluster.pods.filter((one) => one.isReady && revisionNameOf(one) === serving.name).slice(0, 1)
  })
}

/** Pods that fail alike are told by one of them. */
export function oneOfEachTrouble(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  return [...new Map([...pods].reverse().map((pod) => [troubleOf(pod), pod])).values()].reverse()
}

function troubleOf({ namespace, phase, reason, owner, conditions, initContainers, containers }: PodView): string {
  const states = [...initContainers, ...containers].map(({ waiting, terminated, last }) => [
    waiting?.reason,
    terminated?.reason,
    last?.reason,
  ])
  const unmet = conditions.filter(({ status }) => status !== 'True').map((one) => one.reason)
  return JSON.stringify([namespace, phase, reason, owner, unmet, states])
}

export function newestFirst(one: PodView, other: PodView): number {
  return (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0)
}

export function unique(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  return [...new Map(pods.map((pod) => [`${pod.namespace}/${pod.name}`, pod])).values()]
}
