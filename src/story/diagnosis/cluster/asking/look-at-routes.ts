/** A Service that selects nobody is compared with those it probably means; a policy, with when it came. */
import type { ClusterScene, ObjectKey } from '../cluster-scene.ts'
import { type Complaint, complaintsOf } from '../logs/complaints.ts'
import { isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'
import { record, texts } from '../reading/loose-fields.ts'
import { workloadCalled } from '../routes/host-owner.ts'
import { call, isObjectName, type LookingStep, readObject } from './looking.ts'

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
export function findServiceCommand(name: string, namespace: string): string {
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
