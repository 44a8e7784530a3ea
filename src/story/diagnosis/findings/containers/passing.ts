/**
 * What passes: a pod on its way out while its successors do well, one that should be gone, and one that is well again.
 */
import { spelled } from '../../cluster/asking/look-at-containers.ts'
import type { ClusterScene, ContainerView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { lastEnd } from '../../cluster/pods/container-faults.ts'
import {
  describedOf,
  findPod,
  hasTrouble,
  isLeaving,
  isSame,
  isStaying,
  podEvents,
  podsOf,
  subjectPods,
  workloadOf,
} from '../../cluster/pods/workload-pods.ts'
import { sayReleased } from '../../cluster/releases/released-workload.ts'
import { historyOf, isOfNewest, podsByAge } from '../../cluster/releases/revision-history.ts'
import { citePart, lineOf, minutesBetween, sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
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
  const described = cluster && describedOf(cluster, pod)
  const finalizers = described?.finalizers ?? []
  const node = cluster?.nodes.find(({ name }) => name === pod.nodeName)
  const isLost = node !== undefined && !node.isReady
  const ready = node?.conditions.find(({ type }) => type === 'Ready')
  return fault({
    kind: 'stuck_terminating',
    statement: `Pod ${pod.name} has been terminating for ${sayDuration(now.getTime() - (pod.deletedAt?.getTime() ?? now.getTime()))} and does not go: ${sayWhy(pod, finalizers, isLost)}.`,
    evidence: [
      citeField(pod.exhibit, 'deletionTimestamp', String(pod.source.deletionTimestamp)),
      finalizers.slice(0, 1).map((name) => cite(pod.exhibit, name)),
      isLost &&
        (ready?.reason ? citeField(node.exhibit, 'reason', ready.reason) : citeField(node.exhibit, 'name', node.name)),
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

// Something was wrong, and is not any more: a single restart, or a pod that is ready again.

/** So long without a new sign counts as quiet; twice as long as certain. */
const QUIET_MINUTES = 15
const RESTARTS_FEW = 2
const LONG_AGO_MINUTES = 6 * 60
/** Alerts about how pods run; what a service answers cannot be told from its pods alone. */
const ABOUT_PODS = /restart|crash ?loop|not ?ready|waiting|oom|terminat|replicas|rollout|probe|unhealthy|pod/i

export const recovered: Analyzer = (scene) => {
  const { cluster, now, subject } = scene
  if (!cluster?.target.isNamed || !ABOUT_PODS.test(spelled(subject.alertName))) return []
  const all = subjectPods(cluster)
  const pods = all.filter(isStaying)
  const isNamed = (pod: PodView) => cluster.target.pod !== undefined && isSame(pod, cluster.target.pod)
  if (all.some((pod) => isLeaving(pod) && isNamed(pod)) || cluster.target.absent.length > 0) return []
  const one = pods.find(isNamed) ?? pods.toSorted((a, b) => b.restartCount - a.restartCount)[0]
  const isWell = pods.length > 0 && pods.every((pod) => isQuiet(cluster, pod, now))
  return one && isWell && pods.some((pod) => wasUnwell(pod, scene)) ? [well(scene, one, pods.length)] : []
}

/** Whoever never failed cannot have recovered: what the alert waits for is somebody else. */
function wasUnwell({ restartCount, conditions }: PodView, { subject, now }: Scene): boolean {
  const ready = conditions.find(({ type, status }) => type === 'Ready' && status === 'True')?.since
  const least = (subject.startedAt ?? now).getTime() - LONG_AGO_MINUTES * 60_000
  return restartCount > 0 || ready === undefined || ready.getTime() >= least
}

function isQuiet(cluster: ClusterScene, pod: PodView, now: Date): boolean {
  if (hasTrouble(pod, now) || !pod.isReady) return false
  const isFew =
    pod.restartCount <= RESTARTS_FEW ||
    pod.containers.every(({ last }) => isOld(last?.finishedAt, now, LONG_AGO_MINUTES))
  const fresh = podEvents(cluster, pod).filter(
    ({ isWarning, at }) => isWarning && at && minutesBetween(at, now) < QUIET_MINUTES,
  )
  const runs = pod.containers.every(({ running, restartCount }) => restartCount === 0 || isOld(running?.startedAt, now))
  return isFew && fresh.length === 0 && runs
}

function isOld(at: Date | undefined, now: Date, minutes = QUIET_MINUTES): boolean {
  return at === undefined || minutesBetween(at, now) > minutes
}

function well(scene: Scene, pod: Shown<PodView>, count: number): Finding {
  const container = pod.containers.find(({ restartCount }) => restartCount > 0)
  const others = count > 1 ? ` All ${count} pods of its workload are ready.` : ''
  return fault({
    kind: 'recovered',
    statement: container
      ? sayRestart(scene, pod, container) + others
      : `Pod ${pod.name} is ready and running, with no restart and no fresh warning: whatever the alert saw has recovered.${others} No action is needed.`,
    evidence: container ? restartQuotes(scene, pod, container) : [citeField(pod.exhibit, 'ready', true)],
    confidence: container && isOld(container.running?.startedAt, scene.now, 2 * QUIET_MINUTES) ? 0.9 : 0.7,
    situation: 'recovered',
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    noActionReason: 'It has recovered by itself; restarting or rolling back a healthy workload would only disturb it.',
    suggestions: container ? ['Raise the threshold of this alert if a single restart needs nobody.'] : [],
  })
}

function sayRestart(scene: Scene, pod: PodView, container: ContainerView): string {
  const { restartCount, running } = container
  const end = lastEnd(container)
  const times = restartCount === 1 ? 'restarted once' : `restarted ${restartCount} times`
  const line = lastWordsOf(scene, pod)?.line
  const why = end
    ? ` (${end.reason ?? 'ended'}, exit code ${end.exitCode}${line ? `: "${lineOf({ line })}"` : ''})`
    : ''
  return `Container ${container.name} of pod ${pod.name} ${times}${why}, ${sayAgo(end?.finishedAt, scene.now)}, and has recovered: it has been running for ${sayDuration(scene.now.getTime() - (running?.startedAt?.getTime() ?? scene.now.getTime()))}, is ready, and there was no further restart or warning. No action is needed.`
}

function restartQuotes(scene: Scene, pod: Shown<PodView>, container: ContainerView) {
  const end = lastEnd(container)
  const words = lastWordsOf(scene, pod)
  return [
    citeField(pod.exhibit, 'restartCount', container.restartCount),
    container.running && citePart(pod.exhibit, container.running.source),
    end && citePart(pod.exhibit, end.source),
    words && cite(words.log.exhibit, words.line.text),
  ]
}

function lastWordsOf({ cluster }: Scene, pod: PodView) {
  const log = cluster?.logs.find((one) => one.isPrevious && isSame(one, pod))
  const line = log?.lines.findLast(({ text }) => !isOrder(text))
  return log && line ? { log, line } : undefined
}
