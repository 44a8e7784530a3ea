/**
 * What a node says of itself, whom it took along and evicted, who filled it, and which storage driver it does not
 * know.
 */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { isAboutServing, logNow, newestFirst } from '../asking/look-at-containers.ts'
import { call, isListedWhole, isObjectName, type LookingStep } from '../asking/looking.ts'
import type {
  ClusterScene,
  ConditionView,
  EventView,
  LogLine,
  NodeView,
  PodView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { isOrder } from '../logs/log-clues.ts'
import { unplacedPods } from '../placement/placement.ts'
import {
  eventsAbout,
  hasTrouble,
  isDone,
  isSame,
  podEvents,
  podsOf,
  runningPods,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
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

/** Of a list that was cut nobody can say what it does not hold. */
export function isNodeListCut({ exhibits }: ClusterScene): boolean {
  return exhibits.some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
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

// Who filled a node was thrown out of it; its owner has made another pod, which may do the same elsewhere.

/** Undefined where nobody of the evicted filled it. */
function culpritOf(cluster: ClusterScene): Eviction | undefined {
  const [most] = evictionsOn(cluster)
  return most && !most.isOwnLimit && !isInnocent(most) && most.container !== undefined ? most : undefined
}

/** Where its owner's pods are. */
export const lookForCulprit: LookingStep = ({ cluster }) => {
  const namespace = culpritOf(cluster)?.pod.namespace
  return isObjectName(namespace) && !isListedWhole(cluster, namespace) ? [call('list_pods', { namespace })] : []
}

/** What its successor does: memory is measured, what it writes only its log may tell. */
export const lookAtCulprit: LookingStep = (looking) => {
  const culprit = culpritOf(looking.cluster)
  const [pod] = culprit ? successorsOf(culprit, looking.cluster) : []
  if (!culprit || !pod) return []
  return [culprit.resource === 'memory' ? call('top_pods', { namespace: pod.namespace }) : logNow(pod, looking)]
}

export type CulpritNow = {
  workload: WorkloadName | undefined
  pods: readonly Shown<PodView>[]
  text: string
  evidence: readonly EvidenceReference[]
}

/** Undefined where it runs nowhere any more, or nobody could look. */
export function culpritNow(culprit: Eviction, cluster: ClusterScene): CulpritNow | undefined {
  if (culprit.isOwnLimit || isInnocent(culprit) || culprit.container === undefined) return undefined
  const pods = successorsOf(culprit, cluster)
  const [first] = pods
  if (!first) return undefined
  const workload = workloadOf(cluster, culprit.pod)
  const again = sameAgain(culprit, first, cluster)
  const { kind, namespace, name } = { kind: '', ...(workload ?? { namespace: first.namespace, name: first.name }) }
  const whose = `${kind} ${namespace}/${name}`.trim()
  const where = `pod ${first.name} on node ${first.nodeName ?? 'unknown'}`
  return {
    workload,
    pods,
    text: `But ${whose}, whose pod that was, runs on as ${where}${again ? `, ${again.text}` : ''}, so the same may happen there.`,
    evidence: [cite(first.exhibit, JSON.stringify(first.name)), ...(again?.evidence ?? [])],
  }
}

function successorsOf({ pod }: Eviction, cluster: ClusterScene): Shown<PodView>[] {
  const workload = workloadOf(cluster, pod)
  return runningPods(cluster, workload)
    .filter((one) => !isSame(one, pod))
    .sort(newestFirst)
}

type Again = { text: string; evidence: readonly EvidenceReference[] }

/** Its node short already, its memory as measured, or what it says of the amount it writes. */
function sameAgain({ container, resource }: Eviction, pod: Shown<PodView>, cluster: ClusterScene): Again | undefined {
  const node = cluster.nodes.find(({ name }) => name === pod.nodeName)
  const [pressure] = node ? pressuresOf(node) : []
  if (node && pressure)
    return {
      text: `where ${pressure.type} is True already`,
      evidence: [citeField(node.exhibit, 'type', pressure.type)],
    }
  const usage = cluster.usage.find((one) => isSame(one, pod))
  const memory = usage?.containers.find(({ name }) => name === container)?.memory
  if (usage && memory && resource === 'memory')
    return {
      text: `which uses ${memory.used} of memory now`,
      evidence: [citeField(usage.exhibit, 'used', memory.used)],
    }
  const log = cluster.logs.find((one) => isSame(one, pod))
  const line = resource === 'memory' ? undefined : log?.lines.findLast(isAmount)
  return log && line
    ? { text: `which says "${line.text.trim().slice(0, WORDS_MAX)}"`, evidence: [cite(log.exhibit, line.text)] }
    : undefined
}

const WORDS_MAX = 160

function isAmount({ text }: LogLine): boolean {
  return (
    /\d\s?[KMGT]i?B\b/.test(text) &&
    /writ|spill|dump|cach|download|buffer|flush|temp|scratch|disk|stor/i.test(text) &&
    !isOrder(text)
  )
}

// A storage driver that one node does not know: who waits for it there, and who is its agent.

const UNKNOWN = /driver name (\S+) not found in the list of registered CSI drivers/

type Refused = {
  node: string
  driver: string
  pods: readonly Shown<PodView>[]
  events: readonly Shown<EventView>[]
}

/** Where pods wait for a driver on one node alone; on several, the driver itself is wrong. */
export function refusedByOneNode(cluster: ClusterScene): Refused | undefined {
  const waiting = cluster.pods.flatMap((pod) => {
    const event = pod.isReady ? undefined : podEvents(cluster, pod).findLast(({ message }) => UNKNOWN.test(message))
    return event && pod.nodeName !== undefined
      ? [{ pod, event, node: pod.nodeName, driver: UNKNOWN.exec(event.message)?.[1] ?? '' }]
      : []
  })
  const [first] = waiting
  if (!first || waiting.some(({ node, driver }) => node !== first.node || driver !== first.driver)) return undefined
  const { node, driver } = first
  return { node, driver, pods: waiting.map(({ pod }) => pod), events: waiting.map(({ event }) => event) }
}

const OF_EVERY_DRIVER = /^(?:driver|storage|example|kubernetes|plugin|node|disk|file|volume)$/

/** Pods of a DaemonSet on that node that bear a word of the driver's name. */
export function agentsOf({ pods }: ClusterScene, { node, driver }: Refused): Shown<PodView>[] {
  const words = driver.split(/[.\-/]/).filter((word) => word.length > 2 && !/^(?:csi|com|org|net)$/.test(word))
  const own = words.filter((word) => !OF_EVERY_DRIVER.test(word))
  return pods.filter(
    ({ owner, nodeName, name }) =>
      owner?.kind === 'DaemonSet' && nodeName === node && own.some((word) => name.includes(word)),
  )
}
