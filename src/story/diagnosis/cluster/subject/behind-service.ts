/** From a Service to the workload behind it, by what it selects: the two are often called differently. */
import type { ClusterScene, ObjectKey, ServiceView, WorkloadName } from '../cluster-scene.ts'
import type { ClusterSight } from '../pods/workload-pods.ts'
import { record, texts } from '../reading/loose-fields.ts'

type Labels = Readonly<Record<string, string>>

/** Undefined where the Service was not seen, asks for nothing, or means several workloads. */
export function workloadBehind(service: ObjectKey, cluster: ClusterSight): WorkloadName | undefined {
  const selector = selectorOf(service, cluster)
  const [first, ...others] = selector ? selectedWorkloads(selector, service.namespace, cluster) : []
  return others.length === 0 ? first : undefined
}

/** As it was asked for by itself, or as the close look at a pod beside it shows it. */
function selectorOf({ namespace, name }: ObjectKey, { objects, described }: ClusterSight): Labels | undefined {
  const asked = objects.find((one) => one.kind === 'Service' && one.name === name && one.namespace === namespace)
  if (asked) return texts(record(asked.whole.spec).selector)
  return described
    .filter(({ pod }) => pod.namespace === namespace)
    .flatMap(({ services, idleServices }) => [...services, ...idleServices])
    .find((one: ServiceView) => one.name === name)?.selector
}

function selectedWorkloads(selector: Labels, namespace: string, cluster: ClusterSight): WorkloadName[] {
  const wanted = Object.entries(selector)
  const named = (kind: WorkloadName['kind'], all: readonly (ObjectKey & { podLabels: Labels })[]) =>
    all
      .filter((one) => one.namespace === namespace && wanted.every(([key, value]) => one.podLabels[key] === value))
      .map(({ name }) => ({ kind, namespace, name }))
  if (wanted.length === 0) return []
  return [
    ...named('Deployment', cluster.deployments),
    ...named('StatefulSet', cluster.statefulSets),
    ...named('DaemonSet', cluster.daemonSets),
  ]
}

export function isServiceSeen(service: ObjectKey, cluster: ClusterScene): boolean {
  return selectorOf(service, cluster) !== undefined
}
