/** A node for which pods wait is opened again where whoever closed it has said that his work there is done. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { NodeView } from '../../cluster/cluster-scene.ts'
import { type Gated, uncordonGate } from '../../cluster/gates.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { workOver } from '../../gates/work-over.ts'
import type { Scene } from '../../scene.ts'
import { citeLine } from '../../signals/signal-finding.ts'

type OpenedAgain = { node: NodeView; sentence: string; evidence: readonly EvidenceReference[]; gated: Gated }

export function openedAgain(closed: readonly NodeView[], scene: Scene): OpenedAgain | undefined {
  const { cluster, now } = scene
  if (!cluster) return undefined
  for (const node of closed) {
    const over = workOver(node, scene)
    if (!over) continue
    const { checked, opened } = over
    const why = `The work for which node ${node.name} was closed is done and checked, as ${checked.speaker} wrote; it is ready, and pods wait for it.`
    return {
      node,
      sentence: ` ${checked.speaker} wrote ${sayAgo(checked.at, now)}: "${checked.said}".${opened === checked ? '' : ` And then: "${opened.said}".`} Nothing since says that node ${node.name} is to stay closed.`,
      evidence: [citeLine(checked), citeLine(opened)],
      gated: uncordonGate({ cluster, now, node, why }),
    }
  }
  return undefined
}
