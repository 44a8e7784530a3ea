/** Looks at the cluster as far as the alert concerns it, within a share of the calls. */
import type { PluginCall } from '../../../plugins/plugin.ts'
import { isDatabaseName, isOnlySpokenOf, namesProgram } from '../database/asking/database-concern.ts'
import { isWatcherBlind } from '../database/asking/points-to-database.ts'
import type { Observation, Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { lookAtContainers, lookAtLogs } from './asking/look-at-containers.ts'
import { lookAtLogsBeside, lookAtNeighbourLogs, lookAtNeighbours, lookBeside } from './asking/look-at-neighbours.ts'
import { lookUpServices } from './asking/look-at-routes.ts'
import { LOOK_BENEATH, LOOK_BETWEEN, lookAtUsage } from './asking/look-at-surroundings.ts'
import {
  call,
  isListedWhole,
  isObjectName,
  type Looking,
  type LookingStep,
  lookInto,
  readObject,
  unlessAside,
} from './asking/looking.ts'
import type { ClusterScene, Fields, WorkloadName } from './cluster-scene.ts'
import { isSame, podsOf } from './pods/workload-pods.ts'
import { record, texts } from './reading/loose-fields.ts'
import { readClusterScene } from './reading/read-cluster-scene.ts'
import { lookAtWrittenMaps } from './releases/written-maps.ts'
import { lookUpAddresses } from './routes/service-hosts.ts'
import { isAboutNodeOnly, isMeasuredElsewhere, isOnlyNodeNamed, serviceOf } from './subject/mentioned-workloads.ts'
import { settleSubject } from './subject/resolve-target.ts'

// The overview: what runs in the alert's namespace and what the cluster says happened there.

const EVERYWHERE = '*'
/** Of each kind; where a group names more, one look everywhere serves for all. */
const BESIDE_MAX = 2

const lookAround: LookingStep = ({ subject, isAside }) => {
  const { namespace, node } = subject
  if (isAboutNodeOnly(subject) || isOnlyNodeNamed(subject))
    return [
      call('list_pods', { namespace: EVERYWHERE, ...(isObjectName(node) && { node }) }),
      call('get_events', { namespace: EVERYWHERE }),
      ...(isAside ? [] : [...nodesBeside(subject), ...placesBeside(subject, true)]),
    ]
  if (!isObjectName(namespace)) return isAside ? [] : [call('list_pods', { namespace: EVERYWHERE })]
  return [...lookInto(namespace), ...(isAside ? [] : placesBeside(subject, false))]
}

/** Where the other alerts of the notification happen. */
function placesBeside(subject: Subject, isHeardEverywhere: boolean): PluginCall[] {
  const named = eachOnce((subject.beside ?? []).map(({ namespace }) => namespace))
  const others = named.filter((one) => one !== subject.namespace)
  const places = others.length > BESIDE_MAX ? [EVERYWHERE] : others
  return places.flatMap((place) => (isHeardEverywhere ? [call('list_pods', { namespace: place })] : lookInto(place)))
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
const lookForMissing: LookingStep = (looking) => [
  ...whoeverIsMeasured(looking),
  ...eventsOfFoundNamespace(looking),
  ...missingPod(looking),
  ...missingWorkload(looking),
  ...unknownService(looking),
]

/** The alert's namespace is the exporter's, and those it is about live elsewhere. */
function whoeverIsMeasured({ subject, cluster, isAside }: Looking) {
  const isFound = cluster.target.isNamed || subject.namespace === undefined
  const isMissed = isMeasuredElsewhere(subject) && !isFound && !isAside && serviceOf(subject)
  return isMissed ? [call('list_pods', { namespace: EVERYWHERE })] : []
}

/** The namespace was found by looking everywhere; what happened there is still to be asked. */
function eventsOfFoundNamespace({ subject, cluster, isAside }: Looking) {
  const { namespace } = cluster.target
  if (isAside || subject.namespace !== undefined || namespace === undefined || isAboutNodeOnly(subject)) return []
  return cluster.listedWhole.includes('*') ? [call('get_events', { namespace })] : lookInto(namespace)
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
  if (!isMissing || !isObjectName(namespace) || fromText.includes('workload')) return crowdedOut(cluster)
  // A list that was cut may have lost it; one that was not leaves only a namesake elsewhere.
  if (cluster.listedWhole.includes(namespace)) return [call('list_pods', { namespace: '*' })]
  return isObjectName(workload.name) ? [readWorkload({ ...workload, namespace })] : []
}

/** In a crowd, a list of pods shows the troubled ones and leaves off the others; the workload's selector finds them. */
function crowdedOut(cluster: ClusterScene) {
  return cluster.target.workloads
    .filter((workload) => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(workload.kind))
    .filter((workload) => !isListedWhole(cluster, workload.namespace))
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

const lookAtNamedObjects: LookingStep = (looking) => {
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

// The order of the steps, within a share of the calls.

const CALLS_MAX = 14
/** Kept for metrics, logs and database. */
const CALLS_LEFT_FOR_OTHERS = 6
/** Kept for metrics and logs, where the database has been looked at. */
const CALLS_LEFT_FOR_SIGNALS = 2

const HOPS_MAX = 4
const LOOK_FURTHER: readonly LookingStep[] = [lookUpAddresses, lookAtNeighbours, lookUpServices, lookAtNeighbourLogs]

const STEPS: readonly LookingStep[] = [
  lookAround,
  // Once more, where the first look showed that the namespace or the node of the text is none.
  lookAround,
  lookForMissing,
  lookAtNamedObjects,
  lookAtContainers,
  lookAtLogs,
  ...unlessAside([
    lookAtUsage,
    ...LOOK_BENEATH,
    lookAtNeighbours,
    lookAtNeighbourLogs,
    ...LOOK_BETWEEN,
    // A neighbour's log may name the next one: the deepest that fails is the cause.
    ...Array.from({ length: HOPS_MAX }, () => LOOK_FURTHER).flat(),
    lookAtWrittenMaps,
    lookBeside,
    lookAtLogsBeside,
  ]),
]

export async function observeCluster(observation: Observation): Promise<Partial<Scene>> {
  const { now, subject, environment, evidence, scene } = observation
  const kept = scene.database === undefined ? CALLS_LEFT_FOR_OTHERS : CALLS_LEFT_FOR_SIGNALS
  const share = Math.min(CALLS_MAX, evidence.callsLeft - kept)
  const floor = evidence.callsLeft - share
  const look = () => {
    const cluster = readClusterScene(evidence.exhibits, subject)
    return { count: evidence.exhibits.length, cluster, subject: settleSubject(subject, cluster) }
  }
  let seen = look()
  for (const step of STEPS) {
    const isAside = isAsideOf(observation, seen.cluster)
    const calls = step({ now, subject: seen.subject, environment, cluster: seen.cluster, isAside })
    await evidence.askAll(calls.slice(0, Math.max(0, evidence.callsLeft - floor)))
    // Most steps want nothing more: what nothing was added to is not read again.
    if (evidence.exhibits.length > seen.count) seen = look()
  }
  return { cluster: seen.cluster, subject: seen.subject }
}

/**
 * A database's own alert asks the cluster only for its surroundings. Where a label names a program too, or where the alert is
 * mere words and one of them is a program that is there, that program is looked at as if nobody had spoken of a database.
 */
function isAsideOf({ subject, environment, scene }: Observation, { target, exhibits }: ClusterScene): boolean {
  if (scene.database === undefined || namesProgram(subject) || isWatcherBlind({ ...scene, subject })) return false
  if (!isOnlySpokenOf(subject, environment)) return true
  const isListed = exhibits.some(({ plugin }) => plugin === 'list_pods')
  return isListed && !(target.isNamed && target.workloads.some(({ name }) => !isDatabaseName(name)))
}
