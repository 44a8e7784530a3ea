/** The way from a caller to a workload, and what was changed on it. */
import type { Exhibit } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { ClusterScene, DescribedPod, Difference, PodView, ServiceView, Shown } from '../cluster-scene.ts'
import { type Gated, rollbackGate } from '../gates.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { workloadOf } from '../pods/workload-pods.ts'
import { record, records } from '../reading/loose-fields.ts'
import { readService } from '../reading/read-described-pod.ts'
import { sayReleased } from '../releases/released-workload.ts'
import { citeDifferences, type History, historyOf } from '../releases/revision-history.ts'
import { sayAgo } from '../saying/say.ts'
import { sayChanges } from '../saying/say-change.ts'
import { ruleOfAddress } from './ingress-rules.ts'

/** Services that somebody the alert concerns wants to use, with what they select and what stands behind them. */
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
  const probed = ruleOfAddress(cluster, subject)?.backend
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
  const count = (field: string) => records(found.whole.subsets).flatMap((subset) => records(subset[field])).length
  return { ready: count('addresses'), notReady: count('notReadyAddresses') }
}

export function isSelected({ selector }: ServiceView, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(selector)
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value)
}

/** Whether the newest revision took away what a Service asks of its pods: a port by name or number, or a label. */
export type RouteChange = { sentence: string; evidence: Finding['evidence']; gate: Gated }

type Asked = { pod: PodView; since: Date | undefined; why: string; took: (difference: Difference) => boolean }

/** Undefined where the newest revision is not to blame, or nobody can tell. */
export function changeBehindRoute({ cluster, now }: Scene, { pod, since, why, took }: Asked): RouteChange | undefined {
  const workload = cluster && workloadOf(cluster, pod)
  const history = cluster && historyOf(cluster, workload)
  const guilty = (history?.change?.differences ?? []).filter(took)
  if (!cluster || !history || guilty.length === 0) return undefined
  return {
    sentence: sentence(history, guilty, now),
    evidence: citeDifferences(history, guilty, 2),
    gate: rollbackGate({ cluster, now }, { why, workload, since, guilty }),
  }
}

function sentence(history: History, guilty: readonly Difference[], now: Date): string {
  const { released, newest, rolledOutAt } = history
  const others = (history.change?.differences ?? []).filter((one) => one.from === null && isBesideOf(one, guilty))
  return ` It came with revision ${newest.revision} of ${sayReleased(released)} (rolled out ${sayAgo(rolledOutAt, now)}): ${sayChanges([...guilty, ...others])}.`
}

/** What stands in its place now: a port of another name in the same list. */
function isBesideOf({ field }: Difference, guilty: readonly Difference[]): boolean {
  const listOf = (path: string) => path.replace(/(\.ports)\[.*$/, '$1')
  return field.includes('.ports[') && guilty.some((one) => one.field !== field && listOf(one.field) === listOf(field))
}

/** The revision before had the port, and this one has it no longer. */
export function tookPort(target: string | number | undefined): (difference: Difference) => boolean {
  return ({ field, from, to }) => {
    if (!/\.ports(\[|$)/.test(field)) return false
    const had = holdsPort(from, target) || (from !== null && from === target)
    return had && !holdsPort(to, target) && to !== target
  }
}

function holdsPort(value: unknown, target: string | number | undefined): boolean {
  const ports = Array.isArray(value) ? records(value) : [record(value)]
  return target !== undefined && ports.some(({ name, containerPort }) => name === target || containerPort === target)
}

/** One of the pairs a selector asks for. */
export function tookLabel(selector: Readonly<Record<string, string>>): (difference: Difference) => boolean {
  return ({ field, from, to }) =>
    Object.entries(selector).some(
      ([key, value]) => field === `metadata.labels.${key}` && from === value && to !== value,
    )
}
