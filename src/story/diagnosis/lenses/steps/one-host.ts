/** The one host on which all stand who suffer, of two workloads at least, while their siblings elsewhere are well. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import { type Moved, movedIn } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { isComplaint, isFar, TIMES } from './release.ts'
import type { Sight } from './sight.ts'

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

/** Of all hosts from which it is called, the one whose callers alone meet trouble: only for them its figures left where they stood. */
export function callingHost(entity: string, { cluster, scene, seen }: Sight): string | undefined {
  const nodes = new Set(cluster.nodes.map(({ name }) => name))
  const moved = movedIn(scene.exhibits).filter(
    (one) => hasLeft(one, seen.onset) && Object.values(one.labels).some((value) => isAkin(value, entity)),
  )
  const [host, ...others] = new Set(moved.map(({ labels }) => callerIn(labels, nodes)))
  return nodes.size > 1 && others.length === 0 ? host : undefined
}

function hasLeft({ at, from, last }: Moved, onset: Date): boolean {
  return at !== undefined && Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES && last >= TIMES * from
}

/** Under any label but those that say where it was measured. */
function callerIn(labels: Moved['labels'], nodes: ReadonlySet<string>): string | undefined {
  return Object.entries(labels).find(([label, value]) => !MEASURED.test(label) && nodes.has(value))?.[1]
}

const MEASURED = /^(?:exported_)?(?:node|instance|host|hostname|nodename)$/

/** It does not come up because somebody outside answered with a refusal: its host has reached him. */
export function isRefusedOutside({ name, isReady }: PodView, { facts }: Seen): boolean {
  const owner = ownerName(name)
  return !isReady && facts.some(({ lens, entity, text }) => lens === 'state' && entity === owner && REFUSED.test(text))
}

const REFUSED = /\bpull\w*\b.*\b(?:4\d\d (?!ms)|toomanyrequests|manifest unknown|unauthorized)/i

function isAbout(fact: Weighed, { name }: PodView): boolean {
  return fact.pods?.includes(name) ?? [fact.entity, ...fact.names].includes(name)
}

/** Its log was read, or a figure of it. */
function isHeard(pod: string, { logs }: ClusterScene, facts: readonly Weighed[]): boolean {
  return logs.some(({ name }) => name === pod) || facts.some(({ entity, names }) => [entity, ...names].includes(pod))
}
