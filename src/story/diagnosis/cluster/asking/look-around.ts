/** The overview: what runs in the alert's namespace and what the cluster says happened there. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import type { Fields, WorkloadName } from '../cluster-scene.ts'
import { isSame, podsOf } from '../pods/workload-pods.ts'
import { record, texts } from '../reading/loose-fields.ts'
import { isAboutNodeOnly, isMeasuredElsewhere, isOnlyNodeNamed, serviceOf } from '../subject/subject-of-alert.ts'
import { call, isObjectName, type Looking, type LookingStep, readObject } from './looking.ts'

const EVERYWHERE = '*'
/** Of each kind; where a group names more, one look everywhere serves for all. */
const BESIDE_MAX = 2

export const lookAround: LookingStep = ({ subject, isAside }) => {
  const { namespace, node } = subject
  if (isAboutNodeOnly(subject) || isOnlyNodeNamed(subject))
    return [
      call('list_pods', { namespace: EVERYWHERE, ...(isObjectName(node) && { node }) }),
      call('get_events', { namespace: EVERYWHERE }),
      ...(isAside ? [] : [...nodesBeside(subject), ...placesBeside(subject, true)]),
    ]
  if (!isObjectName(namespace)) return isAside ? [] : [call('list_pods', { namespace: EVERYWHERE })]
  return [
    call('list_pods', { namespace }),
    call('get_events', { namespace }),
    ...(isAside ? [] : placesBeside(subject, false)),
  ]
}

/** Where the other alerts of the notification happen. */
function placesBeside(subject: Subject, isHeardEverywhere: boolean): PluginCall[] {
  const others = eachOnce((subject.beside ?? []).map(({ namespace }) => namespace)).filter(
    (one) => one !== subject.namespace,
  )
  const places = others.length > BESIDE_MAX ? [EVERYWHERE] : others
  return places.flatMap((namespace) => [
    call('list_pods', { namespace }),
    ...(isHeardEverywhere ? [] : [call('get_events', { namespace })]),
  ])
}

function nodesBeside({ node: first, beside = [] }: Subject): PluginCall[] {
  const others = eachOnce(beside.map(({ node }) => node)).filter((one) => one !== first)
  return others.slice(0, BESIDE_MAX).map((node) => call('list_pods', { namespace: EVERYWHERE, node }))
}

function eachOnce(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names)].filter(isObjectName)
}

// Objects the alert names that a list of pods does not show, and what it names and nobody has seen yet.

const SHOWN_MIN = 3

/** Before anything is said to be missing, it is asked for by its name. */
export const lookForMissing: LookingStep = (looking) => [
  ...whoeverIsMeasured(looking),
  ...eventsOfFoundNamespace(looking),
  ...missingPod(looking),
  ...missingWorkload(looking),
  ...unknownService(looking),
]

/** The alert's namespace is the exporter's, and those it is about live elsewhere. */
function whoeverIsMeasured({ subject, cluster, isAside }: Looking) {
  const isFound = cluster.target.isNamed || subject.namespace === undefined
  return isMeasuredElsewhere(subject) && !isFound && !isAside && serviceOf(subject)
    ? [call('list_pods', { namespace: '*' })]
    : []
}

/** The namespace was found by looking everywhere; what happened there is still to be asked. */
function eventsOfFoundNamespace({ subject, cluster, isAside }: Looking) {
  const { namespace } = cluster.target
  if (isAside || subject.namespace !== undefined || namespace === undefined || isAboutNodeOnly(subject)) return []
  const isWhole = cluster.listedWhole.includes('*')
  return [...(isWhole ? [] : [call('list_pods', { namespace })]), call('get_events', { namespace })]
}

/** A name that is near, or the same one elsewhere, comes with the refusal. */
function missingPod({ subject, cluster: { target } }: Looking) {
  const { pod, namespace } = subject
  if (!isObjectName(pod) || target.pod || isAboutNodeOnly(subject)) return []
  return isObjectName(namespace)
    ? [call('describe_pod', { namespace, pod_name: pod })]
    : [readObject(`get pods -A --field-selector metadata.name=${pod}`)]
}

function missingWorkload({ subject, cluster }: Looking) {
  const { workload, namespace, fromText } = subject
  const isMissing = workload !== undefined && !cluster.target.pod && cluster.target.workloads.length === 0
  if (!isMissing || !isObjectName(namespace) || fromText.includes('workload')) return crowdedOut({ cluster })
  // A list that was cut may have lost it; one that was not leaves only a namesake elsewhere.
  if (cluster.listedWhole.includes(namespace)) return [call('list_pods', { namespace: '*' })]
  return isObjectName(workload.name) ? [readWorkload({ ...workload, namespace })] : []
}

/** In a crowd, a list of pods shows the troubled ones and leaves off the others; the workload's selector finds them. */
function crowdedOut({ cluster }: Pick<Looking, 'cluster'>) {
  const { workloads } = cluster.target
  return workloads
    .filter((workload) => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(workload.kind))
    .filter((workload) => ![workload.namespace, '*'].some((one) => cluster.listedWhole.includes(one)))
    .filter((workload) => podsOf(cluster, workload).length < Math.min(SHOWN_MIN, wantedOf(cluster, workload)))
    .slice(0, 1)
    .map(readWorkload)
}

function wantedOf({ deployments, statefulSets, daemonSets }: Looking['cluster'], workload: WorkloadName): number {
  return [...deployments, ...statefulSets, ...daemonSets].find((one) => isSame(one, workload))?.replicas ?? 0
}

function readWorkload({ kind, namespace, name }: WorkloadName) {
  return readObject(`get ${kind.toLowerCase()} ${name} -n ${namespace} -o yaml`)
}

function unknownService({ subject, cluster: { target } }: Looking) {
  const { namespace, workload, pod } = subject
  const service = serviceOf(subject)
  if (workload !== undefined || pod !== undefined || target.workloads.length > 0) return []
  if (!isObjectName(service) || !isObjectName(namespace)) return []
  return [readObject(`get service ${service} -n ${namespace} -o yaml`)]
}

export const lookAtNamedObjects: LookingStep = (looking) => {
  const { claim, quota, autoscaler } = looking.subject
  const namespace = looking.cluster.target.namespace
  if (!isObjectName(namespace)) return []
  return [
    ...(isObjectName(claim) ? [readObject(`describe pvc ${claim} -n ${namespace}`)] : []),
    ...(isObjectName(quota) ? [readObject(`get resourcequota ${quota} -n ${namespace} -o yaml`)] : []),
    ...(isObjectName(autoscaler) ? [readObject(`describe hpa ${autoscaler} -n ${namespace}`)] : []),
    ...podsBehind(looking),
  ]
}

/** What a Service or a workload that was asked for by name selects. */
function podsBehind({ subject, cluster }: Looking) {
  const names = [serviceOf(subject), subject.workload?.name, ...cluster.target.workloads.map(({ name }) => name)]
  const found = cluster.objects.find(({ kind, name }) => SELECTING.includes(kind) && names.includes(name))
  const label = found && selectorOf(record(found.whole.spec))
  return found && label !== undefined ? [call('list_pods', { namespace: found.namespace, label })] : []
}

const SELECTING = ['Service', 'Deployment', 'StatefulSet', 'DaemonSet']

function selectorOf({ selector }: Fields): string | undefined {
  const { matchLabels } = record(selector)
  const pairs = Object.entries(texts(matchLabels ?? selector)).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? pairs.join(',') : undefined
}
