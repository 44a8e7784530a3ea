/** Evicted pods and what their records tell: which resource was short, and who used how much of it. */
import { readQuantity } from '../../../plugins/kubernetes/quantity.ts'
import { sayAmount } from './amounts.ts'
import type { ClusterScene, PodView, Shown } from './cluster-scene.ts'

export type Eviction = {
  pod: Shown<PodView>
  /** `ephemeral-storage`, `memory`, `inodes` … */
  resource: string | undefined
  container: string | undefined
  used: string | undefined
  amount: number
  /** Its own limit was broken; the node need not have been short of anything. */
  isOwnLimit: boolean
}

const SHORT = /low on resource: \[?([\w./-]+?)\]?[.,\s]/
const USING = /Container (\S+) was using (\S+?),/g
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
    isOwnLimit: OWN_LIMIT.test(message),
  }
}

export function sayEviction({ pod, resource = 'a resource', container, used, amount }: Eviction): string {
  const who = `pod ${pod.namespace}/${pod.name}`
  return container === undefined
    ? `The record of ${who} says: "${pod.message ?? 'Evicted'}"`
    : `Of the evicted, container ${container} of ${who} used most ${resource}: ${amount > 0 ? sayAmount(resource, amount) : used}.`
}
