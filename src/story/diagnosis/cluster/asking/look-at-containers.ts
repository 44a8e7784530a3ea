/**
 * Which pods are looked at closely, and whose logs are read: the named one, those in trouble, and a few that stand for
 * the rest.
 */
import type { PluginCall, PluginResult } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import type { ClusterScene, ContainerView, ObjectKey, PodView, Shown } from '../cluster-scene.ts'
import {
  type ClusterSight,
  containersOf,
  hasTrouble,
  isDone,
  isLeaving,
  isSame,
  podsOf,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { number, record, records } from '../reading/loose-fields.ts'
import { releasedOf, revisionNameOf } from '../releases/released-workload.ts'
import { revisionToReturnTo } from '../releases/revision-history.ts'
import { minutesBetween } from '../saying/say.ts'
import { call, type Looking, type LookingStep } from './looking.ts'

// The close look: a few pods with all they depend on.

const PODS_MAX = 3

export const lookAtContainers: LookingStep = (looking) => {
  const pods = podsToDescribe(looking)
  return [
    ...pods.map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name })),
    ...eventsInCrowd(looking, pods[0]),
  ]
}

/** Beside a node, whoever other alerts of the same notification name. */
function podsToDescribe(looking: Looking) {
  const { node, workloads } = looking.cluster.target
  if (node === undefined) return ofSubject(looking)
  return workloads.length === 0 ? onNode(looking) : unique([...onNode(looking), ...ofSubject(looking)])
}

/** Where so much happens that the list of events was cut, those of the first pod are asked for by name. */
function eventsInCrowd({ cluster, isAside }: Looking, pod: PodView | undefined) {
  const isCut = cluster.exhibits.some(
    ({ plugin, parameters, result }) =>
      plugin === 'get_events' && parameters.namespace === pod?.namespace && isIncomplete(result),
  )
  return pod && isCut && !isAside ? [call('get_events', { namespace: pod.namespace, pod_name: pod.name })] : []
}

function isIncomplete(result: PluginResult): boolean {
  const { events, total } = record(result.data)
  return 'truncated' in result || records(events).length < (number(total) ?? 0)
}

function ofSubject({ cluster, now, isAside }: Looking) {
  const pods = representativePods(cluster, now, Math.max(PODS_MAX, cluster.target.workloads.length))
  // A database that is well as a pod needs no close look.
  return isAside ? pods.filter((pod) => hasTrouble(pod, now)) : pods
}

function onNode({ cluster, now }: Looking) {
  const here = cluster.pods.filter(({ nodeName }) => nodeName === cluster.target.node)
  return oneOfEachTrouble(here.filter((pod) => hasTrouble(pod, now) && pod.phase !== 'Failed')).slice(0, 1)
}

/** The pod an alert is about, where a list shows it. */
export function podOf(subject: Subject, sight: ClusterSight) {
  return namedPod(subject, sight) ?? podOfClaim(subject, sight) ?? podInText(subject, sight)
}

function namedPod({ pod: name, namespace }: Subject, { pods }: ClusterSight) {
  const called = pods.filter((pod) => pod.name === name)
  if (namespace === undefined) return called.length === 1 ? called[0] : undefined
  return called.find((one) => one.namespace === namespace)
}

/** A StatefulSet names the claim after the volume and the pod: `data-queue-2`. */
function podOfClaim({ claim, pod, workload, namespace }: Subject, { pods }: ClusterSight) {
  if (claim === undefined || pod !== undefined || workload !== undefined) return undefined
  const here = pods.filter((one) => one.namespace === namespace && one.owner?.kind === 'StatefulSet')
  return here.find(({ name }) => claim.endsWith(`-${name}`))
}

/** The text spells out a pod that a list shows; a label would outrank it. */
function podInText(subject: Subject, { pods }: ClusterSight) {
  const { text, pod, workload, service, claim, node, namespace, fromText } = subject
  const isStated = [workload, service, claim, node].some((one) => one !== undefined)
  if (isStated || (pod !== undefined && !fromText.includes('pod'))) return undefined
  const isAnywhere = namespace === undefined || fromText.includes('namespace')
  const here = pods.filter((one) => isAnywhere || one.namespace === namespace)
  const spoken = here.filter(({ name }) => name.length > 8 && text.includes(name))
  return spoken.length === 1 ? spoken[0] : undefined
}

/** Which few pods of a workload tell most: the named one, one for each kind of trouble, else the newest. */
function representativePods(cluster: ClusterScene, now: Date, max: number): Shown<PodView>[] {
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
function oneOfEachTrouble(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  return [...new Map([...pods].reverse().map((pod) => [troubleOf(pod), pod])).values()].reverse()
}

function troubleOf(pod: PodView): string {
  const { namespace, phase, reason, owner } = pod
  const states = containersOf(pod).map(({ waiting, terminated, last }) => [waiting, terminated, last])
  const reasons = states.map((all) => all.map((state) => state?.reason))
  const unmet = pod.conditions.filter(({ status }) => status !== 'True').map((one) => one.reason)
  return JSON.stringify([namespace, phase, reason, owner, unmet, reasons])
}

export function troubledFirst(now: Date): (one: PodView, other: PodView) => number {
  return (one, other) => Number(hasTrouble(other, now)) - Number(hasTrouble(one, now)) || newestFirst(one, other)
}

export function newestFirst(one: PodView, other: PodView): number {
  return (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0)
}

function unique(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  return [...new Map(pods.map((pod) => [`${pod.namespace}/${pod.name}`, pod])).values()]
}

// Which logs to read: the last words of a container that restarted, the init step that does not end, or all who serve.

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
  const all = [...ofTrouble, ...ofReplicas].map((one) => [JSON.stringify(one), one] as const)
  return [...new Map(all).values()].slice(0, LOGS_MAX)
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
  const isTelling = ({ isReady, restartCount, terminated }: ContainerView) =>
    !isReady || restartCount > 0 || terminated !== undefined || !several
  const wanted = init && !init.isReady ? [init] : pod.containers.filter(isTelling)
  return wanted
    .filter(({ running, terminated, last }) => running ?? terminated ?? last)
    .map((container) => logCall(pod, container, now, init !== undefined || several))
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
  return serving
    .sort(troubledFirst(now))
    .slice(0, REPLICAS_MAX)
    .map((pod) => logNow(pod, { cluster, subject }))
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
  const likely = [subject.container, workload?.name].find((one) => one !== undefined && names.includes(one))
  return names.length < 2 ? undefined : (likely ?? names.find((name) => !SIDECAR.test(name)) ?? names[0])
}
