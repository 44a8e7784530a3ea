/** Evicted pods and what their records tell: which resource was short, and who used how much of it. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import { sayAmount } from '../reading/amounts.ts'

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
