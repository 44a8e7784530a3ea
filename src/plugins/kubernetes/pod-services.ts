/** Who sends traffic to a pod, and who may: the Services that select it with their endpoints, and the network policies over it. */
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import type { LabelSelector, Metadata, Pod } from './kubernetes-objects.ts'
import { matchesLabels, matchesSelector } from './label-match.ts'
import type { Sight } from './not-seen.ts'

type Service = ClusterObject & { spec: { type?: string; selector?: Record<string, string>; ports?: unknown[] } }
type Endpoints = ClusterObject & { subsets?: { addresses?: unknown[]; notReadyAddresses?: unknown[] }[] }
type NetworkPolicy = ClusterObject & {
  spec: { podSelector?: LabelSelector; policyTypes?: string[]; ingress?: unknown[]; egress?: unknown[] }
}

const IDLE_MAX = 20

export async function readServices(cluster: Cluster, pod: Pod, sight: Sight, signal: AbortSignal) {
  const namespace = pod.metadata.namespace ?? ''
  const [services, endpoints] = await Promise.all([
    sight.look('services', () => cluster.list({ kind: 'Service', namespace }, signal)),
    sight.look('endpoints', () => cluster.list({ kind: 'Endpoints', namespace }, signal)),
  ])
  if (!services) return {}
  const counts = endpoints && new Map((endpoints as Endpoints[]).map((one) => [one.metadata.name, countAddresses(one)]))
  const show = (service: Service) => ({ ...showService(service), ...(counts && endpointsOf(service, counts)) })
  // A Service without a selector is filled by hand, or leads out of the cluster.
  const selecting = (services as Service[]).filter(({ spec }) => Object.keys(spec.selector ?? {}).length > 0)
  const isMine = ({ spec }: Service) => matchesLabels(spec.selector ?? {}, pod.metadata.labels)
  const idle = selecting.filter((one) => !isMine(one) && counts && (counts.get(one.metadata.name)?.ready ?? 0) === 0)
  return {
    services: selecting.filter(isMine).map(show),
    ...(idle.length > 0 && { other_services_without_ready_endpoints: idle.slice(0, IDLE_MAX).map(show) }),
  }
}

export async function readPolicies(cluster: Cluster, pod: Pod, sight: Sight, signal: AbortSignal) {
  const namespace = pod.metadata.namespace ?? ''
  const policies = await sight.look('network policies', () =>
    cluster.list({ kind: 'NetworkPolicy', namespace }, signal),
  )
  return (policies as NetworkPolicy[] | undefined)
    ?.filter(({ spec }) => matchesSelector(spec.podSelector, pod.metadata.labels))
    .map(({ metadata, spec }) => ({ name: metadata.name, ...writtenAt(metadata as Metadata), ...spec }))
}

/** When it was made, and when somebody last changed what it says, where that is later. */
function writtenAt({ creationTimestamp, managedFields = [] }: Metadata) {
  const lastWrite = managedFields
    .flatMap(({ time }) => time ?? [])
    .sort()
    .at(-1)
  const isLater = lastWrite !== undefined && creationTimestamp !== undefined && lastWrite > creationTimestamp
  return { ...(creationTimestamp && { created_at: creationTimestamp }), ...(isLater && { last_write: lastWrite }) }
}

function showService({ metadata, spec }: Service) {
  return { name: metadata.name, type: spec.type, selector: spec.selector, ports: spec.ports }
}

function endpointsOf({ metadata }: Service, counts: Map<string, { ready: number; not_ready: number }>) {
  return { endpoints: counts.get(metadata.name) ?? { ready: 0, not_ready: 0 } }
}

function countAddresses({ subsets = [] }: Endpoints) {
  const count = (field: 'addresses' | 'notReadyAddresses') =>
    subsets.reduce((sum, subset) => sum + (subset[field]?.length ?? 0), 0)
  return { ready: count('addresses'), not_ready: count('notReadyAddresses') }
}
