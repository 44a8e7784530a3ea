/** Something was wrong, and is not any more: a single restart, or a pod that is ready again. */
import type { ClusterScene, ContainerView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { lastEnd } from '../../cluster/pods/container-faults.ts'
import { podEvents } from '../../cluster/pods/events-about.ts'
import { hasTrouble, isEnded, isLeaving, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { citePart, lineOf, minutesBetween, sayAgo, sayDuration } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

/** So long without a new sign counts as quiet; twice as long as certain. */
const QUIET_MINUTES = 15
const RESTARTS_FEW = 2
const LONG_AGO_MINUTES = 6 * 60
/** Alerts about how pods run; what a service answers cannot be told from its pods alone. */
const ABOUT_PODS = /restart|crash ?loop|not ?ready|waiting|oom|terminat|replicas|rollout|probe|unhealthy|pod/i

export const recovered: Analyzer = (scene) => {
  const { cluster, now, subject } = scene
  const spelled = subject.alertName.replace(/([a-z\d])([A-Z])/g, '$1 $2')
  if (!cluster?.target.isNamed || !ABOUT_PODS.test(spelled)) return []
  const all = subjectPods(cluster)
  const pods = all.filter((pod) => !isLeaving(pod) && !isEnded(pod))
  const isNamedLeaving = all.some((pod) => isLeaving(pod) && cluster.target.pod && isSame(pod, cluster.target.pod))
  if (isNamedLeaving || cluster.target.absent.length > 0) return []
  const one = pods.find((pod) => cluster.target.pod && isSame(pod, cluster.target.pod)) ?? mostRestarted(pods)
  const isWell = pods.length > 0 && pods.every((pod) => isQuiet(cluster, pod, now))
  return one && isWell && pods.some((pod) => wasUnwell(pod, scene)) ? [well(scene, one, pods.length)] : []
}

/** Whoever never failed cannot have recovered: what the alert waits for is somebody else. */
function wasUnwell({ restartCount, conditions }: PodView, { subject, now }: Scene): boolean {
  const ready = conditions.find(({ type, status }) => type === 'Ready' && status === 'True')?.since
  const least = (subject.startedAt ?? now).getTime() - LONG_AGO_MINUTES * 60_000
  return restartCount > 0 || ready === undefined || ready.getTime() >= least
}

function mostRestarted(pods: readonly Shown<PodView>[]): Shown<PodView> | undefined {
  return [...pods].sort((one, other) => other.restartCount - one.restartCount)[0]
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
    ...(container.running ? [citePart(pod.exhibit, container.running.source)] : []),
    ...(end ? [citePart(pod.exhibit, end.source)] : []),
    ...(words ? [cite(words.log.exhibit, words.line.text)] : []),
  ]
}

function lastWordsOf({ cluster }: Scene, pod: PodView) {
  const log = cluster?.logs.find((one) => one.isPrevious && isSame(one, pod))
  const line = log?.lines.findLast(({ text }) => !isOrder(text))
  return log && line ? { log, line } : undefined
}
