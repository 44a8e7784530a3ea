/** Looks at the way to a workload: services, endpoints, ingresses and policies. */
import type { ClusterScene, ObjectKey, PodView } from '../cluster-scene.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { describedOf, isDone, isLeaving, isSame, podsOf, runningPods } from '../pods/workload-pods.ts'
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
import { isAboutHttp, probedAddress, serviceSeen } from '../subject/mentioned-workloads.ts'
import { logNow, troubledFirst, unread } from './look-at-containers.ts'
import {
  call,
  describePods,
  findService,
  isAskable,
  isListedWhole,
  isObjectName,
  type Looking,
  type LookingStep,
  readObject,
} from './looking.ts'

// A Service that selects nobody is compared with those it probably means; a policy, with when it came.

const SERVICES_MAX = 1
const PAIRS_MAX = 2
const LABEL = /^[\w./-]+$/

export const lookAtRoutes: LookingStep = ({ cluster, subject }) => {
  const complaints = complaintsOf(cluster)
  const idle = cluster.described.flatMap(({ idleServices, pod: { namespace } }) =>
    idleServices
      .map(({ name, selector }) => ({ name, selector, namespace }))
      .filter(
        (one) =>
          one.name === subject.service ||
          complaints.some(({ namespace: place = '', name }) => isSame(one, { namespace: place, name })),
      ),
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
  const pods = runningPods(cluster, workloadCalled(service, cluster))
  return pods.some((pod) => describedOf(cluster, pod)) ? [] : describePods(cluster, pods.slice(0, 1))
}

/** Who has the one label but not the other is who was meant. */
function podsByPair(selector: Readonly<Record<string, string>>, namespace: string) {
  return Object.entries(selector)
    .filter(([key, value]) => LABEL.test(key) && LABEL.test(value) && isObjectName(namespace))
    .slice(0, PAIRS_MAX)
    .map(([key, value]) => readObject(`get pods -n ${namespace} -l ${key}=${value}`))
}

/** What somebody calls is first of all a Service. */
function unseenService(complaints: readonly Complaint[], cluster: ClusterScene) {
  return complaints
    .filter(isAskable)
    .filter((one) => !serviceSeen(cluster, one))
    .slice(0, SERVICES_MAX)
    .map(findService)
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

export const lookAtIngresses: LookingStep = ({ subject, cluster }) => {
  const namespace = cluster.target.namespace
  const isConcerned = probedAddress(subject) !== undefined || (isAboutHttp(subject) && isObjectName(namespace))
  if (!isConcerned) return []
  return [readObject(isObjectName(namespace) ? `get ingresses -n ${namespace} -o yaml` : ALL)]
}

const ALL = 'get ingresses -A -o yaml'

/** A prober's namespace is often its own; whoever serves the host lives elsewhere. */
export const lookForIngressElsewhere: LookingStep = ({ subject, cluster }) => {
  const address = probedAddress(subject)
  if (!address || ruleOfAddress(cluster, subject)) return []
  const rules = ingressesOf(cluster).flatMap(rulesOf)
  const isKnown = rules.some(({ host }) => host && isHost(host, address.host))
  return isKnown ? [] : [readObject(ALL)]
}

/** Asked for by name, an Ingress tells when it was written; and a list of Services that is empty is an answer. */
export const lookBehindIngress: LookingStep = (looking) => {
  const rules = rulesInQuestion(looking.cluster, looking.subject).slice(0, RULES_MAX)
  const [first] = rules
  return [
    ...rules.map(({ backend }) => findService(backend)),
    ...(first && isAskable(first.ingress)
      ? [readObject(`get ingress ${first.ingress.name} -n ${first.ingress.namespace} -o yaml`)]
      : []),
    ...placesUnseen(looking, rules).map((place) => call('list_pods', { namespace: place })),
  ]
}

function placesUnseen({ cluster }: Looking, rules: readonly IngressRule[]): string[] {
  const places = [...new Set(rules.map(({ backend }) => backend.namespace))].filter(isObjectName)
  return places.filter((place) => !isListedWhole(cluster, place))
}

export const lookAtPodsBehindIngress: LookingStep = (looking) => describePods(looking.cluster, podsBehind(looking))

export const lookAtLogsBehindIngress: LookingStep = (looking) =>
  unread(looking.cluster, podsBehind(looking))
    .filter(({ phase }) => phase === 'Running')
    .map((pod) => logNow(pod, looking))

function podsBehind(looking: Looking): PodView[] {
  const { cluster, now } = looking
  const [rule] = rulesInQuestion(cluster, looking.subject)
  const workload = rule && workloadCalled(rule.backend, cluster)
  const pods = (workload ? podsOf(cluster, workload) : []).filter((pod) => !isLeaving(pod) && !isDone(pod))
  return pods.sort(troubledFirst(now)).slice(0, 1)
}

// A name that errors give and no workload bears is that of a Service.

/** Whom it selects tells who is meant. */
export const lookUpServices: LookingStep = (looking) => {
  const { cluster } = looking
  return neighboursOf(looking)
    .filter(({ workload, from }) => !workload && from === 'log')
    .filter((one) => isAskable(one) && isListedWhole(cluster, one.namespace) && !serviceSeen(cluster, one))
    .slice(0, SERVICES_MAX)
    .map(findService)
}
