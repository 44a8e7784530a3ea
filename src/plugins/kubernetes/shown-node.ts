/** A node as the scheduler sees it: may it take pods, what has it to give, what has been asked of it. */
import type { Node, Pod } from './kubernetes-objects.ts'
import { requestsOf } from './pod-requests.ts'
import { writeQuantity } from './quantity.ts'
import { optional, showConditions } from './shown-pod.ts'

const COUNTED = /^(cpu|memory|ephemeral-storage|pods)$|\//

/** `pods` are all that hold resources on this node; undefined where they could not be seen. */
export function showNode(node: Node, pods: readonly Pod[] | undefined) {
  const { metadata, spec, status } = node
  return {
    name: metadata.name,
    ready: isNodeReady(node),
    ...optional('creationTimestamp', metadata.creationTimestamp),
    ...optional('built', builtOf(node)),
    ...optional('address', addressOf(node)),
    unschedulable: spec?.unschedulable ?? false,
    ...(spec?.taints && { taints: spec.taints }),
    conditions: showConditions(status?.conditions?.filter(isTelling)),
    allocatable: pick(status?.allocatable ?? {}),
    ...(pods && { requested: sumRequests(pods) }),
    ...optional('labels', metadata.labels),
  }
}

const BUILT = ['osImage', 'kernelVersion', 'kubeletVersion', 'containerRuntimeVersion']

/** What it was installed with, by which it may differ from the others. */
function builtOf({ status }: Node): Record<string, string> | undefined {
  const known = Object.entries(status?.nodeInfo ?? {}).filter(([name]) => BUILT.includes(name))
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** Under which its metrics stand where they do not bear its name. */
function addressOf({ status }: Node): string | undefined {
  return status?.addresses?.find(({ type }) => type === 'InternalIP')?.address
}

export function isNodeReady({ status }: Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}

export function hasNodeTrouble(node: Node): boolean {
  return node.spec?.unschedulable === true || (node.status?.conditions ?? []).some(isTrouble)
}

/** Ready is told always; the others only where they are not as they should be. */
function isTelling(condition: { type: string; status: string }): boolean {
  return condition.type === 'Ready' || isTrouble(condition)
}

function isTrouble({ type, status }: { type: string; status: string }): boolean {
  return type === 'Ready' ? status !== 'True' : status !== 'False'
}

function pick(amounts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).filter(([name]) => COUNTED.test(name) && !/^hugepages/.test(name)))
}

function sumRequests(pods: readonly Pod[]): Record<string, string> {
  const sums = new Map<string, number>([['pods', pods.length]])
  for (const pod of pods) {
    for (const [resource, amount] of requestsOf(pod.spec)) sums.set(resource, (sums.get(resource) ?? 0) + amount)
  }
  return Object.fromEntries([...sums].map(([resource, amount]) => [resource, writeQuantity(resource, amount)]))
}
