/** The volume claims of a pod, down to the storage class that should fill them and the volume that does. */
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import type { Pod } from './kubernetes-objects.ts'
import type { Sight } from './not-seen.ts'
import { optional } from './shown-pod.ts'

type Claim = ClusterObject & {
  spec: {
    storageClassName?: string
    volumeName?: string
    accessModes?: string[]
    resources?: { requests?: { storage?: string } }
  }
  status?: { phase?: string; capacity?: { storage?: string } }
}
type StorageClass = ClusterObject & { provisioner?: string; volumeBindingMode?: string }
type Volume = ClusterObject & {
  spec: { nodeAffinity?: unknown; persistentVolumeReclaimPolicy?: string }
  status?: { phase?: string }
}

export function claimNames({ metadata, spec }: Pod): string[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName]
    // A claim that lives and dies with the pod is named after both.
    return ephemeral ? [`${metadata.name}-${name}`] : []
  })
}

export function readClaims(cluster: Cluster, pod: Pod, sight: Sight, signal: AbortSignal) {
  const namespace = pod.metadata.namespace ?? ''
  return Promise.all(
    claimNames(pod).map(async (name) => {
      const read = async () => ({
        claim: await cluster.get({ kind: 'PersistentVolumeClaim', namespace, name }, signal),
      })
      const seen = await sight.look(`claim ${name}`, read)
      if (!seen) return { name, exists: 'not seen' }
      return seen.claim ? showClaim(cluster, seen.claim as Claim, sight, signal) : { name, exists: false }
    }),
  )
}

async function showClaim(cluster: Cluster, { metadata, spec, status }: Claim, sight: Sight, signal: AbortSignal) {
  const [storageClass, volume] = await Promise.all([
    readClass(cluster, spec.storageClassName, sight, signal),
    readVolume(cluster, spec.volumeName, sight, signal),
  ])
  return {
    name: metadata.name,
    exists: true,
    ...optional('deletionTimestamp', metadata.deletionTimestamp),
    ...(metadata.deletionTimestamp !== undefined && optional('finalizers', metadata.finalizers)),
    phase: status?.phase,
    requested: spec.resources?.requests?.storage,
    ...optional('capacity', status?.capacity?.storage),
    accessModes: spec.accessModes,
    ...optional('storageClassName', spec.storageClassName),
    ...optional('storage_class', storageClass),
    ...optional('volumeName', spec.volumeName),
    ...optional('volume', volume),
  }
}

async function readClass(cluster: Cluster, name: string | undefined, sight: Sight, signal: AbortSignal) {
  if (!name) return undefined
  const read = async () => ({ found: await cluster.get({ kind: 'StorageClass', name }, signal) })
  const seen = await sight.look(`storage class ${name}`, read)
  if (!seen) return { exists: 'not seen' }
  if (!seen.found) return { exists: false }
  const { provisioner, volumeBindingMode } = seen.found as StorageClass
  return { exists: true, provisioner, volumeBindingMode }
}

async function readVolume(cluster: Cluster, name: string | undefined, sight: Sight, signal: AbortSignal) {
  if (!name) return undefined
  const read = async () => ({ found: await cluster.get({ kind: 'PersistentVolume', name }, signal) })
  const seen = await sight.look(`volume ${name}`, read)
  if (!seen) return { exists: 'not seen' }
  if (!seen.found) return { exists: false }
  const { spec, status } = seen.found as Volume
  return {
    exists: true,
    phase: status?.phase,
    ...optional('reclaimPolicy', spec.persistentVolumeReclaimPolicy),
    ...optional('nodeAffinity', spec.nodeAffinity),
  }
}
