/** What has revisions: a Deployment by its ReplicaSets, a StatefulSet or DaemonSet by its ControllerRevisions. */
import type {
  ClusterScene,
  DeploymentView,
  PodView,
  RevisionView,
  SetView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { type ClusterSight, isSame, isStaying, podsOf } from '../pods/workload-pods.ts'
import { earliest } from '../saying/say.ts'

type ReleasedKind = 'Deployment' | 'StatefulSet' | 'DaemonSet'

export type ReleasedView = Pick<
  DeploymentView,
  'namespace' | 'name' | 'replicas' | 'isPaused' | 'images' | 'conditions' | 'revisions'
> & {
  kind: ReleasedKind
  /** True where no list of revisions was seen: then they are told by the marks on the pods. */
  isInferred: boolean
}

/** The name of the ReplicaSet or ControllerRevision that holds the template a pod was made from. */
export function revisionNameOf({ owner, revisionHash }: PodView): string | undefined {
  if (owner?.kind === 'DaemonSet') return revisionHash === undefined ? undefined : `${owner.name}-${revisionHash}`
  return owner?.kind === 'StatefulSet' ? revisionHash : owner?.name
}

export function releasedOf(sight: ClusterSight, workload: WorkloadName | undefined): Shown<ReleasedView> | undefined {
  if (workload?.kind === 'Deployment') {
    const deployment = sight.deployments.find((one) => isSame(one, workload))
    return deployment && { ...deployment, kind: 'Deployment', isInferred: false }
  }
  const set = workload && setOf(sight, workload)
  if (!workload || !set) return undefined
  const pods = podsOf(sight, workload).filter(isStaying)
  return {
    ...set,
    kind: workload.kind as ReleasedKind,
    isPaused: false,
    isInferred: set.revisions.length === 0,
    revisions: revisionsOf(set, pods),
  }
}

export function setOf(
  { statefulSets, daemonSets }: Pick<ClusterScene, 'statefulSets' | 'daemonSets'>,
  workload: WorkloadName,
): Shown<SetView> | undefined {
  if (workload.kind !== 'StatefulSet' && workload.kind !== 'DaemonSet') return undefined
  return (workload.kind === 'StatefulSet' ? statefulSets : daemonSets).find((one) => isSame(one, workload))
}

function revisionsOf(set: SetView, pods: readonly PodView[]): RevisionView[] {
  const revisions = set.revisions.length > 0 ? set.revisions : inferred(set, pods)
  return revisions.map((revision) => {
    const own = pods.filter((pod) => revisionNameOf(pod) === revision.name)
    return { ...revision, replicas: own.length, readyReplicas: own.filter(({ isReady }) => isReady).length }
  })
}

/** A StatefulSet names the one its pods are to have; else the one whose first pod is the youngest is the newest. */
function inferred({ updateRevision }: SetView, pods: readonly PodView[]): RevisionView[] {
  const names = [...new Set([updateRevision, ...pods.map(revisionNameOf)])].filter((name) => name !== undefined)
  const bare = { replicas: 0, readyReplicas: 0, conditions: [] }
  return names
    .map((name) => ({ ...bare, name, revision: name, createdAt: firstPod(pods, name) }))
    .sort((one, other) => rankOf(other) - rankOf(one))

  function rankOf({ name, createdAt }: Pick<RevisionView, 'name' | 'createdAt'>): number {
    return name === updateRevision ? Number.POSITIVE_INFINITY : (createdAt?.getTime() ?? 0)
  }
}

export function firstPod(pods: readonly PodView[], revision: string): Date | undefined {
  return earliest(pods.filter((pod) => revisionNameOf(pod) === revision).map(({ createdAt }) => createdAt))
}

/** `deployment web`, `StatefulSet store`. */
export function sayReleased({ kind, name }: Pick<ReleasedView, 'kind' | 'name'>): string {
  return `${kind === 'Deployment' ? 'deployment' : kind} ${name}`
}
