/** A watcher may leave its mark on a node for ever. What ran there for a day before the alert, and runs well, refutes it. */
import type { Scene } from '../../scene.ts'
import type { ClusterScene, NodeView } from '../cluster-scene.ts'
import { hasTrouble, isDone } from '../pods/workload-pods.ts'
import { sayDuration } from '../saying/say.ts'

const OLD_MS = 24 * 3_600_000

/** Why it is no reason to close the node; undefined where the mark is fresh, or something there is not well. */
export function whyOldScar(node: NodeView, { pods }: ClusterScene, { now, subject }: Scene): string | undefined {
  const running = pods.filter((pod) => pod.nodeName === node.name && !isDone(pod))
  const isWell = running.length > 0 && running.every((pod) => !hasTrouble(pod, now))
  const marks = node.conditions.filter(({ type, status }) => type !== 'Ready' && status === 'True')
  const began = (subject.startedAt ?? now).getTime()
  const ages = marks.map(({ since }) => (since ? began - since.getTime() : 0))
  const youngest = Math.min(...ages)
  if (!node.isReady || marks.length === 0 || !isWell || youngest < OLD_MS) return undefined
  return `Node ${node.name} has said ${marks.map(({ type }) => type).join(', ')} for ${sayDuration(youngest)}, and all that runs there is well.`
}
