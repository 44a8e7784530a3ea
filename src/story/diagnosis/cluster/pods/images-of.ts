/** The images a workload or a pod runs, as far as they were seen. */
import type { ClusterScene, PodView, WorkloadName } from '../cluster-scene.ts'
import { isSame, workloadOf } from './workload-pods.ts'

export function imagesOfWorkload(cluster: ClusterScene, { kind, namespace, name }: WorkloadName): readonly string[] {
  const sets = { Deployment: cluster.deployments, StatefulSet: cluster.statefulSets, DaemonSet: cluster.daemonSets }
  const all = kind in sets ? sets[kind as keyof typeof sets] : []
  return all.find((one) => isSame(one, { namespace, name }))?.images ?? []
}

export function imagesOfPod(cluster: ClusterScene, pod: PodView): readonly string[] {
  const described = cluster.described.find((one) => isSame(one.pod, pod))
  const own = (described?.containers ?? pod.containers).flatMap(({ image }) => image ?? [])
  const workload = workloadOf(cluster, pod)
  return own.length > 0 || !workload ? own : imagesOfWorkload(cluster, workload)
}
