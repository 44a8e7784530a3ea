/** A node that was bad is no reason; one that takes no pods already needs nothing; opening one again is a person's word. */
import type { NodeFact } from '../gate.ts'
import { clusterGate } from './cluster-gate.ts'

type Parameters = { node: string; uncordon: boolean }

export const cordonGate = clusterGate<Parameters>({
  touches: ({ node: name }) => [{ kind: 'Node', name }],
  whyNot({ node: name, uncordon }, { nodes }, { isProvenAtFault }) {
    if (uncordon === true) return 'Only a person lets pods back on a node.'
    const node = nodes.find((one) => one.name === name)
    if (!node) return `Node ${name} was not seen.`
    if (node.isUnschedulable) return `Node ${name} takes no new pods already.`
    return isBad(node) || isProvenAtFault({ kind: 'Node', name }) ? undefined : `Node ${name} is well now.`
  },
})

function isBad({ isReady, conditions }: NodeFact): boolean {
  return !isReady || conditions.some(({ type, status }) => type !== 'Ready' && status === 'True')
}
