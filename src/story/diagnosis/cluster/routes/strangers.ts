/** A line that names both the host it called and the address that refused tells which pod behind a Service is no good. */

import { call, type LookingStep } from '../asking/looking.ts'
import type { ClusterScene, PodView, Shown, WorkloadName } from '../cluster-scene.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { isSame, workloadOf } from '../pods/workload-pods.ts'

const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const PODS_MAX = 1

export type Stranger = { complaint: Complaint; pod: Shown<PodView>; workload: WorkloadName }

/** Pods that answered for a name under which another workload is known. */
export function strangersOf(cluster: ClusterScene): Stranger[] {
  return complaintsOf(cluster).flatMap((complaint) => {
    const addresses = new Set(complaint.clues.flatMap(({ line }) => line.text.match(ADDRESS) ?? []))
    const pods = cluster.pods.filter(({ podIP }) => podIP !== undefined && addresses.has(podIP))
    return pods.flatMap((pod) => {
      const workload = workloadOf(cluster, pod)
      const isOther = workload && complaint.workload && !isSame(workload, complaint.workload)
      return isOther && pod.namespace === complaint.namespace ? [{ complaint, pod, workload }] : []
    })
  })
}

/** Its labels tell why the Service counts it in. */
export const lookAtStrangers: LookingStep = ({ cluster, isAside }) => {
  if (isAside) return []
  return strangersOf(cluster)
    .filter(({ pod }) => !cluster.described.some((one) => isSame(one.pod, pod)))
    .slice(0, PODS_MAX)
    .map(({ pod: { namespace, name } }) => call('describe_pod', { namespace, pod_name: name }))
}
