/** The alert speaks of a node the cluster does not know any more: removed, replaced, or never there. */
import { noAction } from '../../cluster/gates.ts'
import { removalOf } from '../../cluster/pods/removal.ts'
import { isAboutNodeOnly, isOnlyNodeNamed } from '../../cluster/subject/subject-of-alert.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'

export const nodeNotFound: Analyzer = ({ cluster, subject, now }) => {
  const { node } = subject
  const names = cluster?.nodes.map(({ name }) => name) ?? []
  const [seen] = cluster?.nodes ?? []
  const isCut = cluster?.exhibits.some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
  const isSubject = isAboutNodeOnly(subject) || isOnlyNodeNamed(subject)
  if (!seen || isCut || node === undefined || names.includes(node) || !isSubject) return []
  if (cluster?.target.node !== undefined) return []
  const removal = cluster && removalOf(cluster, { kind: 'Node', name: node }, now)
  const isMeant = removal?.isMeant === true
  return [
    fault({
      kind: isMeant ? 'node_removed' : 'node_not_found',
      situation: isMeant ? 'works_as_designed' : 'not_found',
      statement: `Node ${node} does not exist in this cluster any more: ${removal?.sentence ?? 'it was removed or replaced, or the alert comes from elsewhere'}. The nodes are ${names.slice(0, 12).join(', ')}.`,
      evidence: [...(removal?.evidence ?? []), cite(seen.exhibit, JSON.stringify(seen.name))],
      confidence: isMeant ? removal.confidence : 0.6,
      subject: { kind: 'Node', name: node },
      ...(removal?.at && { since: removal.at }),
      ...noAction('What is not there cannot be changed, and no other node is touched in its place.'),
      suggestions: isMeant
        ? [`The alert about ${node} ends by itself when its series do; silence it until then.`]
        : [
            `Find out whether ${node} was taken away on purpose (scaling down, replacement); the alert ends when its series do.`,
          ],
    }),
  ]
}
