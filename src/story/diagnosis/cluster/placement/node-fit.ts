/** Could this pod run on that node? The scheduler's own checks that can be repeated from what was seen, with the literal values. */
import type { PodSpec } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { requestsOf } from '../../../../plugins/kubernetes/pod-requests.ts'
import type { DescribedPod, Fields, NodeView, Shown } from '../cluster-scene.ts'
import { record, records, text, texts, words } from '../reading/loose-fields.ts'
import { amountOf } from '../saying/say.ts'

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

export function fitOf(node: Shown<NodeView>, described: DescribedPod): NodeFit {
  const pod = record(described.whole.pod)
  const refused = node.taints.filter((taint) => isHard(taint) && !isTolerated(taint, records(pod.tolerations)))
  const shortages = shortagesOf(node, pod)
  return {
    node,
    isCordoned: node.isUnschedulable || refused.some(({ key }) => key === OF_CORDON),
    isUnwell: !node.isReady || refused.some(({ key }) => OF_HEALTH.test(key)),
    taints: refused.filter(({ key }) => key !== OF_CORDON && !OF_HEALTH.test(key)),
    unmet: unmetRequirements(pod, node),
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

export function hasRoom({ tooSmall, full }: NodeFit): boolean {
  return tooSmall.length === 0 && full.length === 0
}

/** What the scheduler reckons with, over all containers. */
export function requestedBy(described: DescribedPod): ReadonlyMap<string, number> {
  return requestsOf(record(described.whole.pod) as unknown as PodSpec)
}

function isHard({ effect }: Taint): boolean {
  return effect === 'NoSchedule' || effect === 'NoExecute'
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

/** Each as `wanted (what the node has)`. Of several affinity terms one is enough, so the one with the least missing is told. */
function unmetRequirements(pod: Fields, node: NodeView): string[] {
  return [...unmetSelector(pod, node), ...unmetAffinity(pod, node)]
}

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

function unmetSelector({ nodeSelector }: Fields, { labels }: NodeView): string[] {
  return Object.entries(texts(nodeSelector))
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]) => `${key}=${value} (${sayHeld(labels, key)})`)
}

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

function sayHeld(labels: NodeView['labels'], key: string): string {
  const held = labels[key]
  return held === undefined ? `no label ${key}` : `${key}=${held}`
}
