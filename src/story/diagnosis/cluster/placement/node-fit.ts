/** Could this pod run on that node? The scheduler's own checks that can be repeated from what was seen, with the literal values. */
import type { PodSpec } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { requestsOf } from '../../../../plugins/kubernetes/pod-requests.ts'
import type { DescribedPod, Fields, NodeView, Shown } from '../cluster-scene.ts'
import { amountOf } from '../reading/amounts.ts'
import { record, records, text } from '../reading/loose-fields.ts'
import { unmetRequirements } from './node-selection.ts'

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
