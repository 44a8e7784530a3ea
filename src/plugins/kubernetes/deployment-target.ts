import type { Tools } from '../plugin.ts'
import type { Workload } from './kubernetes-objects.ts'
import { showReplicaSet } from './shown-workload.ts'

export async function readDeployment(
  { namespace, deployment: name }: { namespace: string; deployment: string },
  { cluster, signal }: Tools,
): Promise<Workload | undefined> {
  return (await cluster.get({ kind: 'Deployment', namespace, name }, signal)) as Workload | undefined
}

/** As above, where there is nothing to plan without it. */
export async function requireDeployment(
  parameters: { namespace: string; deployment: string },
  tools: Tools,
): Promise<Workload> {
  const found = await readDeployment(parameters, tools)
  if (!found) throw new Error(`There is no deployment ${parameters.deployment} in namespace ${parameters.namespace}.`)
  if (found.metadata.deletionTimestamp)
    throw new Error(`Deployment ${parameters.namespace}/${parameters.deployment} is being deleted.`)
  return found
}

export function replicasOf({ spec }: Workload): number {
  return spec.replicas ?? 1
}

/** What is told of a Deployment before and after a change. */
export function showCounts(deployment: Workload) {
  const { metadata, status = {} } = deployment
  const { creationTimestamp: _, conditions: __, name, ...counts } = showReplicaSet(deployment)
  return {
    name,
    generation: metadata.generation,
    ...counts,
    replicas: replicasOf(deployment),
    updatedReplicas: status.updatedReplicas ?? 0,
    unavailableReplicas: status.unavailableReplicas ?? 0,
    images: (deployment.spec.template?.spec.containers ?? []).map(({ image }) => image),
  }
}
