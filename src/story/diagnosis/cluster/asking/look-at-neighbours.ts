/** One hop along the dependencies: how are those the subject cannot do without? */
import type { PodView } from '../cluster-scene.ts'
import { describedOf, hasTrouble, isDone, isLeaving, podsOf, runningPods, subjectPods } from '../pods/workload-pods.ts'
import { type Neighbour, neighboursOf } from '../routes/neighbours.ts'
import { refusedCertificates } from '../routes/refused-certificates.ts'
import { newestFirst } from './look-at-containers.ts'
import { isAboutServing, logNow, telling, unread } from './look-at-logs.ts'
import { call, describePods, isObjectName, type Looking, type LookingStep } from './looking.ts'

const NAMESPACES_MAX = 2
const PODS_MAX = 2

/** Lists where they live, if nobody looked there yet; and looks closely at those that are unwell or complained of. */
export const lookAtNeighbours: LookingStep = (looking) => {
  const neighbours = neighboursOf(looking)
  const lists = [...new Set(neighbours.map(({ namespace }) => namespace))]
    .filter((one) => !isListed(looking, one) && isObjectName(one))
    .slice(0, NAMESPACES_MAX)
    .flatMap((namespace) => [call('list_pods', { namespace }), call('get_events', { namespace })])
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
