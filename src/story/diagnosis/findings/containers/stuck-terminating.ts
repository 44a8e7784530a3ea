/** A pod that should be gone long since: a finalizer nobody clears, or a node nobody hears from. */
import type { NodeView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween, sayDuration } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'

/** Beyond its own period of grace, which the time of deletion already includes. */
const STUCK_MINUTES = 15

export const stuckTerminating: Analyzer = (scene) => {
  const { cluster, now } = scene
  if (!cluster) return []
  return subjectPods(cluster)
    .filter(({ deletedAt }) => deletedAt && minutesBetween(deletedAt, now) > STUCK_MINUTES)
    .map((pod) => stuck(scene, pod))
}

function stuck({ cluster, now }: Scene, pod: Shown<PodView>): Finding {
  const described = cluster?.described.find((one) => isSame(one.pod, pod))
  const finalizers = described?.finalizers ?? []
  const node = cluster?.nodes.find(({ name }) => name === pod.nodeName)
  const isLost = node !== undefined && !node.isReady
  return fault({
    kind: 'stuck_terminating',
    statement: `Pod ${pod.name} has been terminating for ${sayDuration(now.getTime() - (pod.deletedAt?.getTime() ?? now.getTime()))} and does not go: ${sayWhy(pod, finalizers, isLost)}.`,
    evidence: [
      citeField(pod.exhibit, 'deletionTimestamp', String(pod.source.deletionTimestamp)),
      ...finalizers.slice(0, 1).map((name) => cite(pod.exhibit, name)),
      ...(isLost && node ? [lostQuote(node)] : []),
    ],
    confidence: finalizers.length > 0 || isLost ? 0.9 : 0.5,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    ...(pod.deletedAt && { since: pod.deletedAt }),
    explains: ['not_ready', 'crash_loop'],
    noActionReason:
      finalizers.length > 0
        ? 'Taking a finalizer away by force skips the work it stands for; its owner must finish or a person must decide.'
        : 'Deleting it by force could leave two of it running; a person must decide.',
    suggestions: [
      finalizers.length > 0
        ? `See why the controller behind ${finalizers.join(', ')} does not finish, then remove the finalizer.`
        : `Bring node ${pod.nodeName ?? ''} back, or confirm that it is off before the pod is deleted by force.`,
    ],
  })
}

function sayWhy({ nodeName }: PodView, finalizers: readonly string[], isLost: boolean): string {
  if (finalizers.length > 0)
    return `its finalizer ${finalizers.join(', ')} has not been removed by the controller that set it`
  return isLost
    ? `its node ${nodeName} is not ready, and nobody there can confirm that it ended`
    : 'nothing that was seen tells why'
}

function lostQuote(node: Shown<NodeView>) {
  const ready = node.conditions.find(({ type }) => type === 'Ready')
  return ready?.reason ? citeField(node.exhibit, 'reason', ready.reason) : citeField(node.exhibit, 'name', node.name)
}
