/**
 * A node that was bad is no reason; one that takes no pods already needs nothing; opening one again is a person's word, or
 * that of whoever closed it, where he has said that his work there is done. The control plane closes a node it has lost, or
 * that runs short, by a taint of its own and opens it again when it is back: a cordon on top helps only where the node itself
 * is the matter and is to stay closed then.
 */
import type { NodeFact } from '../gate.ts'
import { clusterGate } from './cluster-gate.ts'

type Parameters = { node: string; uncordon: boolean }

const CLOSING = /^node\.kubernetes\.io\/(unreachable|not-ready|(memory|disk|pid)-pressure|network-unavailable)$/

export const cordonGate = clusterGate<Parameters>({
  deed: 'cordon',
  touches: ({ node: name }) => [{ kind: 'Node', name }],
  whyNot({ node: name, uncordon }, { nodes, isNodeMeant }, { isProvenAtFault, isWorkOver }) {
    const node = nodes.find((one) => one.name === name)
    if (!node) return `Node ${name} was not seen.`
    if (uncordon === true) return whyKeptClosed(node, isWorkOver(name))
    if (node.isUnschedulable) return `Node ${name} takes no new pods already.`
    const taint = closingTaint(node)
    if (taint !== undefined && !isNodeMeant(name))
      return `Node ${name} is closed to new pods already (taint ${taint}), so closing it changes nothing.`
    return isBad(node) || isProvenAtFault({ kind: 'Node', name }) ? undefined : `Node ${name} is well now.`
  },
})

const OF_CORDON = 'node.kubernetes.io/unschedulable'

function whyKeptClosed(node: NodeFact, isWorkOver: boolean): string | undefined {
  const { name, isUnschedulable, taints } = node
  if (!isUnschedulable) return `Node ${name} takes new pods already.`
  const other = taints.find(({ key, effect }) => key !== OF_CORDON && effect !== 'PreferNoSchedule')
  if (isBad(node) || other) return `Node ${name} is ${other ? `closed by taint ${other.key} as well` : 'not well now'}.`
  return isWorkOver
    ? undefined
    : `Only a person lets pods back on node ${name}: nobody has said that what it was closed for is over.`
}

function closingTaint({ taints }: NodeFact): string | undefined {
  return taints.find(({ key, effect }) => CLOSING.test(key) && effect !== 'PreferNoSchedule')?.key
}

function isBad({ isReady, conditions }: NodeFact): boolean {
  return !isReady || conditions.some(({ type, status }) => type !== 'Ready' && status === 'True')
}
