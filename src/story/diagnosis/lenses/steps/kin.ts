/** Workloads of one replica each that run the same image under names of their own: one a line, a carrier, a partition. They are siblings as replicas are. */
import type { ClusterScene, PodView, WorkloadName } from '../../cluster/cluster-scene.ts'
import { isSame, podsOf } from '../../cluster/pods/workload-pods.ts'

/** The only pods of its kin, its own first; none where it has no kin. */
export function kinPods(workload: WorkloadName, cluster: ClusterScene): PodView[] {
  const own = cluster.deployments.find((one) => workload.kind === 'Deployment' && isSame(one, workload))
  if (!own || own.images.length === 0) return []
  const alike = cluster.deployments.filter(
    (one) => one.namespace === own.namespace && one.images.join() === own.images.join(),
  )
  const pods = [own, ...alike.filter((one) => one !== own)].map((one) =>
    podsOf(cluster, { ...one, kind: 'Deployment' }).filter(({ deletedAt }) => deletedAt === undefined),
  )
  return pods.length > 1 && pods.every(({ length }) => length === 1) ? pods.flat() : []
}

/** By the name of its workload, or by a label and its value that both stand in that name: `line=2` of `line-bridge-2`. */
export function isCalled(label: string, value: string, workload: string): boolean {
  if (value === workload) return true
  const parts = workload.split('-')
  return parts.includes(label) && parts.includes(value)
}
