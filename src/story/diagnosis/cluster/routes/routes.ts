/** Services that somebody the alert concerns wants to use, with what they select and what stands behind them. */
import type { Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import type { ClusterScene, DescribedPod, ServiceView, Shown } from '../cluster-scene.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { record } from '../reading/loose-fields.ts'
import { readService } from '../reading/read-described-pod.ts'
import { ruleOfAddress } from './ingress-rules.ts'

export type Route = {
  service: ServiceView
  namespace: string
  exhibit: Exhibit
  /** Pods that were looked at closely and that it selects. */
  behind: readonly Shown<DescribedPod>[]
  complaint: Complaint | undefined
  /** The alert itself names it, or an address that leads to it. */
  isNamed: boolean
}

/** Only those the alert names or somebody complains of: an idle Service nobody calls is no news. */
export function routesOf({ cluster, subject }: Scene): Route[] {
  if (!cluster) return []
  const complaints = complaintsOf(cluster)
  const probed = ruleOfAddress(cluster, { subject })?.backend
  return allServices(cluster)
    .map(({ service, namespace, exhibit }) => ({
      service,
      namespace,
      exhibit,
      behind: cluster.described.filter((one) => one.pod.namespace === namespace && isSelected(service, one.labels)),
      complaint: complaints.find((one) => one.name === service.name && one.namespace === namespace),
      isNamed: subject.service === service.name || (probed?.name === service.name && probed.namespace === namespace),
    }))
    .filter(({ complaint, isNamed, behind }) => complaint || isNamed || behind.length > 0)
}

type SeenService = { service: ServiceView; namespace: string; exhibit: Exhibit }

function allServices({ described, objects }: ClusterScene): SeenService[] {
  const around = described.flatMap(({ services, idleServices, pod, exhibit }) =>
    [...services, ...idleServices].map((service) => ({ service, namespace: pod.namespace, exhibit })),
  )
  const read = objects
    .filter(({ kind }) => kind === 'Service')
    .map(({ whole, name, namespace = '', exhibit }) => ({
      service: { ...readService({ ...record(whole.spec), name }), endpoints: endpointsOf(objects, name) },
      namespace,
      exhibit,
    }))
  return [...new Map([...read, ...around].map((one) => [`${one.namespace}/${one.service.name}`, one])).values()]
}

function endpointsOf(objects: ClusterScene['objects'], name: string): ServiceView['endpoints'] {
  const found = objects.find((one) => one.kind === 'Endpoints' && one.name === name)
  if (!found) return undefined
  const subsets = Array.isArray(found.whole.subsets) ? found.whole.subsets.map(record) : []
  const count = (field: string) =>
    subsets.reduce((sum, subset) => sum + (Array.isArray(subset[field]) ? subset[field].length : 0), 0)
  return { ready: count('addresses'), notReady: count('notReadyAddresses') }
}

export function isSelected({ selector }: ServiceView, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(selector)
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value)
}
