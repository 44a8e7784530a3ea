/** From a pod up to what a person wrote: ReplicaSet and Deployment, Job and CronJob, StatefulSet, DaemonSet. */
import type { Cluster, ClusterKind } from '../../ports/cluster.ts'
import type { Metadata, OwnerReference, Workload } from './kubernetes-objects.ts'
import type { Sight } from './not-seen.ts'

const OWNERS: readonly ClusterKind[] = ['ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']
const LENGTH_MAX = 4

/** `object` is undefined for an owner of a kind we do not know, or one that could not be read. */
export type Owner = { kind: string; name: string; uid: string; object?: Workload }

/** Where the pod comes first, its nearest owner does. */
export async function readOwners(
  cluster: Pick<Cluster, 'get'>,
  metadata: Metadata,
  sight: Sight,
  signal: AbortSignal,
): Promise<Owner[]> {
  const chain: Owner[] = []
  let reference = controllerOf(metadata)
  while (reference && chain.length < LENGTH_MAX) {
    const object = await readOwner(cluster, metadata.namespace, reference, sight, signal)
    const { kind, name, uid } = reference
    chain.push({ kind, name, uid, ...(object && { object }) })
    reference = object && controllerOf(object.metadata)
  }
  return chain
}

export function controllerOf({ ownerReferences }: Metadata): OwnerReference | undefined {
  return ownerReferences?.find(({ controller }) => controller)
}

async function readOwner(
  cluster: Pick<Cluster, 'get'>,
  namespace: string | undefined,
  { kind, name, uid }: OwnerReference,
  sight: Sight,
  signal: AbortSignal,
): Promise<Workload | undefined> {
  const known = OWNERS.find((one) => one === kind)
  if (!known || namespace === undefined) return undefined
  const object = await sight.look(`owner ${kind}/${name}`, () => cluster.get({ kind: known, namespace, name }, signal))
  // Another object may have taken the name since.
  return object?.metadata.uid === uid ? (object as Workload) : undefined
}
