/** Whose address a host is: the Service or the pod behind a name or a number, and the workload behind that. */
import type { ClusterScene, ObjectKey, WorkloadName } from '../cluster-scene.ts'
import type { Host } from '../logs/log-host.ts'
import { workloadBehind } from '../subject/behind-service.ts'
import { mentionedWorkloads } from '../subject/mentioned-workloads.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { serviceAt } from './service-address.ts'

/** `redis`, `redis.shop`, `redis.shop.svc.cluster.local`, `db-0.db.shop.svc`, or the address of a pod or a Service. */
export function keyOfHost(host: Host, namespace: string, cluster: ClusterScene): ObjectKey | undefined {
  if (/^[\d.]+$/.test(host.name)) {
    const pod = cluster.pods.find(({ podIP }) => podIP === host.name)
    return pod ? { namespace: pod.namespace, name: pod.owner?.name ?? pod.name } : serviceAt(host.name, cluster)
  }
  const parts = host.name.replace(/\.svc(\.cluster\.local)?\.?$/, '').split('.')
  const isInside = parts.length === 1 || /\.svc(\.|$)/.test(host.name) || parts.length === 2
  if (!isInside || parts.length > 3) return undefined
  const [name = '', place = namespace] = parts.slice(-2)
  return parts.length === 1 ? { namespace, name: parts[0] ?? '' } : { namespace: place, name }
}

/** The one of that name, else the one the Service of that name selects, else the one that is called alike. */
export function workloadCalled({ namespace, name }: ObjectKey, cluster: ClusterScene): WorkloadName | undefined {
  const here = allWorkloads(cluster).filter((one) => one.namespace === namespace)
  return (
    here.find((one) => one.name === name) ??
    workloadBehind({ namespace, name }, cluster) ??
    mentionedWorkloads(name, here)[0]
  )
}
