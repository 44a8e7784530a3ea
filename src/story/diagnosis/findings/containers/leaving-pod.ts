/** A pod that is on its way out while its successors do well: no incident. */

import type { ClusterScene, NodeView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { findPod, isLeaving, isSame, podsOf, subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { sayReleased } from '../../cluster/releases/released-workload.ts'
import { historyOf, isOfNewest, podsByAge } from '../../cluster/releases/revision-history.ts'
import { minutesBetween, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { isOfEmptyRevision } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

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
        successors.slice(0, 1).map((one) => citeField(one.exhibit, 'name', one.name)),
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

// A pod that should be gone long since: a finalizer nobody clears, or a node nobody hears from.

/** Beyond its own period of grace, which the time of deletion already includes. */
const STUCK_MINUTES = 15

export const stuckTerminating: Analyzer = (scene) => {
  const { cluster, now } = scene
  if (!cluster) return []
  return subjectPods(cluster)
    .filter(({ deletedAt }) => deletedAt && minutesBetween(deletedAt, now) > STUCK_MINUTES)
    .map((pod) => stuck(scene, pod))
}

function stuck({ cluster, now }: Scene, pod: Shown<PodView>): Finding {
  const described = cluster?.described.find((one) => isSame(one.pod, pod))
  const finalizers = described?.finalizers ?? []
  const node = cluster?.nodes.find(({ name }) => name === pod.nodeName)
  const isLost = node !== undefined && !node.isReady
  return fault({
    kind: 'stuck_terminating',
    statement: `Pod ${pod.name} has been terminating for ${sayDuration(now.getTime() - (pod.deletedAt?.getTime() ?? now.getTime()))} and does not go: ${sayWhy(pod, finalizers, isLost)}.`,
    evidence: [
      citeField(pod.exhibit, 'deletionTimestamp', String(pod.source.deletionTimestamp)),
      finalizers.slice(0, 1).map((name) => cite(pod.exhibit, name)),
      isLost && node && lostQuote(node),
    ],
    confidence: finalizers.length > 0 || isLost ? 0.9 : 0.5,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    since: pod.deletedAt,
    explains: ['not_ready', 'crash_loop'],
    noActionReason:
      finalizers.length > 0
        ? 'Taking a finalizer away by force skips the work it stands for; its owner must finish or a person must decide.'
        : 'Deleting it by force could leave two of it running; a person must decide.',
    suggestions: [
      finalizers.length > 0
        ? `See why the controller behind ${finalizers.join(', ')} does not finish, then remove the finalizer.`
        : `Bring node ${pod.nodeName ?? ''} back, or confirm that it is off before the pod is deleted by force.`,
    ],
  })
}

function sayWhy({ nodeName }: PodView, finalizers: readonly string[], isLost: boolean): string {
  if (finalizers.length > 0)
    return `its finalizer ${finalizers.join(', ')} has not been removed by the controller that set it`
  return isLost
    ? `its node ${nodeName} is not ready, and nobody there can confirm that it ended`
    : 'nothing that was seen tells why'
}

function lostQuote(node: Shown<NodeView>) {
  const ready = node.conditions.find(({ type }) => type === 'Ready')
  return ready?.reason ? citeField(node.exhibit, 'reason', ready.reason) : citeField(node.exhibit, 'name', node.name)
}
