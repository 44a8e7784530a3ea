/** Looks at the way to a workload: services, endpoints, ingresses and policies. */
import type { ClusterScene, ObjectKey, PodView } from '../cluster-scene.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { hasTrouble, isDone, isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'
import { record, texts } from '../reading/loose-fields.ts'
import {
  type IngressRule,
  ingressesOf,
  isHost,
  ruleOfAddress,
  rulesInQuestion,
  rulesOf,
} from '../routes/ingress-rules.ts'
import { neighboursOf } from '../routes/neighbours.ts'
import { workloadCalled } from '../routes/service-hosts.ts'
import { isAboutHttp, isServiceSeen, probedAddress } from '../subject/mentioned-workloads.ts'
import { newestFirst } from './look-at-containers.ts'
import { mainContainerOf } from './look-at-logs.ts'
import { call, isObjectName, type Looking, type LookingStep, readObject } from './looking.ts'

// A Service that selects nobody is compared with those it probably means; a policy, with when it came.

const SERVICES_MAX = 1
const PAIRS_MAX = 2
const LABEL = /^[\w./-]+$/

export const lookAtRoutes: LookingStep = ({ cluster, subject, isAside }) => {
  if (isAside) return []
  const complaints = complaintsOf(cluster)
  const idle = cluster.described.flatMap(({ idleServices, pod: { namespace } }) =>
    idleServices
      .filter(({ name }) => name === subject.service || complaints.some((one) => isAbout(one, namespace, name)))
      .map(({ name, selector }) => ({ name, selector, namespace })),
  )
  const named = cluster.objects
    .filter(({ kind, name }) => kind === 'Service' && name === subject.service)
    .map(({ name, whole, namespace = '' }) => ({ name, selector: texts(record(whole.spec).selector), namespace }))
  return [
    ...[...idle, ...named]
      .slice(0, SERVICES_MAX)
      .flatMap((service) => [...podOfTheName(service, cluster), ...podsByPair(service.selector, service.namespace)]),
    ...unseenService(complaints, cluster),
    ...policies(complaints, cluster),
  ]
}

/** A workload that is called like the Service is probably meant by it. */
function podOfTheName(service: ObjectKey, cluster: ClusterScene) {
  const workload = workloadCalled(service, cluster)
  const pods = workload ? podsOf(cluster, workload).filter((pod) => !isLeaving(pod) && pod.phase === 'Running') : []
  const isSeen = pods.some((pod) => cluster.described.some((one) => isSame(one.pod, pod)))
  return isSeen
    ? []
    : pods.slice(0, 1).map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))
}

function isAbout({ name, namespace }: Complaint, place: string, service: string): boolean {
  return name === service && namespace === place
}

/** Who has the one label but not the other is who was meant. */
function podsByPair(selector: Readonly<Record<string, string>>, namespace: string) {
  return Object.entries(selector)
    .filter(([key, value]) => LABEL.test(key) && LABEL.test(value) && isObjectName(namespace))
    .slice(0, PAIRS_MAX)
    .map(([key, value]) => readObject(`get pods -n ${namespace} -l ${key}=${value}`))
}

/** A list, because a list that is empty is an answer. */
function findServiceCommand(name: string, namespace: string): string {
  return `get services -n ${namespace} --field-selector metadata.name=${name} -o yaml`
}

/** What somebody calls is first of all a Service. */
function unseenService(complaints: readonly Complaint[], { described, objects }: ClusterScene) {
  const known = [
    ...described.flatMap(({ services, idleServices }) => [...services, ...idleServices].map(({ name }) => name)),
    ...objects.filter(({ kind }) => kind === 'Service').map(({ name }) => name),
  ]
  return complaints
    .filter(({ name, namespace }) => !known.includes(name) && isObjectName(name) && isObjectName(namespace))
    .slice(0, SERVICES_MAX)
    .map(({ name, namespace }) => readObject(findServiceCommand(name, namespace ?? '')))
}

/** Only where somebody waits in vain: a policy drops what it does not allow, and nothing is refused. */
function policies(complaints: readonly Complaint[], { described }: ClusterScene) {
  const isWaiting = complaints.some(({ kind }) => kind === 'timeout' || kind === 'unresolved')
  const covered = described.filter(({ policies: over }) => over.length > 0)
  if (!isWaiting || covered.length === 0) return []
  const places = [...new Set(covered.map(({ pod }) => pod.namespace))]
  const isByNamespace = JSON.stringify(covered.map(({ policies: over }) => over)).includes('"namespaceSelector"')
  return [
    ...places.slice(0, 2).map((one) => readObject(`get networkpolicies -n ${one}`)),
    ...(isByNamespace ? [readObject('get namespaces')] : []),
  ]
}

// From the address in the alert through the Ingress to the Service it leads to and the pods behind it.

const RULES_MAX = 2

export const lookAtIngresses: LookingStep = ({ subject, cluster, isAside }) => {
  const namespace = cluster.target.namespace
  const isConcerned = probedAddress(subject) !== undefined || (isAboutHttp(subject) && isObjectName(namespace))
  if (isAside || !isConcerned) return []
  return [readObject(isObjectName(namespace) ? `get ingresses -n ${namespace} -o yaml` : ALL)]
}

const ALL = 'get ingresses -A -o yaml'

/** A prober's namespace is often its own; whoever serves the host lives elsewhere. */
export const lookForIngressElsewhere: LookingStep = ({ subject, cluster, isAside }) => {
  const address = probedAddress(subject)
  if (isAside || !address || ruleOfAddress(cluster, { subject })) return []
  const isKnown = ingressesOf(cluster).some((one) =>
    rulesOf(one).some(({ host }) => host && isHost(host, address.host)),
  )
  return isKnown ? [] : [readObject(ALL)]
}

/** Asked for by name, an Ingress tells when it was written; and a list of Services that is empty is an answer. */
export const lookBehindIngress: LookingStep = (looking) => {
  const rules = looking.isAside ? [] : rulesInQuestion(looking.cluster, looking).slice(0, RULES_MAX)
  const [first] = rules
  const { name, namespace } = first?.ingress ?? {}
  return [
    ...rules.map(({ backend }) => readObject(findServiceCommand(backend.name, backend.namespace))),
    ...(isObjectName(name) && isObjectName(namespace)
      ? [readObject(`get ingress ${name} -n ${namespace} -o yaml`)]
      : []),
    ...placesUnseen(looking, rules).map((place) => call('list_pods', { namespace: place })),
  ]
}

function placesUnseen({ cluster }: Looking, rules: readonly IngressRule[]): string[] {
  const places = [...new Set(rules.map(({ backend }) => backend.namespace))].filter(isObjectName)
  return places.filter((place) => ![place, '*'].some((one) => cluster.listedWhole.includes(one)))
}

export const lookAtPodsBehindIngress: LookingStep = (looking) =>
  podsBehind(looking)
    .filter((pod) => !looking.cluster.described.some((one) => isSame(one.pod, pod)))
    .map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))

export const lookAtLogsBehindIngress: LookingStep = (looking) =>
  podsBehind(looking)
    .filter((pod) => pod.phase === 'Running' && !looking.cluster.logs.some((log) => isSame(log, pod)))
    .map((pod) => {
      const container = mainContainerOf(pod, looking)
      const named = container === undefined ? {} : { container }
      return call('get_pod_logs', { namespace: pod.namespace, pod_name: pod.name, ...named, previous: false })
    })

function podsBehind(looking: Looking): PodView[] {
  const { cluster, now, isAside } = looking
  const [rule] = isAside ? [] : rulesInQuestion(cluster, looking)
  const workload = rule && workloadCalled(rule.backend, cluster)
  const pods = (workload ? podsOf(cluster, workload) : []).filter((pod) => !isLeaving(pod) && !isDone(pod))
  const [first] = pods.sort(
    (one, other) => Number(hasTrouble(other, now)) - Number(hasTrouble(one, now)) || newestFirst(one, other),
  )
  return first ? [first] : []
}

// A name that errors give and no workload bears is that of a Service.

/** Whom it selects tells who is meant. */
export const lookUpServices: LookingStep = (looking) => {
  const { cluster, isAside } = looking
  const nameless = isAside ? [] : neighboursOf(looking).filter(({ workload, from }) => !workload && from === 'log')
  return nameless
    .filter(({ name, namespace }) => isObjectName(name) && isObjectName(namespace))
    .filter((one) => [one.namespace, '*'].some((place) => cluster.listedWhole.includes(place)))
    .filter((one) => !isServiceSeen(one, cluster))
    .slice(0, SERVICES_MAX)
    .map(({ name, namespace }) => readObject(findServiceCommand(name, namespace)))
}
