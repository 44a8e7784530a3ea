/** A label may name what is no object here, a queue or a group; listings, configuration and figures tell whose it is. */
import type { ClusterScene, WorkloadName } from '../cluster/cluster-scene.ts'
import { workloadOf } from '../cluster/pods/workload-pods.ts'
import { isConfiguredFor } from '../cluster/routes/service-hosts.ts'
import { movedIn } from '../lenses/figures.ts'
import { statedNames } from '../lenses/stated-names.ts'
import type { Scene } from '../scene.ts'

export type Tied = { workload: WorkloadName; why: string }

export function bearersOf({ subject, exhibits }: Scene, cluster: ClusterScene): Tied[] {
  const stated = statedNames(subject.labels)
  return stated.flatMap((name) => [...configuredFor(name, cluster), ...measuredWith(name, exhibits, cluster)])
}

/** Who is told the very name: the queue it reads, the group it belongs to. */
function configuredFor(name: string, cluster: ClusterScene): Tied[] {
  return cluster.described.flatMap((described) => {
    const workload = isConfiguredFor(described, name) ? workloadOf(cluster, described.pod) : undefined
    return workload ? [{ workload, why: `its configuration names ${name}, as the alert does` }] : []
  })
}

/** One of his own figures is counted by that name. */
function measuredWith(name: string, exhibits: Scene['exhibits'], cluster: ClusterScene): Tied[] {
  const measured = movedIn(exhibits).filter(({ labels }) => Object.values(labels).includes(name))
  return cluster.pods
    .filter((pod) => measured.some(({ labels }) => labels.pod === pod.name && labels.namespace === pod.namespace))
    .flatMap((pod) => workloadOf(cluster, pod) ?? [])
    .map((workload) => ({ workload, why: `a figure of it bears ${name}, as the alert does` }))
}
