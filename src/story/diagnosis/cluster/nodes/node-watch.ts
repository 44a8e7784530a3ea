/** What a node says of itself, whom it took along, and whom it evicted. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { Scene } from '../../scene.ts'
import { isAboutServing } from '../asking/look-at-logs.ts'
import type { ClusterScene, ConditionView, EventView, NodeView, PodView, Shown } from '../cluster-scene.ts'
import { unplacedPods } from '../placement/placement.ts'
import { eventsAbout } from '../pods/events-about.ts'
import { hasTrouble, isDone, isSame, podsOf, subjectPods, workloadOf } from '../pods/workload-pods.ts'
import { neighboursOf } from '../routes/neighbours.ts'
import { sayAmount } from '../saying/say.ts'

/** Nodes the alert concerns, and what was seen on and of them. */
export type NodeWatch = {
  cluster: ClusterScene
  node: Shown<NodeView>
  /** The alert names the node, pods it may mean are in trouble there, or pods of its own wait for a node like this. */
  isConcerned: boolean
  /** Those pods. */
  victims: readonly Shown<PodView>[]
  pods: readonly Shown<PodView>[]
  /** Oldest first. */
  events: readonly Shown<EventView>[]
}

export function watchedNodes(scene: Scene): NodeWatch[] {
  const { cluster } = scene
  if (!cluster) return []
  const isOpen = !cluster.target.isNamed && cluster.target.absent.length === 0
  const waiting = unplacedPods(scene).some(({ decisive, isSubject }) => decisive === 'unwell' && (isSubject || isOpen))
  return cluster.nodes.map((node) => {
    const victims = victimsOn(node, { ...scene, cluster })
    return {
      cluster,
      node,
      isConcerned: isNamed(cluster, node) || waiting || victims.length > 0,
      victims,
      pods: cluster.pods.filter(({ nodeName }) => nodeName === node.name),
      events: eventsAbout(cluster, { kind: 'Node', name: node.name }),
    }
  })
}

/** By any alert of the notification. */
export function isNamed({ target }: ClusterScene, { name }: NodeView): boolean {
  return target.node === name || target.nodesBeside.includes(name)
}

export function readyOf({ conditions }: NodeView): ConditionView | undefined {
  return conditions.find(({ type }) => type === 'Ready')
}

/** Those that say something is short on it now. */
export function pressuresOf({ conditions }: NodeView): ConditionView[] {
  return conditions.filter(({ type, status }) => type.endsWith('Pressure') && status === 'True')
}

// Pods the alert may mean that stand on a bad node: its own, those it needs, and those missed in its place at that time.

/** What was lost longer before was felt before; an alert needs samples, and clocks differ. */
const BEFORE = 60 * 60_000
const AFTER = 5 * 60_000

type Here = Scene & { cluster: ClusterScene }

function victimsOn(node: NodeView, scene: Here): Shown<PodView>[] {
  const { cluster, now } = scene
  const needed = neighboursOf(scene).flatMap(({ workload }) => workload ?? [])
  const near = isInTime(node, scene) ? missedInPlace(scene) : []
  const all = [...subjectPods(cluster), ...needed.flatMap((workload) => podsOf(cluster, workload)), ...near]
  const here = all.filter((pod) => pod.nodeName === node.name && hasTrouble(pod, now) && !isDone(pod))
  return here.filter((pod, at) => here.findIndex((one) => isSame(one, pod)) === at)
}

/** Its last change for the worse lies shortly before the alert. */
function isInTime({ conditions }: NodeView, { subject, now }: Here): boolean {
  const began = (subject.startedAt ?? now).getTime()
  return conditions.some(({ type, status, since }) => {
    const isBad = type === 'Ready' ? status !== 'True' : status === 'True'
    return isBad && since !== undefined && since.getTime() > began - BEFORE && since.getTime() < began + AFTER
  })
}

/**
 * Where the alert names nobody who is unwell, whoever of its namespace is short of a pod may be meant. One that names a pod
 * means that pod, one that names what is not there or what should run nothing means no neighbour.
 */
function missedInPlace(scene: Here): Shown<PodView>[] {
  const { cluster, subject, now } = scene
  const { namespace, workloads, node, pod: named, absent } = cluster.target
  const own = subjectPods(cluster)
  const isServing = own.length > 0 && own.every((pod) => !hasTrouble(pod, now)) && isAboutServing(subject)
  const isOpen = workloads.length === 0 || !cluster.target.isNamed || isServing
  if (node !== undefined || namespace === undefined || named || absent.length > 0 || !isOpen) return []
  return cluster.pods.filter((pod) => pod.namespace === namespace && isMissed(pod, cluster))
}

/** One whose workload has all it wants elsewhere is only on its way out. */
function isMissed(pod: PodView, cluster: ClusterScene): boolean {
  const workload = workloadOf(cluster, pod)
  const all = [...cluster.deployments, ...cluster.statefulSets, ...cluster.daemonSets]
  const owner = workload && all.find((one) => isSame(one, workload))
  return owner ? owner.readyReplicas < owner.replicas : pod.phase !== 'Failed'
}

/** Evicted pods and what their records tell: which resource was short, and who used how much of it. */
export type Eviction = {
  pod: Shown<PodView>
  /** `ephemeral-storage`, `memory`, `inodes` … */
  resource: string | undefined
  container: string | undefined
  used: string | undefined
  amount: number
  /** What the node lacked at that moment. */
  missing: number | undefined
  /** Its own limit was broken; the node need not have been short of anything. */
  isOwnLimit: boolean
}

const SHORT = /low on resource: \[?([\w./-]+?)\]?[.,\s]/
const USING = /Container (\S+) was using (\S+?),/g
const LACKING = /Threshold quantity: (\S+?), available: (\S+?)[.,]\s/
const OWN_LIMIT = /exceeds the (?:total )?limit|exceeded its (?:local )?ephemeral/i
const CONDITION = /node had condition: \[?(\w+)/

/** The largest user first. */
export function evictionsOn({ pods }: ClusterScene, node?: string): Eviction[] {
  return pods
    .filter(({ reason, nodeName }) => reason === 'Evicted' && (node === undefined || nodeName === node))
    .map(readEviction)
    .sort((one, other) => other.amount - one.amount)
}

function readEviction(pod: Shown<PodView>): Eviction {
  const message = pod.message ?? ''
  const users = [...message.matchAll(USING)]
    .map(([, container, used = '']) => ({ container, used, amount: readQuantity(used) ?? 0 }))
    .sort((one, other) => other.amount - one.amount)
  return {
    pod,
    resource:
      SHORT.exec(message)?.[1] ??
      CONDITION.exec(message)?.[1] ??
      (/EmptyDir|ephemeral/i.test(message) ? 'ephemeral-storage' : undefined),
    container: users[0]?.container,
    used: users[0]?.used,
    amount: users[0]?.amount ?? 0,
    missing: missingIn(message),
    isOwnLimit: OWN_LIMIT.test(message),
  }
}

function missingIn(message: string): number | undefined {
  const [, threshold = '', available = ''] = LACKING.exec(message) ?? []
  const [wanted, left] = [readQuantity(threshold), readQuantity(available)]
  return wanted === undefined || left === undefined ? undefined : wanted - left
}

/** Who is thrown out need not be who filled the node: one that used less than was missing cannot have. */
export function isInnocent({ amount, missing, isOwnLimit }: Eviction): boolean {
  return !isOwnLimit && missing !== undefined && amount < missing
}

export function sayEviction(eviction: Eviction): string {
  const { pod, resource = 'a resource', container, used, amount } = eviction
  const who = `pod ${pod.namespace}/${pod.name}`
  if (container !== undefined && isInnocent(eviction))
    return `Who filled it is not among the evicted that were seen: the largest of them, container ${container} of ${who}, used only ${used} of ${resource}.`
  return container === undefined
    ? `The record of ${who} says: "${pod.message ?? 'Evicted'}"`
    : `Of the evicted, container ${container} of ${who} used most ${resource}: ${amount > 0 ? sayAmount(resource, amount) : used}.`
}
