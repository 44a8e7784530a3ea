/**
 * A node that was bad is no reason; one that takes no pods already needs nothing; opening one again is a person's word. The
 * control plane closes a node it has lost, or that runs short, by a taint of its own and opens it again when it is back: a
 * cordon on top helps only where the node itself is the matter and is to stay closed then.
 */
import type { NodeFact } from '../gate.ts'
import { clusterGate } from './cluster-gate.ts'

type Parameters = { node: string; uncordon: boolean }

const CLOSING = /^node\.kubernetes\.io\/(unreachable|not-ready|(memory|disk|pid)-pressure|network-unavailable)$/

export const cordonGate = clusterGate<Parameters>({
  deed: 'cordon',
  touches: ({ node: name }) => [{ kind: 'Node', name }],
  whyNot({ node: name, uncordon }, { nodes, isNodeMeant }, { isProvenAtFault }) {
    if (uncordon === true) return 'Only a person lets pods back on a node.'
    const node = nodes.find((one) => one.name === name)
    if (!node) return `Node ${name} was not seen.`
    if (node.isUnschedulable) return `Node ${name} takes no new pods already.`
    const taint = closingTaint(node)
    if (taint !== undefined && !isNodeMeant(name))
      return `Node ${name} is closed to new pods already (taint ${taint}), so closing it changes nothing.`
    return isBad(node) || isProvenAtFault({ kind: 'Node', name }) ? undefined : `Node ${name} is well now.`
  },
})

function closingTaint({ taints }: NodeFact): string | undefined {
  return taints.find(({ key, effect }) => CLOSING.test(key) && effect !== 'PreferNoSchedule')?.key
}

function isBad({ isReady, conditions }: NodeFact): boolean {
  return !isReady || conditions.some(({ type, status }) => type !== 'Ready' && status === 'True')
}
