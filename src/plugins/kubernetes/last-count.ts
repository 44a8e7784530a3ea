/** How many replicas a Deployment had before it stood at zero, as far as events still tell. */
import type { Cluster } from '../../ports/cluster.ts'
import { Sight } from './not-seen.ts'
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
    .flatMap(({ message }) => countsIn(message ?? ''))
  return counts.filter((count) => count > 0).at(-1)
}

/** `Scaled down replica set web-1 from 3 to 0`; older clusters write `to 0 from 3`, or only `Scaled up … to 3`. */
function countsIn(message: string): number[] {
  const numbers = /\bfrom (\d+) to (\d+)/.exec(message) ?? turned(/\bto (\d+) from (\d+)/.exec(message))
  if (numbers) return [Number(numbers[1]), Number(numbers[2])]
  const only = /\bto (\d+)\s*$/.exec(message)
  return only ? [Number(only[1])] : []
}

function turned(found: RegExpExecArray | null): [string, string | undefined, string | undefined] | undefined {
  return found ? [found[0], found[2], found[1]] : undefined
}
