/** A pod that is on its way out while its successors do well: no incident. */
import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { findPod, isLeaving, podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { sayReleased } from '../../cluster/releases/released-workload.ts'
import { historyOf, isOfNewest, podsByAge } from '../../cluster/releases/revision-history.ts'
import { minutesBetween, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { isOfEmptyRevision } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'

/** Longer than this it is stuck, which is another matter. */
const LEAVING_MINUTES = 15

export const leavingPod: Analyzer = ({ cluster, now }) => {
  const pod = cluster?.target.pod && findPod(cluster, cluster.target.pod)
  if (!cluster || !pod || !isGoing(cluster, pod, now)) return []
  const successors = successorsOf(cluster, pod)
  if (successors.length === 0 || !successors.every(({ isReady }) => isReady)) return []
  const owner = pod.owner ? ` of ${pod.owner.kind} ${pod.owner.name}` : ''
  return [
    fault({
      kind: 'leaving_pod',
      statement: `Pod ${pod.name}${owner} is leaving: ${isLeaving(pod) ? `it is being deleted${sayGrace(pod, now)}` : 'its ReplicaSet is scaled to 0'}, and ${sayOld(cluster, pod)}all ${successors.length} pods that replace it are ready. What it does while it ends is no incident, and nothing needs to be done.`,
      evidence: [
        isLeaving(pod)
          ? citeField(pod.exhibit, 'deletionTimestamp', String(pod.source.deletionTimestamp))
          : citeField(pod.exhibit, 'name', pod.name),
        ...successors.slice(0, 1).map((one) => citeField(one.exhibit, 'name', one.name)),
      ],
      confidence: 0.9,
      situation: 'works_as_designed',
      subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
      noActionReason: 'The pod goes by itself; a forced deletion would cut off what it still has to finish.',
    }),
  ]
}

function isGoing(cluster: ClusterScene, pod: PodView, now: Date): boolean {
  if (pod.deletedAt) return minutesBetween(pod.deletedAt, now) < LEAVING_MINUTES
  return isOfEmptyRevision(cluster, pod)
}

/** Those of the newest revision where there are revisions, else the siblings that stay. */
function successorsOf(cluster: ClusterScene, pod: Shown<PodView>): Shown<PodView>[] {
  const workload = workloadOf(cluster, pod)
  const history = historyOf(cluster, workload)
  if (history && !isOfNewest(pod, history)) {
    const { newest } = podsByAge(cluster, history)
    return newest.length >= history.released.replicas ? newest : []
  }
  return workload ? podsOf(cluster, workload).filter((one) => !isLeaving(one)) : []
}

function sayOld(cluster: ClusterScene, pod: PodView): string {
  const history = historyOf(cluster, workloadOf(cluster, pod))
  if (!history || isOfNewest(pod, history)) return ''
  return `it belongs to an old revision; the rollout of revision ${history.newest.revision} of ${sayReleased(history.released)} is finished, and `
}

/** The time of deletion is that of its end: the server adds the grace to the moment it was asked. */
function sayGrace({ deletedAt }: PodView, now: Date): string {
  if (!deletedAt || deletedAt <= now) return ''
  return ` and has until ${sayTime(deletedAt)} to finish (${sayDuration(deletedAt.getTime() - now.getTime())} from now)`
}
