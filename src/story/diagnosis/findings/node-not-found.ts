/** The alert speaks of a node the cluster does not know any more: removed, replaced, or never there. */
import { noAction } from '../cluster/gates.ts'
import { isAboutNodeOnly, isOnlyNodeNamed } from '../cluster/subject-of-alert.ts'
import { cite } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'
import { fault } from './cluster-fault.ts'

export const nodeNotFound: Analyzer = ({ cluster, subject }) => {
  const { node } = subject
  const names = cluster?.nodes.map(({ name }) => name) ?? []
  const [seen] = cluster?.nodes ?? []
  const isCut = cluster?.exhibits.some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
  const isMeant = isAboutNodeOnly(subject) || isOnlyNodeNamed(subject)
  if (!seen || isCut || node === undefined || names.includes(node) || !isMeant) return []
  if (cluster?.target.node !== undefined) return []
  return [
    fault({
      kind: 'node_not_found',
      situation: 'not_found',
      statement: `Node ${node} does not exist in this cluster any more; the nodes are ${names.slice(0, 12).join(', ')}. It was removed or replaced, or the alert comes from elsewhere.`,
      evidence: [cite(seen.exhibit, JSON.stringify(seen.name))],
      confidence: 0.6,
      subject: { kind: 'Node', name: node },
      ...noAction('What is not there cannot be changed, and no other node is touched in its place.'),
      suggestions: [
        `Find out whether ${node} was taken away on purpose (scaling down, replacement); the alert ends when its series do.`,
      ],
    }),
  ]
}
