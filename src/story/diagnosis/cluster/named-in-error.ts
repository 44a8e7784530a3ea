/** Which workloads an error is about, by the host it names or by their own name where it stands as somebody who is called. */

import { calledByName } from './called-by-name.ts'
import type { ClusterScene, ObjectKey, WorkloadName } from './cluster-scene.ts'
import { readHost } from './log-host.ts'
import { keyOfHost, workloadCalled } from './neighbours.ts'
import { allWorkloads } from './resolve-target.ts'
import { isSame } from './workload-pods.ts'

function workloadsNamedIn(said: string, namespace: string, cluster: ClusterScene): WorkloadName[] {
  const host = readHost(said)
  const key = host && keyOfHost(host, namespace, cluster)
  const behind = key && workloadCalled(key, cluster)
  return behind ? [behind] : calledByName(said, allWorkloads(cluster))
}

export function isNamedIn(
  said: string,
  workload: ObjectKey & Pick<WorkloadName, 'kind'>,
  cluster: ClusterScene,
): boolean {
  return workloadsNamedIn(said, workload.namespace, cluster).some((one) => isSame(one, workload))
}
