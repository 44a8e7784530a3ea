/** One hop along the dependencies: how are those the subject cannot do without? */
import type { Scene } from '../../scene.ts'
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import { cluesOf } from '../logs/log-clues.ts'
import {
  describedOf,
  hasTrouble,
  hasWaitingTrouble,
  isDone,
  isLeaving,
  isSame,
  podsOf,
  runningPods,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { type Neighbour, neighboursOf } from '../routes/neighbours.ts'
import { refusedCertificates } from '../routes/refused-certificates.ts'
import { isAboutServing, logNow, newestFirst, telling, unread } from './look-at-containers.ts'
import { describePods, isObjectName, type Looking, type LookingStep, lookInto } from './looking.ts'

const NAMESPACES_MAX = 2
const PODS_MAX = 2

/** Lists where they live, if nobody looked there yet; and looks closely at those that are unwell or complained of. */
export const lookAtNeighbours: LookingStep = (looking) => {
  const neighbours = neighboursOf(looking)
  const lists = [...new Set(neighbours.map(({ namespace }) => namespace))]
    .filter((one) => !isListed(looking, one) && isObjectName(one))
    .slice(0, NAMESPACES_MAX)
    .flatMap(lookInto)
  return [...lists, ...describePods(looking.cluster, podsToSee(looking)).slice(0, PODS_MAX)]
}

function isListed({ cluster }: Looking, namespace: string): boolean {
  return cluster.exhibits.some(
    ({ plugin, parameters }) =>
      plugin === 'list_pods' &&
      (parameters.namespace === namespace || parameters.namespace === '*') &&
      parameters.label === undefined,
  )
}

function podsToSee(looking: Looking) {
  return neighboursOf(looking).flatMap((neighbour) => podToSee(looking, neighbour) ?? [])
}

/**
 * Of a neighbour people told of, only a troubled pod is worth a call; of one that was complained of, any; and of one the
 * subject is told to call, any where the subject serves badly, or runs and says that it is not ready.
 */
function podToSee({ cluster, now, subject }: Looking, { workload, from }: Neighbour) {
  if (!workload) return undefined
  const own = subjectPods(cluster)
  const isWell = own.every((pod) => !hasTrouble(pod, now))
  const isInNeed = (isWell && isAboutServing(subject)) || (own.length > 0 && own.every(saysNotReady))
  const isSuspect = from === 'log' || (from === 'configuration' && isInNeed)
  const pods = podsOf(cluster, workload)
    .filter((pod) => !isLeaving(pod) && !isDone(pod))
    .sort(newestFirst)
  return pods.find((pod) => hasTrouble(pod, now)) ?? (isSuspect ? pods[0] : undefined)
}

/** It runs, and has run all the while: what it lacks is not in itself. */
function saysNotReady({ phase, isReady, containers, restartCount }: PodView): boolean {
  return phase === 'Running' && !isReady && restartCount === 0 && containers.every(({ running }) => running)
}

export const lookAtNeighbourLogs: LookingStep = (looking) => {
  const { cluster, now } = looking
  return unread(cluster, podsToSee(looking))
    .slice(0, PODS_MAX)
    .flatMap((pod) => {
      const closely = describedOf(cluster, pod)?.pod ?? pod
      if (hasTrouble(closely, now)) return telling(closely, looking)
      return pod.phase === 'Running' ? [logNow(pod, looking)] : []
    })
}

// Where a certificate is refused, its server is looked at: the pod that is accused, or the oldest, for it read it
// first.

const LOGS_MAX = 2

export const lookAtCertificateServers: LookingStep = (looking) => {
  const { cluster, now } = looking
  const refused = refusedCertificates(cluster, now).find(({ server }) => server !== undefined)
  const pods = new Set([
    ...(refused?.accused ?? []),
    ...runningPods(cluster, refused?.server).sort((one, other) => newestFirst(other, one)),
  ])
  const inOrder = [...pods]
  return [
    ...describePods(cluster, inOrder.slice(0, 1)),
    ...unread(cluster, inOrder)
      .slice(0, LOGS_MAX)
      .map((pod) => logNow(pod, looking)),
  ]
}

// A chain of services often names nobody: the one in front only says that a call failed. Where the subject is well and
// its logs name no host, whoever is unwell beside it is worth a look.

/** What was broken a day before the alert is not why it fires now. */
const LONG_BEFORE = 24 * 3_600_000

type Around = Pick<Scene, 'now' | 'subject' | 'environment'> & { cluster: ClusterScene }

export const lookBeside: LookingStep = (looking) => describePods(looking.cluster, unwellBeside(looking))

export const lookAtLogsBeside: LookingStep = (looking) =>
  unread(looking.cluster, unwellBeside(looking)).flatMap((pod) =>
    telling(describedOf(looking.cluster, pod)?.pod ?? pod, looking),
  )

/** One of each workload, the worst first; those the subject is known to need are looked at elsewhere. */
export function unwellBeside(around: Around): Shown<PodView>[] {
  const { cluster, subject } = around
  const own = subjectPods(cluster)
  if (!cluster.target.isNamed || !isAboutServing(subject) || !isSilent(around, own)) return []
  const called = neighboursOf(around)
  if (called.some(({ from }) => from === 'log')) return []
  const needed = called.flatMap(({ workload }) => workload ?? [])
  const known = [...own, ...needed.flatMap((workload) => podsOf(cluster, workload))]
  const unwell = cluster.pods
    .filter((pod) => pod.namespace === cluster.target.namespace && !known.some((one) => isSame(one, pod)))
    .filter((pod) => hasWaitingTrouble(pod) && pod.owner?.kind !== 'Job' && !isLongSince(pod, around))
    .sort((one, other) => other.restartCount - one.restartCount)
  const nameOf = (pod: PodView) => workloadOf(cluster, pod)?.name ?? pod.name
  return unwell.filter((pod, at) => unwell.findIndex((one) => nameOf(one) === nameOf(pod)) === at).slice(0, PODS_MAX)
}

function isSilent({ cluster, now }: Around, own: readonly PodView[]): boolean {
  const staying = own.filter((pod) => !isLeaving(pod))
  const isWell = staying.length > 0 && staying.every((pod) => !hasTrouble(pod, now))
  const logs = cluster.logs.filter((log) => own.some((pod) => isSame(pod, log)))
  return isWell && logs.every((log) => cluesOf(log).every(({ host }) => host === undefined))
}

function isLongSince({ conditions }: PodView, { subject, now }: Around): boolean {
  const since = conditions.find(({ type, status }) => type === 'Ready' && status === 'False')?.since
  return since !== undefined && since.getTime() < (subject.startedAt ?? now).getTime() - LONG_BEFORE
}
