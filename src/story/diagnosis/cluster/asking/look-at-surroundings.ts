/** What else is worth a look once the pods were seen: the namespace, claims, autoscalers, siblings, the node that evicts, and what they use. */

import type { ClusterScene, Fields, PodView, Shown } from '../cluster-scene.ts'
import { isScaledBy } from '../gates.ts'
import { complainedOf } from '../logs/complaints.ts'
import { evictionsOn, lookAtCulprit, lookForCulprit, refusedByOneNode } from '../nodes/node-watch.ts'
import { lookAtBudgetedPods, lookAtBudgets } from '../placement/budgets.ts'
import { isDone, isLeaving, runningPods, subjectPods, wasOutOfMemory } from '../pods/workload-pods.ts'
import { record, text } from '../reading/loose-fields.ts'
import { lookUpReplicasBefore } from '../releases/replicas-before.ts'
import { lookAtCorefile, lookAtDns, lookAtDnsLogs, lookForDns } from '../routes/dns-pods.ts'
import { lookAtEmptyServices, lookAtWebhookBackend, lookAtWebhookPods } from '../routes/empty-services.ts'
import { lookUpAddresses } from '../routes/service-hosts.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { logNow, spelled, telling, unread } from './look-at-containers.ts'
import { lookAtCertificateServers } from './look-at-neighbours.ts'
import {
  lookAtIngresses,
  lookAtLogsBehindIngress,
  lookAtPodsBehindIngress,
  lookAtRoutes,
  lookBehindIngress,
  lookForIngressElsewhere,
} from './look-at-routes.ts'
import { call, describePods, isAskable, isObjectName, type LookingStep, readObject } from './looking.ts'

// An autoscaler in trouble, whole: how far its metric is from its goal stands only there.

const lookAtAutoscalers: LookingStep = ({ cluster, subject }) =>
  cluster.autoscalers
    .filter((one) => cluster.target.workloads.some((workload) => isScaledBy(workload, one)))
    .filter((one) => one.name !== subject.autoscaler && one.desiredReplicas >= one.maxReplicas)
    .filter(isAskable)
    .slice(0, 1)
    .map(({ name, namespace }) => readObject(`describe hpa ${name} -n ${namespace}`))

// The alert names a claim: whose is it? A set names the claims of its pods after them; of others the close look tells.

const PODS_MAX = 3

const lookAtClaimUser: LookingStep = ({ subject, cluster }) => {
  const { claim } = subject
  if (claim === undefined || claimUsers(cluster, claim).length > 0) return []
  const here = cluster.pods.filter((pod) => pod.namespace === cluster.target.namespace && !isDone(pod))
  const named = here.filter(({ name }) => claim.endsWith(`-${name}`))
  const likely = here.filter(({ owner, name }) => sharesName(claim, owner?.name ?? name))
  const chosen = named.length > 0 ? named : likely.length > 0 ? likely : here
  return describePods(cluster, chosen).slice(0, named.length > 0 ? 1 : PODS_MAX)
}

const lookAtClaimLogs: LookingStep = (looking) => {
  const { subject, cluster } = looking
  const users = subject.claim === undefined ? [] : claimUsers(cluster, subject.claim)
  return unread(cluster, users)
    .slice(0, 1)
    .flatMap((pod) => telling(pod, looking))
}

/** Pods that were seen to mount it. */
export function claimUsers({ described }: ClusterScene, claim: string): Shown<PodView>[] {
  return described.filter(({ claims }) => claims.some(({ name }) => text(name) === claim)).map(({ pod }) => pod)
}

function sharesName(claim: string, owner: string): boolean {
  const [first = ''] = owner.split('-')
  return first.length > 2 && claim.includes(first)
}

// A node that threw pods out: who filled it may live in any namespace.

const lookAtEvictingNode: LookingStep = ({ cluster }) =>
  listNode(cluster, evictionsOn(cluster).find(({ isOwnLimit }) => !isOwnLimit)?.pod.nodeName)

function listNode(cluster: ClusterScene, node: string | undefined) {
  const isListed = cluster.listedWhole.includes('*') || cluster.target.node !== undefined
  return isObjectName(node) && !isListed ? [call('list_pods', { namespace: '*', node })] : []
}

// A node that does not know a storage driver: its agent there may live in any namespace.

const lookAtAgents: LookingStep = ({ cluster }) => listNode(cluster, refusedByOneNode(cluster)?.node)

// A namespace that may be on its way out: asked for where the cluster or the alert says so, or where it is empty.

const SAID = /being terminated|terminating|being deleted|finalizer/i

const lookAtNamespace: LookingStep = ({ subject, cluster }) => {
  const { namespace } = cluster.target
  if (!isObjectName(namespace)) return []
  const isSaid = SAID.test(subject.text) || SAID.test(subject.alertName) || isRefused(cluster, namespace)
  return isSaid || isDeserted(cluster, namespace) ? [readObject(`get namespace ${namespace} -o yaml`)] : []
}

function isRefused({ events, deployments }: ClusterScene, place: string): boolean {
  const messages = events.filter(({ namespace }) => namespace === place).map(({ message }) => message)
  const stated = deployments.flatMap(({ conditions }) => conditions.map(({ message = '' }) => message))
  return [...messages, ...stated].some((message) => /because it is being terminated/.test(message))
}

/** Nothing is there, or all that is there is leaving. */
function isDeserted(cluster: ClusterScene, place: string): boolean {
  if (!cluster.listedWhole.includes(place)) return false
  const pods = cluster.pods.filter(({ namespace }) => namespace === place)
  const isInhabited = allWorkloads(cluster).some(({ namespace }) => namespace === place)
  return pods.length === 0 ? !isInhabited : pods.every(isLeaving)
}

// Where calls to somebody fail in part, not always, one of his replicas may be bad: then the words of the others tell which.

const LOGS_MAX = 2

const lookAtSiblings: LookingStep = (looking) => {
  const { cluster } = looking
  return complainedOf(cluster)
    .filter(({ isInPart }) => isInPart)
    .map(({ workload }) => runningPods(cluster, workload))
    .filter((all) => all.length > 1)
    .flatMap((all) => unread(cluster, all))
    .slice(0, LOGS_MAX)
    .map((pod) => logNow(pod, looking))
}

// What a claim that is not filled asks for, and what there is: its storage class, the volume of one that is gone, or the one the alert names.

const lookAtStorage: LookingStep = ({ subject, cluster }) => {
  const volume = subject.labels.persistentvolume
  const claims = cluster.described.flatMap((one) => one.claims)
  const isGone = ({ exists }: Fields) => exists === false
  const isClassMissing = claims.some(
    (one) => !isGone(one) && one.phase !== 'Bound' && record(one.storage_class).exists !== true,
  )
  const isClaimWaiting = cluster.objects.some(
    ({ kind, whole }) => kind === 'PersistentVolumeClaim' && text(record(whole.status).phase) !== 'Bound',
  )
  return [
    ...(claims.some(isGone) ? [readObject('get persistentvolumes')] : []),
    ...(isObjectName(volume) ? [readObject(`describe pv ${volume}`)] : []),
    ...(isClassMissing || isClaimWaiting ? [readObject('get storageclasses')] : []),
  ]
}

// What surrounds containers, in the order in which it is worth asking for. Each step asks only where something points there.

/** What the subject itself needs in order to run. */
export const LOOK_BENEATH: readonly LookingStep[] = [
  lookAtNamespace,
  lookAtEvictingNode,
  lookAtAgents,
  lookForCulprit,
  lookAtCulprit,
  lookAtBudgets,
  lookAtBudgetedPods,
  lookUpAddresses,
  lookAtClaimUser,
  lookAtClaimLogs,
  lookAtStorage,
  lookAtWebhookBackend,
  lookAtWebhookPods,
  lookAtEmptyServices,
  lookAtAutoscalers,
]

/** The ways between the subject, those who call it and those it calls. */
export const LOOK_BETWEEN: readonly LookingStep[] = [
  lookAtCertificateServers,
  lookAtSiblings,
  lookAtIngresses,
  lookForIngressElsewhere,
  lookBehindIngress,
  lookAtPodsBehindIngress,
  lookAtLogsBehindIngress,
  lookAtRoutes,
  lookUpReplicasBefore,
  lookForDns,
  lookAtDns,
  lookAtDnsLogs,
  lookAtCorefile,
]

// What containers use now, where load may be the matter.

const ABOUT_LOAD = /cpu|memory|\boom|throttl|latency|slow|overload|saturat|\bload\b|hpa|autoscal|evict|pressure|heap/i

export const lookAtUsage: LookingStep = ({ subject, cluster }) => {
  const { namespace, node } = cluster.target
  const wasKilled = subjectPods(cluster).some(({ containers }) => containers.some(wasOutOfMemory))
  const isAboutLoad = ABOUT_LOAD.test(spelled(subject.alertName)) || ABOUT_LOAD.test(subject.text)
  // Whoever holds most of a quota that is used up is told by what the pods ask for.
  const isRefused = cluster.events.some(({ message }) => /exceeded quota/.test(message))
  if (!wasKilled && !isAboutLoad && !isRefused) return []
  if (node !== undefined) return [call('top_pods', { namespace: '*' })]
  return isObjectName(namespace) ? [call('top_pods', { namespace })] : []
}
