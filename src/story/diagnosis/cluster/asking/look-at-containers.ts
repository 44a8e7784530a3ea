/** Which pods are looked at closely: the one that is named, and a few that stand for the rest. */
import type { PluginResult } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import {
  type ClusterSight,
  hasTrouble,
  isDone,
  isLeaving,
  isSame,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { number, record, records } from '../reading/loose-fields.ts'
import { releasedOf, revisionNameOf } from '../releases/released-workload.ts'
import { revisionToReturnTo } from '../releases/revision-history.ts'
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
  if (name === undefined) return undefined
  const called = pods.filter((pod) => pod.name === name)
  return namespace === undefined
    ? called.length === 1
      ? called[0]
      : undefined
    : called.find((one) => one.namespace === namespace)
}

/** A StatefulSet names the claim after the volume and the pod: `data-queue-2`. */
function podOfClaim({ claim, pod, workload, namespace }: Subject, { pods }: ClusterSight) {
  if (claim === undefined || pod !== undefined || workload !== undefined) return undefined
  const here = pods.filter((one) => one.namespace === namespace && one.owner?.kind === 'StatefulSet')
  return here.find(({ name }) => claim.endsWith(`-${name}`))
}

/** The text spells out a pod that a list shows; a label would outrank it. */
function podInText(
  { text, pod, workload, service, claim, node, namespace, fromText }: Subject,
  { pods }: ClusterSight,
) {
  const isStated = [workload, service, claim, node].some((one) => one !== undefined)
  if (isStated || (pod !== undefined && !fromText.includes('pod'))) return undefined
  const here = pods.filter(
    (one) => namespace === undefined || fromText.includes('namespace') || one.namespace === namespace,
  )
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

function unique(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  return [...new Map(pods.map((pod) => [`${pod.namespace}/${pod.name}`, pod])).values()]
}
