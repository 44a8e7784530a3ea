/** Pods that were looked at closely and have a part in what the subject does: its own, and of those it calls. */

import type { ClusterScene, DescribedPod, Shown, WorkloadName } from '../cluster-scene.ts'
import { blamedHosts } from '../logs/blamed-hosts.ts'
import { isSame, subjectPods, workloadOf } from '../pods/workload-pods.ts'
import { calledInErrors } from '../routes/neighbours.ts'
import { keyOfHost, namedInConfiguration, workloadCalled } from '../routes/service-hosts.ts'

type Involved = { workload: WorkloadName; described: Shown<DescribedPod>; isSubject: boolean }

/** One of each workload. */
export function involvedPods(cluster: ClusterScene): Involved[] {
  const own = subjectPods(cluster)
  const called = calledBySubject(cluster)
  const all = cluster.described.flatMap((described) => {
    const workload = workloadOf(cluster, described.pod)
    const isSubject = own.some((pod) => isSame(pod, described.pod))
    const isInvolved = workload && (isSubject || called.some((one) => isSame(one, workload)))
    return isInvolved ? [{ workload, described, isSubject }] : []
  })
  return [...new Map(all.map((one) => [`${one.workload.namespace}/${one.workload.name}`, one])).values()]
}

function calledBySubject(cluster: ClusterScene): WorkloadName[] {
  const complainedOf = cluster.logs.flatMap((log) =>
    blamedHosts(log).flatMap((host) => {
      const key = keyOfHost(host, log.namespace, cluster)
      return (key && workloadCalled(key, cluster)) ?? []
    }),
  )
  const spoken = cluster.logs.flatMap((log) => calledInErrors(log, cluster))
  return [...namedInConfiguration({ cluster }).map(({ workload }) => workload), ...complainedOf, ...spoken]
}
