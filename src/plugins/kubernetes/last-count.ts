/** How many replicas a Deployment had before it stood at zero, as far as events still tell. */
import type { Cluster } from '../../ports/cluster.ts'
import { Sight } from './not-seen.ts'
import { readCounts } from './scaled-counts.ts'
import { byTime, type ClusterEvent } from './shown-event.ts'

export async function readLastNonZero(
  cluster: Cluster,
  { namespace, name }: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  const fieldSelector = `involvedObject.kind=Deployment,involvedObject.name=${name}`
  const events = await new Sight().look('events', () =>
    cluster.list({ kind: 'Event', namespace, fieldSelector }, signal),
  )
  const counts = ((events ?? []) as ClusterEvent[])
    .filter(({ reason }) => reason === 'ScalingReplicaSet')
    .sort(byTime)
    .flatMap(({ message }) => readCounts(message ?? '') ?? [])
  return counts.flatMap(({ from = 0, to }) => [from, to]).findLast((count) => count > 0)
}
