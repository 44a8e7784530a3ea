/** The one host on which all stand who suffer, of two workloads at least, while their siblings elsewhere are well. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import type { Seen } from '../look-through.ts'
import { isComplaint, isFar } from './release.ts'

const AROUND_MINUTES = 30
const WORKLOADS_LEAST = 2

export function sufferingHost(cluster: ClusterScene, { facts, onset }: Seen): string | undefined {
  const told = facts.filter(
    (one) => (isComplaint(one) || isFar(one)) && one.at && Math.abs(minutesBetween(onset, one.at)) <= AROUND_MINUTES,
  )
  const suffering = cluster.pods.filter((pod) => pod.nodeName !== undefined && told.some((one) => isAbout(one, pod)))
  const [host, ...more] = new Set(suffering.map(({ nodeName }) => nodeName))
  const workloads = new Map(suffering.flatMap((pod) => workloadOf(cluster, pod) ?? []).map((one) => [one.name, one]))
  if (host === undefined || more.length > 0 || workloads.size < WORKLOADS_LEAST) return undefined
  const elsewhere = [...workloads.values()].map((one) =>
    podsOf(cluster, one).filter(({ nodeName }) => nodeName !== host),
  )
  const isWell =
    elsewhere.every(({ length }) => length > 0) && elsewhere.flat().some(({ name }) => isHeard(name, cluster, facts))
  return isWell ? host : undefined
}

function isAbout(fact: Weighed, { name }: PodView): boolean {
  return fact.pods?.includes(name) ?? [fact.entity, ...fact.names].includes(name)
}

/** Its log was read, or a figure of it. */
function isHeard(pod: string, { logs }: ClusterScene, facts: readonly Weighed[]): boolean {
  return logs.some(({ name }) => name === pod) || facts.some(({ entity, names }) => [entity, ...names].includes(pod))
}
