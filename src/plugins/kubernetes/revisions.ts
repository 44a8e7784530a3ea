/** The history of a Deployment: its ReplicaSets, each with the number the controller wrote on it. */
import type { Cluster } from '../../ports/cluster.ts'
import type { PodTemplate, Workload } from './kubernetes-objects.ts'
import { writeSelector } from './label-match.ts'

const REVISION = 'deployment.kubernetes.io/revision'
const HASH = 'pod-template-hash'

export function revisionOf({ metadata }: Workload): number | undefined {
  const text = metadata.annotations?.[REVISION]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** Newest first; told by the owner's uid, because a name may have had an owner before. */
export function revisionsOf(deployment: Workload, replicaSets: readonly Workload[]): Workload[] {
  return replicaSets
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid))
    .sort((one, other) => (revisionOf(other) ?? 0) - (revisionOf(one) ?? 0))
}

export async function readRevisions(cluster: Cluster, deployment: Workload, signal: AbortSignal): Promise<Workload[]> {
  const { namespace } = deployment.metadata
  const labelSelector = writeSelector(deployment.spec.selector)
  const all = await cluster.list(
    { kind: 'ReplicaSet', ...(namespace !== undefined && { namespace }), labelSelector },
    signal,
  )
  return revisionsOf(deployment, all as Workload[])
}

/** The template as the Deployment would carry it: the hash is the ReplicaSet's own mark. */
export function plainTemplate({ spec }: Workload): PodTemplate {
  const template = spec.template ?? { spec: { containers: [] } }
  const { [HASH]: _, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}
