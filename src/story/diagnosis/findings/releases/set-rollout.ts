/** A StatefulSet or DaemonSet that is not complete, where nothing deeper is found: which pod holds it up. */
import type { PodView, SetView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { isLeaving, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { historyOf, isOfNewest } from '../../cluster/releases/revision-history.ts'
import { ordinalOf } from '../../cluster/releases/set-behind.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'
import { sayState } from './bad-revision.ts'

export const setRollout: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const kinds = [
    ['StatefulSet', cluster.statefulSets],
    ['DaemonSet', cluster.daemonSets],
  ] as const
  return kinds.flatMap(([kind, sets]) =>
    sets
      .filter((set) => cluster.target.workloads.some((one) => one.kind === kind && isSame(one, set)))
      .filter(({ readyReplicas, updatedReplicas, replicas }) => Math.min(readyReplicas, updatedReplicas) < replicas)
      .flatMap((set) => {
        const workload = { kind, namespace: set.namespace, name: set.name }
        const pods = podsOf(cluster, workload).filter((pod) => !isLeaving(pod) && !pod.isReady)
        return incomplete(scene, set, workload, pods)
      }),
  )
}

function incomplete(
  scene: Scene,
  set: Shown<SetView>,
  workload: WorkloadName,
  unready: readonly Shown<PodView>[],
): Finding[] {
  const [first] = [...unready].sort(byOrdinal)
  if (!first) return []
  const nodes = [...new Set(unready.map(({ nodeName }) => nodeName ?? 'no node'))]
  const isOneNode = unready.length > 1 && nodes.length === 1
  return [
    fault({
      kind: 'set_rollout_stuck',
      statement: `${workload.kind} ${set.namespace}/${set.name} has ${set.readyReplicas} of ${set.replicas} pods ready and ${set.updatedReplicas} updated: pod ${first.name} on ${first.nodeName ?? 'no node'} is not ready (${first.phase}, ${sayState(first)})${workload.kind === 'StatefulSet' ? ', and a set in order waits for it' : ''}.${isOneNode ? ` All ${unready.length} pods that are not ready are on node ${nodes[0]}.` : ''}${sayRelease(scene, workload, first)}`,
      evidence: [cite(set.exhibit, JSON.stringify(set.name)), cite(first.exhibit, JSON.stringify(first.name))],
      confidence: 0.5,
      subject: workload,
      weight: 'symptom',
      ...noAction(`Only a Deployment can be rolled back here; ${workload.kind} ${set.name} is for its owner.`),
      suggestions: [`See why pod ${first.name} does not become ready.`],
    }),
  ]
}

/** The lowest ordinal holds up the rest. */
function byOrdinal(one: PodView, other: PodView): number {
  return ordinalOf(one) - ordinalOf(other)
}

/** What came with the revision it carries, where that is the newest. */
function sayRelease(scene: Scene, workload: WorkloadName, pod: PodView): string {
  const history = scene.cluster && historyOf(scene.cluster, workload)
  const changes = history && isOfNewest(pod, history) ? sayChanges(history.change?.differences ?? []) : ''
  return changes && history
    ? ` It carries revision ${history.newest.revision} (rolled out ${sayAgo(history.rolledOutAt, scene.now)}), which changed: ${changes}.`
    : ''
}
