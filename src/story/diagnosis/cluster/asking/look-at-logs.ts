/** Which logs to read: the last words of a container that restarted, the init step that does not end, or all who serve. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { ContainerView, ObjectKey, PodView } from '../cluster-scene.ts'
import { hasTrouble, isDone, isLeaving, isSame, podsOf, subjectPods, workloadOf } from '../pods/workload-pods.ts'
import { minutesBetween } from '../saying/say.ts'
import { newestFirst } from './look-at-containers.ts'
import { call, type Looking, type LookingStep } from './looking.ts'

const LOGS_MAX = 5
const REPLICAS_MAX = 4
const LONG_SINCE_MINUTES = 30

/** Alerts about what a service does rather than about how its pods run. */
const ABOUT_SERVING =
  /error|latency|slow|5xx|\b50\d\b|time ?outs?|availab|down\b|unreachable|refused|burn|slo\b|apdex|success|exception|fail(?:ed|ing|ure)? (?:request|order|payment|login)|queue|lag\b|dns|certificate|auth|forbidden|denied|declin|reject|complain/i

export const lookAtLogs: LookingStep = (looking) => {
  const { cluster, now, subject } = looking
  const troubled = cluster.described.filter(({ pod }) => hasTrouble(pod, now) || pod.restartCount > 0)
  const ofTrouble = troubled.flatMap(({ pod }) => logsOfPod(pod, now))
  const isServing = isAboutServing(subject)
  const isQuiet = ofTrouble.length === 0 && cluster.target.node === undefined
  const ofReplicas = (isServing || isQuiet) && !looking.isAside ? logsOfReplicas(looking) : []
  return once([...ofTrouble, ...ofReplicas]).slice(0, LOGS_MAX)
}

export function isAboutServing({ alertName, text }: Looking['subject']): boolean {
  return ABOUT_SERVING.test(spelled(alertName)) || ABOUT_SERVING.test(text)
}

export function spelled(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2')
}

/** An init step that did not end stands before all else: what follows it never ran. */
function logsOfPod(pod: PodView, now: Date): PluginCall[] {
  if (pod.reason === 'Evicted') return []
  const init = pod.initContainers.find(({ terminated, running }) => running || (terminated?.exitCode ?? 1) !== 0)
  const several = pod.containers.length > 1
  const wanted = init && !init.isReady ? [init] : pod.containers.filter((one) => isTelling(one, pod))
  return wanted.filter(hasRun).map((container) => logCall(pod, container, now, init !== undefined || several))
}

function isTelling({ isReady, restartCount, terminated }: ContainerView, pod: PodView): boolean {
  return !isReady || restartCount > 0 || terminated !== undefined || pod.containers.length === 1
}

function hasRun({ running, terminated, last }: ContainerView): boolean {
  return running !== undefined || terminated !== undefined || last !== undefined
}

/** A restarted container's reason stands in its life before, unless it ended just now or has lived long with its trouble. */
function logCall(pod: PodView, container: ContainerView, now: Date, isNamed: boolean): PluginCall {
  const { restartCount, terminated, last, running, isReady } = container
  const isLongSince = last?.finishedAt !== undefined && minutesBetween(last.finishedAt, now) > LONG_SINCE_MINUTES
  const hasSettled = running !== undefined && !isReady && isLongSince
  const previous = restartCount > 0 && terminated === undefined && last !== undefined && !hasSettled
  return call('get_pod_logs', {
    namespace: pod.namespace,
    pod_name: pod.name,
    ...(isNamed && { container: container.name }),
    previous,
  })
}

function logsOfReplicas({ cluster, now, subject }: Looking): PluginCall[] {
  const serving = subjectPods(cluster).filter((pod) => !isLeaving(pod) && !isDone(pod) && pod.phase === 'Running')
  const chosen = serving.sort(
    (one, other) => Number(hasTrouble(other, now)) - Number(hasTrouble(one, now)) || newestFirst(one, other),
  )
  return chosen.slice(0, REPLICAS_MAX).map((pod) => logNow(pod, { cluster, subject }))
}

/** Those whose words nobody has read yet. */
export function unread<Pod extends ObjectKey>({ logs }: Looking['cluster'], pods: readonly Pod[]): Pod[] {
  return pods.filter((pod) => !logs.some((log) => isSame(log, pod)))
}

/** What the container that matters says in the life it is in. */
export function logNow(pod: PodView, looking: Pick<Looking, 'cluster' | 'subject'>): PluginCall {
  const container = mainContainerOf(pod, looking)
  const named = container !== undefined && { container }
  return call('get_pod_logs', { namespace: pod.namespace, pod_name: pod.name, ...named, previous: false })
}

/** Why it is in trouble where its containers tell, else what it says now, where it runs. */
export function telling(pod: PodView, looking: Looking): PluginCall[] {
  const ofTrouble = logsOfPod(pod, looking.now)
  return ofTrouble.length > 0 ? ofTrouble.slice(0, 1) : pod.phase === 'Running' ? [logNow(pod, looking)] : []
}

const SIDECAR = /proxy|envoy|linkerd|istio|agent|exporter|fluent|vault|sidecar|otel/i

/** Of several, the one the alert names, else the one that is called like its workload, else the first that is no helper. */
function mainContainerOf(pod: PodView, { cluster, subject }: Pick<Looking, 'cluster' | 'subject'>): string | undefined {
  const workload = workloadOf(cluster, pod)
  const siblings = workload ? podsOf(cluster, workload) : [pod]
  const spec = cluster.described.find((one) => siblings.some((sibling) => isSame(sibling, one.pod)))
  const names = (spec ?? pod).containers.map(({ name }) => name)
  if (names.length < 2) return undefined
  return (
    names.find((name) => name === subject.container) ??
    names.find((name) => name === workload?.name) ??
    names.find((name) => !SIDECAR.test(name)) ??
    names[0]
  )
}

function once(calls: readonly PluginCall[]): PluginCall[] {
  return [...new Map(calls.map((one) => [JSON.stringify(one), one])).values()]
}
