/**
 * Records of evicted pods that keep new ones out. A quota on `count/pods` counts pods that have ended too (one on `pods` does
 * not), so it is the records' room where the new pod would fit without them.
 */
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import type { LensStep } from './sight.ts'

const FULL =
  /exceeded quota: \S+, requested: .*?\bcount\/pods=(\d+).*?\bused: .*?\bcount\/pods=(\d+).*?\blimited: .*?\bcount\/pods=(\d+)/

export function clearedRecords(cluster: ClusterScene, now: Date): LensStep | undefined {
  const refused = cluster.events.filter(({ reason, at }) => reason === 'FailedCreate' && isFresh(at, now))
  for (const { message, namespace } of refused) {
    const [requested = 0, used = 0, limit = 0] = (FULL.exec(message) ?? []).slice(1).map(Number)
    const records = cluster.pods.filter((pod) => pod.namespace === namespace && pod.reason === 'Evicted').length
    if (namespace === undefined || limit === 0 || records === 0 || used - records + requested > limit) continue
    const why = `${records} of the ${used} pods that the quota counts are records of evicted ones; without them the new pod fits.`
    return {
      action: { plugin: 'delete_evicted_pods', parameters: { namespace }, why },
      atFault: { kind: 'Namespace', name: namespace },
    }
  }
  return undefined
}

const FRESH_MS = 3_600_000

function isFresh(at: Date | undefined, now: Date): boolean {
  return at !== undefined && now.getTime() - at.getTime() < FRESH_MS
}
