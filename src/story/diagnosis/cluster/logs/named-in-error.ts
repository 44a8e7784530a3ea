/** Which workloads an error is about, by the host it names or by their own name where it stands as somebody who is called. */

import type { ClusterScene, ObjectKey, WorkloadName } from '../cluster-scene.ts'
import { isSame } from '../pods/workload-pods.ts'
import { keyOfHost, workloadCalled } from '../routes/host-owner.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { calledByName } from './called-by-name.ts'
import { readHost } from './log-host.ts'

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
