/** The cluster as the gates of its plugins ask for it. */
import type { ClusterFacts, ReleaseFact } from '../../../plugins/gate.ts'
import type { ClusterScene, ObjectKey } from '../cluster/cluster-scene.ts'
import { revisionNameOf } from '../cluster/releases/released-workload.ts'
import { emptiedBy, leftAsleep, stepToZero, takenBack } from '../cluster/releases/replicas-before.ts'
import { type History, historyOf, podsByAge } from '../cluster/releases/revision-history.ts'
import { failsOnlyOn } from './fails-only-on.ts'

/** Known where the lenses have looked. */
export type AskedBy = ClusterFacts['askedByRelease']

export function clusterFacts(cluster: ClusterScene, askedByRelease: AskedBy = () => undefined): ClusterFacts {
  const { pods, deployments, nodes, autoscalers } = cluster
  return {
    ...{ pods, deployments, nodes, autoscalers },
    isNodeMeant: (name) => isNodeMeant(cluster, name),
    releaseOf: (deployment, backTo) => releaseOf(cluster, deployment, backTo),
    emptiedOf: (deployment) => emptiedOf(cluster, deployment),
    takenBackOf: (deployment) => takenBack(cluster, deployment),
    askedByRelease,
  }
}

function emptiedOf(cluster: ClusterScene, deployment: ObjectKey) {
  const by = emptiedBy(cluster, deployment)
  const step = stepToZero(cluster, deployment)
  const from = step?.from ?? leftAsleep(cluster, deployment)?.count
  return from !== undefined || step || by !== undefined ? { at: step?.at, from, by } : undefined
}

/** Where the node itself is the matter, people want it to stay closed when it comes back. */
function isNodeMeant({ target }: ClusterScene, name: string): boolean {
  const isOther = target.isNamed || target.pod !== undefined
  return target.node === name || target.nodesBeside.includes(name) || !isOther
}

function releaseOf(cluster: ClusterScene, { namespace, name }: ObjectKey, backTo?: number): ReleaseFact | undefined {
  const history = historyOf(cluster, { kind: 'Deployment', namespace, name })
  if (!history) return undefined
  return backTo === undefined ? releaseFactOf(cluster, history) : earlierReleaseOf(history, backTo)
}

/** Where a harmless revision came after the guilty one, the way back leads past both: the first after that one is undone. */
function earlierReleaseOf({ released: { revisions } }: History, backTo: number): ReleaseFact | undefined {
  const undone = revisions.findLast(({ revision }) => Number(revision) > backTo)
  return (
    undone && {
      ...{ newest: undone.revision, earlier: backTo, rolledOutAt: undone.createdAt },
      ...{ differences: undefined, isEarlierUnwell: false },
    }
  )
}

export function releaseFactOf(cluster: ClusterScene, history: History): ReleaseFact {
  const { newest, previous, change, rolledOutAt } = history
  const earlierPods = podsByAge(cluster, history).older.filter((pod) => revisionNameOf(pod) === previous?.name)
  return {
    newest: newest.revision,
    earlier: previous?.revision,
    rolledOutAt,
    differences: change?.differences,
    isEarlierUnwell: earlierPods.length > 0 && earlierPods.every((pod) => !pod.isReady),
    failsOnlyOn: failsOnlyOn(podsByAge(cluster, history).newest),
  }
}
