/**
 * Pods no node would take, and what stands in the way in the end. The scheduler names one reason per node; most of
 * them are as they should be (the control plane takes nobody, a pool is kept for others), so the decisive one is
 * looked for.
 */
import type { PodSpec } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { requestsOf } from '../../../../plugins/kubernetes/pod-requests.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type {
  ClusterScene,
  DescribedPod,
  Difference,
  Fields,
  LeftOffPods,
  NodeView,
  PodView,
  Shown,
} from '../cluster-scene.ts'
import type { Gated } from '../gates.ts'
import { citeEvent, podEvents } from '../pods/workload-pods.ts'
import { record, records, text, texts, words } from '../reading/loose-fields.ts'
import { stepUp } from '../releases/replicas-before.ts'
import { differencesIn } from '../releases/revision-history.ts'
import { amountOf, sayAgo, sayTime } from '../saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../subject/in-question.ts'
import { type Refusal, type RefusalKind, readRefusals, withoutAfterthought } from './refused-creations.ts'

export type Placement = PodInQuestion & {
  /** The scheduler's own words. */
  message: string
  refusals: readonly Refusal[]
  /** How every node that was seen fits the pod; empty where nodes or pod could not be looked at closely. */
  fits: readonly NodeFit[]
  decisive: RefusalKind
  since: Date | undefined
  evidence: readonly EvidenceReference[]
  /** Pods of the same workload, or nobody's, with the same trouble; this one included. */
  alike: number
}

/** What a row says of a pod that waits. */
export type Obstacle = {
  kind: string
  /** Goes on after "cannot be placed". */
  why: string
  evidence: readonly EvidenceReference[]
  /** Whether the nodes were seen to be so, and not only said to be. */
  isSeen: boolean
  /** What of the newest revision brought it: then the revision is undone. */
  guilty?: readonly Difference[]
  /** Why nothing is done where no revision brought it. */
  stays: string
  /** What is done all the same. */
  step?: Gated | undefined
  suggestions: readonly string[]
  node?: string | undefined
}

/** One for each workload and kind of trouble. */
export function unplacedPods(scene: Scene): Placement[] {
  const { cluster } = scene
  if (!cluster) return []
  const all = podsInQuestion(scene).flatMap((question) => placementOf(question) ?? [])
  const groups = Map.groupBy(all, ({ workload, pod, decisive, message }) =>
    JSON.stringify([pod.namespace, decisive, ...(workload ? [workload.kind, workload.name] : [message])]),
  )
  return [...groups.values()].flatMap((group) => {
    const example = group.find(({ described }) => described) ?? group[0]
    return example ? [{ ...example, alike: group.length + leftOffAlike(cluster, group) }] : []
  })
}

/** Those beyond the end of a list: of the same owner, or nobody's with the same words of the scheduler. */
function leftOffAlike({ podsLeftOff }: ClusterScene, group: readonly Placement[]): number {
  const isAlike = (left: LeftOffPods) =>
    group.some(
      ({ pod, message }) =>
        left.namespace === pod.namespace &&
        left.owner?.name === pod.owner?.name &&
        (left.owner !== undefined || left.message === message),
    )
  return podsLeftOff
    .filter((left) => left.phase === 'Pending' && left.message !== undefined && isAlike(left))
    .reduce((sum, { count }) => sum + count, 0)
}

function placementOf(question: PodInQuestion): Placement | undefined {
  const { pod, described, cluster } = question
  if (pod.phase !== 'Pending' || pod.nodeName !== undefined) return undefined
  const words = schedulerWords(cluster, pod)
  if (!words) return undefined
  const refusals = readRefusals(words.message)
  const fits = described ? cluster.nodes.map((node) => fitOf(node, described)) : []
  const decisive = decisiveOf(refusals, fits, question.history)
  return { ...question, ...words, refusals, fits, decisive, alike: 1 }
}

/** The condition is what holds now; the event may be older, or gone. */
function schedulerWords(cluster: ClusterScene, pod: Shown<PodView>) {
  const unmet = pod.conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False')
  const event = podEvents(cluster, pod, 'FailedScheduling').at(-1)
  const message = unmet?.message ?? event?.message
  if (message === undefined) return undefined
  const evidence = [...(unmet?.message ? [cite(pod.exhibit, unmet.message)] : []), ...(event ? [citeEvent(event)] : [])]
  return { message, since: unmet?.since ?? pod.createdAt, evidence }
}

function decisiveOf(
  refusals: readonly Refusal[],
  fits: readonly NodeFit[],
  history: PodInQuestion['history'],
): RefusalKind {
  const has = (kind: RefusalKind) => refusals.some((refusal) => refusal.kind === kind)
  const open = fits.filter((fit) => fit.unmet.length === 0 && !isControlPlane(fit))
  const untainted = open.filter(({ taints }) => taints.length === 0)
  const isUnknown = fits.length === 0
  if (has('volume')) return 'volume'
  if (has('spread')) return 'spread'
  if (has('ports')) return 'ports'
  if (has('cordon') && (isUnknown || untainted.some((fit) => fit.isCordoned && !fit.isUnwell && hasRoom(fit))))
    return 'cordon'
  if (has('unwell') && (isUnknown || untainted.some((fit) => fit.isUnwell && hasRoom(fit)))) return 'unwell'
  // A pool kept for others is as it should be while the pod's own nodes are merely full.
  const isOnlyTainted = open.some((fit) => fit.taints.length > 0 && hasRoom(fit))
  if (has('resources') && (isUnknown || untainted.some(isFull) || !isOnlyTainted)) return 'resources'
  if (has('selector') && (isUnknown ? isSelectorRather(refusals, history) : open.length === 0)) return 'selector'
  const [first] = (['taint', 'resources', 'cordon', 'unwell', 'selector', 'other'] as const).filter(has)
  return first ?? 'other'
}

/**
 * A taint is looked at before labels, so a node refused for its taint may lack the label too. Where the nodes were not
 * seen, what the revision changed counts, and then what keeps more of them away.
 */
function isSelectorRather(refusals: readonly Refusal[], history: PodInQuestion['history']): boolean {
  const isChanged = differencesIn(history, /nodeSelector|affinity/i).length > 0
  if (isChanged !== differencesIn(history, /tolerations/).length > 0) return isChanged
  const refusing = (kind: RefusalKind) =>
    refusals.reduce((sum, refusal) => sum + (refusal.kind === kind ? (refusal.count ?? 0) : 0), 0)
  return refusing('selector') > refusing('taint')
}

/** Large enough for it, and promised to others. */
function isFull({ tooSmall, full, isCordoned, isUnwell }: NodeFit): boolean {
  return full.length > 0 && tooSmall.length === 0 && !isCordoned && !isUnwell
}

/** `Pod web-1-abcde of Deployment web (and 2 more like it)`; `Pod shell (nobody owns it)`. */
export function sayPod({ pod, workload, alike }: Placement): string {
  const owner = workload ? ` of ${workload.kind} ${workload.name}` : ''
  const asides = [
    ...(pod.owner ? [] : [alike > 1 ? 'nobody owns them' : 'nobody owns it']),
    ...(alike > 1 ? [`and ${alike - 1} more like it`] : []),
  ]
  return `Pod ${pod.name}${owner}${asides.length > 0 ? ` (${asides.reverse().join('; ')})` : ''}`
}

/** Its words about nodes; what it says of preemption is for nobody. */
export function sayScheduler({ message }: Placement): string {
  return `The scheduler says: "${withoutAfterthought(message)}"`
}

/** That it was asked for more replicas lately, where that is how it came to be too many. */
export function growthFact({ cluster, workload }: Placement, now: Date): Finding['facts'] {
  const step = workload?.kind === 'Deployment' ? stepUp(cluster, workload) : undefined
  if (!step) return []
  return [
    {
      text: `Deployment ${workload?.name} was scaled up from ${step.from} to ${step.to} replicas at ${sayTime(step.at)} (${sayAgo(step.at, now)}).`,
      evidence: step.evidence,
    },
  ]
}

// Could this pod run on that node? The scheduler's own checks that can be repeated from what was seen, with the
// literal values.

export type Taint = NodeView['taints'][number]

export type Shortage = { resource: string; asked: number; free: number | undefined; total: number }

export type NodeFit = {
  node: Shown<NodeView>
  isCordoned: boolean
  /** Not ready, or under pressure: nothing is sent there. */
  isUnwell: boolean
  /** Those the pod does not tolerate, without what a cordon or an unwell node puts there. */
  taints: readonly Taint[]
  /** `disktype=ssd (the node has disktype=hdd)`; empty where it matches. */
  unmet: readonly string[]
  /** It has not that much at all. */
  tooSmall: readonly Shortage[]
  /** It has that much, but it is promised to others. */
  full: readonly Shortage[]
}

const OF_HEALTH = /^node\.kubernetes\.io\/(unreachable|not-ready|.*-pressure|network-unavailable|out-of-service)$/
const OF_CORDON = 'node.kubernetes.io/unschedulable'
const OF_CONTROL_PLANE = /^node-role\.kubernetes\.io\/(control-plane|master)$/

function fitOf(node: Shown<NodeView>, described: DescribedPod): NodeFit {
  const pod = record(described.whole.pod)
  const hard = node.taints.filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
  const refused = hard.filter((taint) => !isTolerated(taint, records(pod.tolerations)))
  const shortages = shortagesOf(node, pod)
  return {
    node,
    isCordoned: node.isUnschedulable || refused.some(({ key }) => key === OF_CORDON),
    isUnwell: !node.isReady || refused.some(({ key }) => OF_HEALTH.test(key)),
    taints: refused.filter(({ key }) => key !== OF_CORDON && !OF_HEALTH.test(key)),
    unmet: [...unmetSelector(pod, node), ...unmetAffinity(pod, node)],
    tooSmall: shortages.filter(({ asked, total }) => asked > total),
    full: shortages.filter(({ asked, total }) => asked <= total),
  }
}

/** Kept for the control plane: nobody expects an ordinary pod there. */
export function isControlPlane({ taints, node }: NodeFit): boolean {
  return (
    taints.some(({ key }) => OF_CONTROL_PLANE.test(key)) ||
    Object.keys(node.labels).some((key) => OF_CONTROL_PLANE.test(key) && taints.length > 0)
  )
}

/** Neither its labels nor a taint keeps the pod away. */
export function isOpenTo(fit: NodeFit): boolean {
  return fit.unmet.length === 0 && fit.taints.length === 0 && !isControlPlane(fit)
}

export function hasRoom({ tooSmall, full }: NodeFit): boolean {
  return tooSmall.length === 0 && full.length === 0
}

/** What the scheduler reckons with, over all containers. */
export function requestedBy(described: DescribedPod): ReadonlyMap<string, number> {
  return requestsOf(record(described.whole.pod) as unknown as PodSpec)
}

function isTolerated(taint: Taint, tolerations: readonly Fields[]): boolean {
  return tolerations.some(({ key, operator, value, effect }) => {
    const isEffect = text(effect) === undefined || effect === taint.effect
    if (text(key) === undefined) return operator === 'Exists' && isEffect
    return isEffect && key === taint.key && (operator === 'Exists' || (text(value) ?? '') === taint.value)
  })
}

function shortagesOf({ allocatable, requested }: NodeView, pod: Fields): Shortage[] {
  if (!Array.isArray(pod.containers) || Object.keys(allocatable).length === 0) return []
  return [...requestsOf(pod as unknown as PodSpec)].flatMap(([resource, asked]) => {
    const total = amountOf(allocatable, resource) ?? 0
    const isCounted = Object.keys(requested).length > 0
    const free = isCounted ? total - (amountOf(requested, resource) ?? 0) : undefined
    return asked > (free ?? total) ? [{ resource, asked, free, total }] : []
  })
}

// nodeSelector and required node affinity, compared with the labels a node really has.

/** What the pod asks of a node, in words: `disktype=ssd`, `zone In [a, b]`. */
export function wantedOf(pod: Fields): string[] {
  const selector = Object.entries(texts(pod.nodeSelector)).map(([key, value]) => `${key}=${value}`)
  return [...selector, ...termsOf(pod).flat().map(sayExpression)]
}

/** The labels it speaks of. */
export function wantedKeys(pod: Fields): string[] {
  const ofTerms = termsOf(pod)
    .flat()
    .flatMap(({ key }) => text(key) ?? [])
  return [...new Set([...Object.keys(texts(pod.nodeSelector)), ...ofTerms])]
}

/** Each as `wanted (what the node has)`. */
function unmetSelector({ nodeSelector }: Fields, { labels }: NodeView): string[] {
  return Object.entries(texts(nodeSelector))
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]) => `${key}=${value} (${sayHeld(labels, key)})`)
}

/** Of several affinity terms one is enough, so the one with the least missing is told. */
function unmetAffinity(pod: Fields, node: NodeView): string[] {
  const missing = termsOf(pod).map((term) => term.filter((expression) => !isMet(expression, node)))
  const [least = []] = missing.sort((one, other) => one.length - other.length)
  return least.map((expression) => `${sayExpression(expression)} (${sayHeld(node.labels, text(expression.key) ?? '')})`)
}

function termsOf({ affinity }: Fields): Fields[][] {
  const required = record(record(record(affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution)
  return records(required.nodeSelectorTerms).map((term) => [
    ...records(term.matchExpressions),
    ...records(term.matchFields),
  ])
}

function isMet({ key, operator, values }: Fields, { name, labels }: NodeView): boolean {
  const held = key === 'metadata.name' ? name : labels[text(key) ?? '']
  const wanted = words(values)
  switch (operator) {
    case 'In':
      return held !== undefined && wanted.includes(held)
    case 'NotIn':
      return held === undefined || !wanted.includes(held)
    case 'Exists':
      return held !== undefined
    case 'DoesNotExist':
      return held === undefined
    case 'Gt':
      return Number(held) > Number(wanted[0])
    case 'Lt':
      return Number(held) < Number(wanted[0])
    default:
      return false
  }
}

export function sayExpression({ key, operator, values }: Fields): string {
  const wanted = words(values)
  const [only] = wanted
  if (operator === 'In' && wanted.length === 1) return `${key}=${only}`
  return wanted.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${wanted.join(', ')}]`
}

export function sayHeld(labels: Readonly<Record<string, string>>, key: string): string {
  return labels[key] === undefined ? `no label ${key}` : `${key}=${labels[key]}`
}
