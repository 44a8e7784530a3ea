import type { Tools } from '../plugin.ts'
import type { Condition, Workload } from './kubernetes-objects.ts'
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
    rollout: describeRollout(deployment),
    images: (deployment.spec.template?.spec.containers ?? []).map(({ image }) => image),
  }
}

/** What the controller says when a rollout made no progress for too long. */
export const GIVEN_UP = 'ProgressDeadlineExceeded'

export function rolloutCondition({ status }: Workload): Condition | undefined {
  return (status?.conditions ?? []).find(({ type }) => type === 'Progressing')
}

/** With its moment, so that the same word said anew can be told from the one that was there before. */
export function describeRollout(deployment: Workload): string {
  const condition = rolloutCondition(deployment)
  if (!condition) return 'unknown'
  return `${condition.reason ?? condition.status} since ${condition.lastUpdateTime ?? condition.lastTransitionTime ?? 'unknown'}`
}
